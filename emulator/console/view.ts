import { costPerHour } from "../areas/billing/prices";
import { defaultApiKey } from "../platform/options";
import { allEndpoints, type Platform } from "../platform/platform";
import { jobsInProgress } from "../records/endpoint";
import { cpuTypes, dataCenters, gpuTypes } from "../stock/hardware";
import type { ConsoleAddress } from "./address";
import { itemView } from "./item";
import { type ConsoleKind, consoleKinds, type KindName } from "./kinds";
import type { Row } from "./row";

/** Number of rows of each kind in the overview. */
const rowsInOverview = 8;

const kindNames = Object.keys(consoleKinds) as readonly KindName[];

/** Returns all data of one view of the page. Times are milliseconds of platform time. */
export function viewOf(platform: Platform, address: ConsoleAddress) {
  return {
    now: Math.floor(platform.clock.now()),
    spent: platform.ledger.spent(),
    usesDefaultKey: platform.settings.apiKey === defaultApiKey,
    costPerHour: costPerHour(platform),
    figures: figuresOf(platform),
    totals: Object.fromEntries(kindNames.map((name) => [name, consoleKinds[name].total(platform)])),
    lists: listsOf(platform, address),
    ...(isItem(address) ? { item: itemView(platform, address.view, address.id) ?? null } : {}),
    ...(address.view === "control" ? { control: controlView(platform) } : {}),
  };
}

export type ConsoleView = ReturnType<typeof viewOf>;

function isItem(address: ConsoleAddress): address is ConsoleAddress & { readonly view: KindName; readonly id: string } {
  return address.id !== undefined && address.view !== "overview" && address.view !== "control";
}

function figuresOf(platform: Platform) {
  const pods = [...platform.pods.values()];
  const workers = [...platform.endpoints.values()].flatMap((endpoint) => endpoint.workers);
  const endpoints = allEndpoints(platform);
  const sum = (count: (endpoint: (typeof endpoints)[number]) => number) =>
    endpoints.reduce((all, endpoint) => all + count(endpoint), 0);
  return {
    pods: pods.length,
    running: pods.filter(({ status }) => status === "RUNNING").length,
    failed: pods.filter(({ status }) => status === "ERROR").length,
    workers: workers.length,
    busyWorkers: workers.filter(({ state }) => state === "running").length,
    queued: sum(({ queue }) => queue.length),
    inProgress: sum(jobsInProgress),
    completed: sum(({ counters }) => counters.completed),
    failedJobs: sum(({ counters }) => counters.failed),
    requests: platform.journal.size,
  };
}

function listsOf(platform: Platform, { view, id, ...filter }: ConsoleAddress) {
  if (view === "control" || id !== undefined) return [];
  if (view !== "overview") return [listOf(platform, view, filter)];
  return kindNames
    .filter((name) => consoleKinds[name].total(platform) > 0)
    .map((name) => listOf(platform, name, { search: "", state: "", limit: rowsInOverview }));
}

/** Returns the newest rows that match, and the number of all rows that match. */
function listOf(platform: Platform, name: KindName, filter: Pick<ConsoleAddress, "search" | "state" | "limit">) {
  const kind = consoleKinds[name] as ConsoleKind<unknown>;
  const { matching, rows } = select(platform, kind, filter);
  return { kind: name, title: kind.title, states: kind.states, opens: kind.shape !== undefined, matching, rows };
}

function select(
  platform: Platform,
  kind: ConsoleKind<unknown>,
  { search, state, limit }: Pick<ConsoleAddress, "search" | "state" | "limit">,
) {
  if (search === "" && state === "") {
    const rows = [];
    for (const item of kind.newest(platform, limit)) {
      if (rows.length === limit) break;
      rows.push(kind.row(item, platform));
    }
    return { matching: kind.total(platform), rows };
  }
  const wanted = search.toLowerCase();
  const rows = [...kind.newest(platform, Number.POSITIVE_INFINITY)]
    .map((item) => kind.row(item, platform))
    .filter((row) => (state === "" || row.status === state) && textOf(row).includes(wanted));
  return { matching: rows.length, rows: rows.slice(0, limit) };
}

function textOf({ id, name, status = "", facts, more, owner = "" }: Row): string {
  return [id, name, status, facts, more, owner].join("\n").toLowerCase();
}

/** Returns the choices of the controls, and the faults that are set. */
function controlView({ faults }: Platform) {
  return {
    faults: faults.list().map(({ operation, effect, times, skip }) => ({
      text: `${operation}: ${JSON.stringify(effect)}`,
      times,
      skip,
    })),
    hardware: [...gpuTypes, ...cpuTypes].map(({ id }) => id),
    dataCenters: dataCenters.map(({ id }) => id),
  };
}
