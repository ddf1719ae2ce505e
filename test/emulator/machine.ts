import { once } from "node:events";
import { setImmediate as turn } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { haltAll } from "../../emulator/jobs/perform";
import { keepersOf } from "../../emulator/keepers";
import type { EmulatorOptions } from "../../emulator/options";
import { createPlatform, type Platform, resetPlatform } from "../../emulator/platform";
import { publicModels } from "../../emulator/public-endpoints/models";
import { allRoutes, buildServer } from "../../emulator/server";
import { goOn } from "../../emulator/state/state";
import type { AnyRequest } from "./any-request";

export interface Answered {
  readonly status: number;
  readonly type: string | undefined;
  readonly text: string;
}

/** Longest that any operation waits, in platform time. */
const longestWait = 300_000;

/** The emulated platform without a socket, whose wall clock stands still. */
export class Machine {
  readonly platform: Platform;
  readonly server: FastifyInstance;

  constructor(
    private readonly options: EmulatorOptions = {},
    wall = Date.UTC(2026, 5, 1, 12),
  ) {
    this.platform = createPlatform({ now: () => wall, ...options });
    this.platform.clock.appoint(keepersOf(this.platform));
    this.server = buildServer(this.platform, { reset: () => this.reset(), onUnknown: () => undefined, log: undefined });
  }

  get routes() {
    return allRoutes(this.platform, () => this.reset());
  }

  reset(): void {
    haltAll(this.platform);
    resetPlatform(this.platform, this.options);
  }

  load(parts: Readonly<Record<string, unknown>>): this {
    goOn(this.platform, parts);
    return this;
  }

  /** Sends it to the end, or to the first event of a stream. Long polls end because time is moved. */
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
    const stream = response.stream();
    const type = response.headers["content-type"]?.toString();
    const chunks: Buffer[] = [];
    if (type?.startsWith("text/event-stream")) {
      const [first] = await Promise.race([once(stream, "data"), once(stream, "end").then(() => [])]);
      chunks.push(first ?? Buffer.alloc(0));
      stream.destroy();
    } else for await (const chunk of stream) chunks.push(chunk);
    return { status: response.statusCode, type, text: Buffer.concat(chunks).toString() };
  }

  private filled({ path, query, body, pick }: AnyRequest): { url: string; payload: string | undefined } {
    const { endpoints, publicEndpoints, pods, templates, volumes, registries, ...others } = this.platform;
    const { clusters, delegations, secrets } = others;
    const one = (ids: Iterable<string>) => {
      const all = [...ids];
      return all[pick % all.length] ?? "nothing";
    };
    const called = one([...endpoints.keys(), ...publicModels.map(({ id }) => id)]);
    const endpoint = path.startsWith("/v2/serverless/")
      ? endpoints.get(one(endpoints.keys()))
      : (endpoints.get(called) ?? publicEndpoints.get(called));
    const areas: [string, ReadonlyMap<string, unknown>][] = [
      ["/v2/pods/", pods],
      ["/_emulator/pods/", pods],
      ["/v2/templates/", templates],
      ["/_emulator/templates/", templates],
      ["/v2/network-volumes/", volumes],
      ["/_emulator/network-volumes/", volumes],
      ["/v2/registries/delegations/", delegations],
      ["/v2/registries/", registries],
      ["/_emulator/registries/", registries],
      ["/v2/clusters/", clusters],
      ["/v2/serverless/", endpoints],
      ["/_emulator/endpoints/", endpoints],
    ];
    const ids = areas.find(([prefix]) => path.startsWith(prefix))?.[1].keys() ?? [];
    const url = path.replace(/:(\w+)/g, (_all, name: string) => {
      if (name === "endpointId") return called;
      if (name === "jobId") return one(endpoint?.jobs.keys() ?? []);
      if (name === "workerId") return one(endpoint?.workers.map((worker) => worker.id) ?? []);
      return one(ids);
    });
    const kinds = {
      pod: pods,
      template: templates,
      volume: volumes,
      registry: registries,
      endpoint: endpoints,
      secret: secrets,
    };
    const payload = body?.replace(
      /@(pod|template|volume|registry|endpoint|secret)/g,
      (_all, kind: keyof typeof kinds) => one(kinds[kind].keys()),
    );
    return { url: query === "" ? url : `${url}?${query}`, payload };
  }
}
