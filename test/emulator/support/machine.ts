import { text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { eventHandlers } from "../../../emulator/areas/event-handlers";
import { haltAll } from "../../../emulator/areas/execution/perform";
import { publicModels } from "../../../emulator/areas/public-endpoints/models";
import type { EmulatorOptions } from "../../../emulator/platform/options";
import { createPlatform, type Platform, resetPlatform } from "../../../emulator/platform/platform";
import { allRoutes } from "../../../emulator/server/routes";
import { buildServer } from "../../../emulator/server/server";
import { resumeFrom } from "../../../emulator/state/state";
import { cpuTypes, dataCenters, gpuTypes } from "../../../emulator/stock/hardware";
import type { AnyRequest } from "./any-request";

export interface Answered {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

/** Longest wait of any operation in platform time. */
const longestWait = 300_000;

/** The emulated platform without a network connection. Its wall clock stands still. */
export class Machine {
  readonly platform: Platform;
  readonly server: FastifyInstance;

  constructor(
    private readonly options: EmulatorOptions = {},
    wall = Date.UTC(2026, 5, 1, 12),
  ) {
    this.platform = createPlatform({ now: () => wall, ...options });
    this.platform.clock.registerHandlers(eventHandlers(this.platform), (error) => {
      throw error;
    });
    this.server = buildServer(this.platform, {
      reset: () => this.reset(),
      onUnknown: () => undefined,
      log: undefined,
      hostNames: { allowed: [], isOnNetwork: false },
    });
  }

  /** Routes without HEAD, which works like GET. */
  get routes() {
    return allRoutes(this.platform, () => this.reset()).filter(({ method }) => method !== "HEAD");
  }

  reset(): void {
    haltAll(this.platform);
    resetPlatform(this.platform, this.options);
  }

  load(parts: Readonly<Record<string, unknown>>): this {
    resumeFrom(this.platform, parts);
    return this;
  }

  /** Sends a request and reads the response to its end, or reads the first events of a stream. Long polls end because time moves. */
  async send(request: AnyRequest): Promise<Answered> {
    const { url, payload } = this.filled(request);
    let settled = false;
    const sent = this.server
      .inject({
        method: request.method as "GET",
        url,
        headers: request.key === "" ? {} : { authorization: `Bearer ${request.key}` },
        payloadAsStream: true,
        ...(payload === undefined ? {} : { payload }),
      })
      .finally(() => {
        settled = true;
      });
    for (let turns = 0; !settled; turns++) {
      if (turns === 20) this.platform.clock.advance(longestWait);
      await turn();
    }
    const response = await sent;
    const type = response.headers["content-type"]?.toString();
    const stream = response.stream();
    if (!type?.startsWith("text/event-stream")) return { status: response.statusCode, type, text: await text(stream) };
    for (let turns = 0; turns < 5; turns++) await turn();
    const events: unknown = stream.read();
    stream.destroy();
    return { status: response.statusCode, type, text: String(events ?? "") };
  }

  private filled({ path, query, body, pick }: AnyRequest): { url: string; payload: string | undefined } {
    const one = (ids: Iterable<string>) => {
      const all = [...ids];
      return all[pick % all.length] ?? "nothing";
    };
    const { endpoints, publicEndpoints } = this.platform;
    const called = one(path.startsWith("/v2/serverless/") ? endpoints.keys() : [...endpoints.keys(), ...publicIds]);
    const endpoint = endpoints.get(called) ?? publicEndpoints.get(called);
    const ids: Record<string, () => Iterable<string>> = {
      endpointId: () => [called],
      jobId: () => endpoint?.jobs.keys() ?? [],
      buildId: () => endpoint?.builds?.map((build) => build.id) ?? [],
      workerId: () => endpoint?.workers.map((worker) => worker.id) ?? [],
      id: () => this.idsUnder(path, called),
    };
    const url = path.replace(/:([a-zA-Z]+)/g, (_all, name: string) => encodeURIComponent(one(ids[name]?.() ?? [])));
    const payload = body?.replace(/@(pod|template|volume|registry|endpoint|secret)\b/g, (_all, kind: string) =>
      one(this.idsOf(kind)),
    );
    return { url: query === "" ? url : `${url}?${query}`, payload };
  }

  private idsUnder(path: string, endpoint: string): Iterable<string> {
    // The console's own paths name the same items.
    const [, , area = "", within = ""] = path.replace("/_emulator/console/", "/_emulator/").split("/");
    if (area === "serverless" || area === "endpoints") return [endpoint];
    if (area === "catalog") return catalog[within] ?? [];
    const kinds: Record<string, string> = { "network-volumes": "volume", registries: "registry", account: "secret" };
    return this.idsOf(within === "delegations" ? "delegation" : (kinds[area] ?? area.replace(/s$/, "")));
  }

  private idsOf(kind: string): Iterable<string> {
    const { pods, templates, volumes, registries, endpoints, secrets, clusters, delegations } = this.platform;
    const held: Record<string, ReadonlyMap<string, unknown>> = {
      pod: pods,
      template: templates,
      volume: volumes,
      registry: registries,
      endpoint: endpoints,
      secret: secrets,
      cluster: clusters,
      delegation: delegations,
    };
    return (Object.hasOwn(held, kind) ? held[kind] : undefined)?.keys() ?? [];
  }
}

const publicIds = publicModels.map(({ id }) => id);
const catalog: Record<string, string[]> = {
  gpus: gpuTypes.map(({ id }) => id),
  cpus: cpuTypes.map(({ id }) => id),
  datacenters: dataCenters.map(({ id }) => id),
};
