import { randomBytes } from "node:crypto";
import type { CallOptions, Clock, Collection, NetworkVolume, Platform, Pod, Template } from "../../client";
import { isMissingRoute, substitute } from "../../client/http/answers/substitute";
import { deleteWhenUnused } from "../../provider/lifecycle/in-use";
import type { Listed } from "../../provider/session/resource";
import { attempt, valueIn } from "../context/attempt";
import { graphql, quote } from "./requests";

/**
 * The kinds that probes create, each with its area of the client, in the order in which RunPod permits their deletion.
 */
const areas = {
  endpoint: "endpoints",
  pod: "pods",
  template: "templates",
  networkVolume: "networkVolumes",
  registry: "registries",
  secret: "secrets",
} as const satisfies Readonly<Record<string, keyof Platform>>;
type Kind = keyof typeof areas;
const kinds = Object.keys(areas) as Kind[];

/** An item on the account that a run of probes created. */
export interface Made {
  readonly kind: Kind;
  readonly id: string;
  readonly name: string;
}

/** Prefix of every item's name. The run's random number follows, so that a run does not delete items of another run. */
const marker = "podwright-probe-";
const markedName = /^podwright-probe-[0-9a-f]{8}-/;

export const isMarked = (name: unknown): boolean => typeof name === "string" && markedName.test(name);

export interface Doing {
  readonly platform: Platform;
  readonly clock: Clock;
  readonly timeScale: number;
  readonly signal: AbortSignal;
}

/** Milliseconds that an interrupted create may still wait for its response, which contains the new id. */
const GRACE_MS = 5_000;
const PAUSE_MS = 2_000;

/**
 * Creates all items of the probes. Each name contains the marker of the run. So Podwright finds every item again, even
 * after a lost response or an interrupted run.
 */
export class Ledger {
  readonly #doing: Doing;
  /** Prefix of each name of this run. */
  readonly prefix = `${marker}${randomBytes(4).toString("hex")}-`;
  readonly #made: Made[] = [];
  #count = 0;

  constructor(doing: Doing) {
    this.#doing = doing;
  }

  /** Returns the next name, for a probe that writes its own create request. */
  name(): string {
    this.#count += 1;
    return `${this.prefix}${this.#count}`;
  }

  async template(): Promise<Template> {
    const body = { image: "alpine:3", serverless: true, disk: 5 };
    return await this.#create("template", (name, call) =>
      this.#doing.platform.templates.create({ name, ...body }, call),
    );
  }

  /**
   * Creates an endpoint without workers by default, so it costs nothing. `more` adds fields in GraphQL's syntax. `gpuIds` has the
   * form of the endpoint's input.
   */
  async endpoint(templateId: string, more = "", gpuIds = "AMPERE_16"): Promise<string> {
    const workers = more.includes("workersMax") ? "" : ", workersMin: 0, workersMax: 0";
    const { id } = await this.#create("endpoint", async (name, options) => {
      const fields = `name: ${quote(name)}, templateId: ${quote(templateId)}, type: "QB", gpuIds: ${quote(gpuIds)}${workers}${more}`;
      const call = graphql("saveEndpoint", `mutation { saveEndpoint(input: { ${fields} }) { id } }`);
      const { value, error } = await this.#doing.platform.surfaces.call(call, options);
      if (error !== undefined) throw error;
      return (value as { readonly data: { readonly saveEndpoint: { readonly id: string } } }).data.saveEndpoint;
    });
    return id;
  }

  async volume(dataCenter: string, size: number): Promise<NetworkVolume> {
    const { networkVolumes } = this.#doing.platform;
    return await this.#create("networkVolume", (name, call) => networkVolumes.create({ name, dataCenter, size }, call));
  }

  /** Creates the cheapest pod, with a public port. */
  async pod(): Promise<Pod> {
    const body = { image: "nginx:1.29-alpine", cpu: { id: "cpu3c", vcpuCount: 2 }, disk: 20, ports: ["80/tcp"] };
    return await this.#create("pod", (name, call) => this.#doing.platform.pods.create({ name, ...body }, call));
  }

  /** Deletes one item as soon as RunPod allows the deletion. */
  async delete(made: Pick<Made, "kind" | "id">): Promise<void> {
    await remove(made, this.#doing);
  }

  /**
   * Deletes all items of this run, and returns the remaining items. The signal that interrupted the run does not stop
   * the deletions.
   */
  async cleanUp(signal: AbortSignal): Promise<readonly Made[]> {
    return await removeAll({ ...this.#doing, signal }, (name) => name.startsWith(this.prefix), this.#made);
  }

  async #create<T extends { readonly id: string }>(
    kind: Kind,
    send: (name: string, options: CallOptions) => Promise<T>,
  ): Promise<T> {
    const { signal } = this.#doing;
    const name = this.name();
    signal.throwIfAborted();
    const created = await send(name, { signal, graceMs: GRACE_MS });
    this.#made.push({ kind, id: created.id, name });
    return created;
  }
}

/** Returns all items on the account that any run of probes created and that still exist. */
export async function leftovers({ platform, signal }: Pick<Doing, "platform" | "signal">): Promise<Made[]> {
  return await named(platform, { signal }, isMarked);
}

/** Deletes the items of killed runs, and returns the remaining items. */
export async function deleteLeftovers(doing: Doing): Promise<readonly Made[]> {
  return await removeAll(doing, isMarked, []);
}

/**
 * Deletes items until two lists in a row are empty, because a list may lag behind a creation or a deletion. If a list
 * fails, the function still deletes the known items. It throws if the last list fails, too.
 */
async function removeAll(
  doing: Doing,
  isOurs: (name: string) => boolean,
  known: readonly Made[],
): Promise<readonly Made[]> {
  const { platform, clock, timeScale, signal } = doing;
  const deleted = new Set<string>();
  for (let quiet = 0, round = 0; quiet < QUIET_ROUNDS && round < ROUNDS; round += 1) {
    if (round > 0) await clock.sleep(PAUSE_MS * timeScale, signal);
    const listed = valueIn(await attempt(() => named(platform, { signal }, isOurs), signal));
    const open = [...known.filter(({ id }) => !deleted.has(id)), ...(listed ?? [])];
    for (const kind of kinds) {
      for (const { id } of new Map(open.filter((one) => one.kind === kind).map((one) => [one.id, one])).values()) {
        const removal = await attempt(() => remove({ kind, id }, doing), signal);
        if ("value" in removal) deleted.add(id);
      }
    }
    quiet = listed?.length === 0 ? quiet + 1 : 0;
  }
  return await named(platform, { signal }, isOurs);
}

const ROUNDS = 20;
const QUIET_ROUNDS = 2;

async function named(platform: Platform, options: CallOptions, isOurs: (name: string) => boolean): Promise<Made[]> {
  const lists = kinds.map(async (kind) => {
    // RunPod's original interface has no secrets, so it refuses their list.
    const items = await substitute(collectionOf(platform, kind).list(options), isMissingRoute, []);
    return items.filter(({ name }) => isOurs(name)).map(({ id, name }): Made => ({ kind, id, name }));
  });
  return (await Promise.all(lists)).flat();
}

/** Deletes one item. Retries an item in use for as long as RunPod may need to release it. */
async function remove({ kind, id }: Pick<Made, "kind" | "id">, doing: Doing): Promise<void> {
  const { platform, signal } = doing;
  const run = { ...doing, timeoutMs: Number.POSITIVE_INFINITY, report: () => undefined };
  await deleteWhenUnused(run, `${kind} ${id}`, async () => {
    if (kind === "endpoint") await withoutWorkers(platform, id, signal);
    await collectionOf(platform, kind).delete(id, { signal });
  });
}

/** Sets the workers of an endpoint to 0, because RunPod refuses to delete an endpoint that may have workers. */
async function withoutWorkers({ endpoints }: Platform, id: string, signal: AbortSignal): Promise<void> {
  const endpoint = await endpoints.get(id, { signal });
  if (endpoint.workersMin === 0 && endpoint.workersMax === 0) return;
  await endpoints.update(id, { ...endpoint, workersMin: 0, workersMax: 0 }, { signal });
}

type Deletable = Pick<Collection<Listed, unknown, unknown>, "list" | "delete">;

function collectionOf(platform: Platform, kind: Kind): Deletable {
  return platform[areas[kind]];
}

/** Describes an item for a report, such as `pod abc (podwright-probe-…)`. */
export function nameOf({ kind, id, name }: Made): string {
  return `${kind} ${id} (${name})`;
}
