import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Recording as Seen } from "../../cli/doctor/recording/recording";
import type { Platform } from "../../client";
import type { Fault } from "../../emulator/platform/faults";
import type { Reply } from "../client/support/local-server";
import { recordingsIn } from "./recording-form";

/** A real response of RunPod, and its meaning for client and emulator. */
export interface Recording extends Seen {
  /** The reading that users rely on. */
  readonly expect:
    | { readonly value: unknown }
    | { readonly error: Readonly<Record<string, unknown>> }
    | { readonly unread: string };
  /** What the recording changed in Podwright. Recordings before 70 have no such text. */
  readonly changed?: string;
  /** How the emulator reaches the same answer. */
  readonly emulator?: {
    /** A name in `situations.ts`. */
    readonly situation?: string;
    /** A fault, if no state of the emulator produces the answer. */
    readonly fault?: Fault["effect"];
    /** Additional keys in the emulator's answer, each with the reason. */
    readonly adds?: Readonly<Record<string, string>>;
    /** Why the emulator's answer differs. */
    readonly unanswered?: string;
  };
}

const FOLDER = join(__dirname, "recordings");

/** If a file has several recordings, each recording has the file's name and a number. */
export const recordings = readdirSync(FOLDER).flatMap((file) => {
  const seen = recordingsIn(readFileSync(join(FOLDER, file), "utf8"));
  return seen.map((one, index) => [seen.length > 1 ? `${file} ${index + 1}` : file, read(file, one)] as const);
});

function read(file: string, seen: Seen): Recording {
  if ("expect" in seen) return seen as Recording;
  throw new Error(`${file} says nothing under "expect": add how the client must read the response`);
}

/** The ids for the names in a path. */
export type Ids = Readonly<Record<string, string>>;
type Call = (platform: Platform, body: never, ids: Ids) => Promise<unknown>;

const CREATE = { name: "x", image: "i", gpu: { id: "NVIDIA L4" } };
const ENDPOINT = { name: "e", templateId: "t", type: "QB", gpuIds: "ADA_24", workersMin: 0, workersMax: 1 } as const;

/** The operation that sends each request. Tests serve REST v1's texts as answers to today's create. */
const CALLS: Readonly<Record<string, Call>> = {
  "GET /v2/pods/{pod}": (platform, _, { pod = "" }) => platform.pods.get(pod),
  "POST /v2/pods": (platform) => platform.pods.create(CREATE),
  "POST /v1/pods": (platform) => platform.pods.create(CREATE),
  "POST /v2/pods/{pod}/action": (platform, { action }: never, { pod = "" }) => platform.pods.act(pod, action),
  "DELETE /v2/pods/{pod}": (platform, _, { pod = "" }) => platform.pods.delete(pod),
  "GET /v2/pods/{pod}/logs": (platform, _, { pod = "" }) => platform.pods.logs(pod),
  "GET /v2/network-volumes": (platform) => platform.networkVolumes.list(),
  "POST /v2/network-volumes": (platform, body) => platform.networkVolumes.create(body),
  "GET /v2/catalog/gpus": (platform) => platform.catalog.gpuTypes(),
  "GET /v2/catalog/datacenters": (platform) => platform.catalog.dataCenters(),
  "GET /v2/account/secrets": (platform) => platform.secrets.get("id"),
  "POST /v2/registries/delegations": (platform, body) => platform.registries.delegations.create(body),
  "DELETE /v2/registries/delegations/{delegation}": (platform, _, { delegation = "" }) =>
    platform.registries.delegations.revoke(delegation),
  "PATCH /v2/serverless/{endpoint}": (platform) => platform.endpoints.create(ENDPOINT),
  "POST /v1/endpoints": (platform) => platform.endpoints.create(ENDPOINT),
  "GET /v2/serverless/{endpoint}/workers": (platform) => platform.workers.list("ep"),
  "GET /v2/serverless/{endpoint}/workers/{worker}/logs": (platform, _, { worker = "" }) =>
    platform.workers.logs("ep", worker),
  "POST /graphql mutation": (platform) => platform.endpoints.create(ENDPOINT),
  "POST /graphql query": (platform) => platform.endpoints.list(),
  "GET /v2/{endpoint}/health": (platform) => platform.jobs.health("ep"),
  "POST /v2/{endpoint}/run": (platform, { input }: never) => platform.jobs.run("ep", input),
  "POST /v2/{endpoint}/runsync": (platform, { input }: never) => platform.jobs.runsync("ep", input),
  "GET /v2/{endpoint}/status/{job}": (platform, _, { job = "" }) => platform.jobs.status("ep", job),
  "GET /v2/{endpoint}/stream/{job}": (platform, _, { job = "" }) => platform.jobs.stream("ep", job),
  "POST /v2/{model}/runsync public": (platform, { input }: never, { model = "" }) =>
    platform.publicEndpoints.runsync(model, input),
};

export interface Asked {
  readonly call: Call;
  /** The path with names in place of recorded ids. */
  readonly path: string;
  /** The recorded ids. */
  readonly ids: Ids;
}

/** The row of `CALLS` for a request. */
export function askedIn({ surface, request: { method, path, body } }: Recording): Asked | undefined {
  const [kind] = /\w+/.exec((body as { query?: string } | undefined)?.query ?? "") ?? [];
  const asked = [`${method} ${path.split("?")[0]}`, kind, surface === "public" && surface].filter(Boolean).join(" ");
  for (const [row, call] of Object.entries(CALLS)) {
    const ids = new RegExp(`^${row.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/ ]+)")}$`).exec(asked);
    if (ids !== null) return { call, path: row.split(" ")[1] ?? "", ids: { ...ids.groups } };
  }
  return undefined;
}

/** The client's value or error for a response, from the operation that sends the request. */
export function readingOf(recording: Recording, platform: Platform): Promise<unknown> {
  const asked = askedIn(recording);
  const { method, path, body } = recording.request;
  if (asked === undefined) throw new Error(`CALLS has no row for ${method} ${path}`);
  return asked.call(platform, body as never, asked.ids);
}

export function replyOf({ status, headers, body, text }: Recording["response"]): Reply {
  return (response) => {
    response.writeHead(status, headers ?? { "content-type": "application/json" });
    response.end(text ?? JSON.stringify(body));
  };
}

/** The transport of the recording, for Podwright's endpoint operations. */
export function transportOf({ surface }: Recording): "rest" | "graphql" {
  return surface === "rest-v2" ? "rest" : "graphql";
}
