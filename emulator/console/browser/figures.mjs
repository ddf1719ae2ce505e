import { byId, setText } from "./elements.mjs";
import { count, counted, dollars, stateWord } from "./words.mjs";

/** @typedef {import("../view.js").ConsoleView} ConsoleView */

/** @type {ReadonlyMap<string, string | undefined> | undefined} */
let statuses;

/** @param {ConsoleView} view */
export function showFigures({ figures, costPerHour }) {
  const { pods, running, failed, workers, busyWorkers, inProgress, queued, completed, failedJobs, requests } = figures;
  figure("pods", count(running), [
    pods === running ? "" : `of ${count(pods)}`,
    failed > 0 ? `${count(failed)} failed` : "",
  ]);
  setText(byId("figure-cost"), dollars(costPerHour));
  figure("workers", count(workers), [workers > 0 ? `${count(busyWorkers)} busy` : ""]);
  figure("jobs", count(inProgress), [
    queued > 0 ? `${count(queued)} queued` : "",
    completed > 0 ? `${count(completed)} done` : "",
    failedJobs > 0 ? `${count(failedJobs)} failed` : "",
  ]);
  figure("requests", count(requests), []);
  document.title = pods > 0 ? `${counted(running, "pod")} running – Podwright emulator` : "Podwright emulator";
}

/**
 * @param {string} name
 * @param {string} value
 * @param {readonly string[]} more
 */
function figure(name, value, more) {
  setText(byId(`figure-${name}`), value);
  setText(byId(`figure-${name}-more`), more.filter((text) => text !== "").join(" · "));
}

/**
 * Suggests a first command in an empty account.
 * @param {ConsoleView} view
 * @param {boolean} isOverview
 */
export function showWelcome({ totals, usesDefaultKey }, isOverview) {
  byId("welcome").hidden = !isOverview || (totals.pods ?? 0) + (totals.endpoints ?? 0) > 0;
  const key = usesDefaultKey ? "emulator-key" : "$PODWRIGHT_API_KEY";
  const pod = { name: "hello", image: "nginx", gpu: { id: "NVIDIA L4" } };
  setText(
    byId("command"),
    [
      `curl ${location.origin}/v2/pods`,
      `-H "Authorization: Bearer ${key}"`,
      `-H "Content-Type: application/json"`,
      `-d '${JSON.stringify(pod)}'`,
    ].join(" \\\n  "),
  );
}

/**
 * Tells a screen reader which pods changed their state. After a change of the address, the first view contains no changes.
 * @param {ConsoleView} view
 */
export function tellNews({ lists }) {
  const pods = lists.find(({ kind }) => kind === "pods")?.rows ?? [];
  const before = statuses;
  statuses = new Map(pods.map(({ id, status }) => [id, status]));
  const changed = before === undefined ? [] : pods.filter(({ id, status }) => before.get(id) !== status);
  const [first] = changed;
  if (first === undefined) return;
  const text =
    changed.length === 1 ? `Pod ${first.name}: ${stateWord(first.status ?? "")}` : `${changed.length} pods changed`;
  setText(byId("news"), text);
}

/** Forgets the states, because another address shows other rows. */
export function forgetNews() {
  statuses = undefined;
}
