import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Platform } from "../../client";
import { client, failure, type Reply, serve } from "../client/support/local-server";

/** A response that RunPod really gave, and the reading of it that users rely on. */
interface Recording {
  readonly surface: "rest-v1" | "rest-v2" | "graphql" | "jobs" | "public" | "webhook";
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly response: {
    readonly status: number;
    readonly headers?: Record<string, string>;
    readonly body?: unknown;
    readonly text?: string;
  };
  readonly expect:
    | { readonly value: unknown }
    | { readonly error: Readonly<Record<string, unknown>> }
    | { readonly unread: string };
}

const FOLDER = join(__dirname, "recordings");

const recordings = readdirSync(FOLDER).map((file) => {
  return [file, JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Recording] as const;
});

type Call = (platform: Platform, body: never, id: string) => Promise<unknown>;

const CREATE = { name: "x", image: "i", gpu: { id: "NVIDIA L4" } };
const ENDPOINT = { name: "e", templateId: "t", type: "QB", gpuIds: "ADA_24", workersMin: 0, workersMax: 1 } as const;

/** The operation that sends each request. REST v1's sentences are served as answers of today's create. */
const CALLS: Readonly<Record<string, Call>> = {
  "GET /v2/pods/*": (platform, _, id) => platform.pods.get(id),
  "POST /v2/pods": (platform) => platform.pods.create(CREATE),
  "POST /v1/pods": (platform) => platform.pods.create(CREATE),
  "POST /v2/pods/*/action": (platform, { action }: never, id) => platform.pods.act(id, action),
  "GET /v2/network-volumes": (platform) => platform.networkVolumes.list(),
  "POST /v2/network-volumes": (platform, body) => platform.networkVolumes.create(body),
  "GET /v2/catalog/gpus": (platform) => platform.catalog.gpuTypes(),
  "GET /v2/catalog/datacenters": (platform) => platform.catalog.dataCenters(),
  "GET /v2/account/secrets": (platform) => platform.secrets.get("id"),
  "POST /v2/registries/delegations": (platform, body) => platform.registries.delegations.create(body),
  "DELETE /v2/registries/delegations/*": (platform, _, id) => platform.registries.delegations.revoke(id),
  "PATCH /v2/serverless/*": (platform) => platform.endpoints.create(ENDPOINT),
  "POST /v1/endpoints": (platform) => platform.endpoints.create(ENDPOINT),
  "GET /v2/serverless/*/workers": (platform) => platform.workers.list("ep"),
  "POST /graphql mutation": (platform) => platform.endpoints.create(ENDPOINT),
  "POST /graphql query": (platform) => platform.endpoints.list(),
  "GET /v2/ep/health": (platform) => platform.jobs.health("ep"),
  "POST /v2/ep/run": (platform, { input }: never) => platform.jobs.run("ep", input),
  "POST /v2/ep/runsync": (platform, { input }: never) => platform.jobs.runsync("ep", input),
  "GET /v2/ep/status/*": (platform, _, id) => platform.jobs.status("ep", id),
  "GET /v2/ep/stream/*": (platform, _, id) => platform.jobs.stream("ep", id),
  "POST /v2/*/runsync": (platform, { input }: never, id) => platform.publicEndpoints.runsync(id, input),
};

/** The row of `CALLS` for a request, and the id in its path. */
function callOf({ method, path, body }: Recording["request"]): readonly [Call | undefined, string] {
  const kind = path === "/graphql" ? ` ${/\w+/.exec((body as { query: string }).query)?.[0]}` : "";
  const asked = `${method} ${path.split("?")[0]}${kind}`;
  const rows = Object.keys(CALLS).map((row) => [row, new RegExp(`^${row.replaceAll("*", "([^/]+)")}$`)] as const);
  const [row = "", pattern] =
    rows.find(([exact]) => exact === asked) ?? rows.find(([, like]) => like.test(asked)) ?? [];
  return [CALLS[row], pattern?.exec(asked)?.[1] ?? ""];
}

function replyOf({ status, headers, body, text }: Recording["response"]): Reply {
  return (response) => {
    response.writeHead(status, headers ?? { "content-type": "application/json" });
    response.end(text ?? JSON.stringify(body));
  };
}

test.each(recordings.filter(([, recording]) => !("unread" in recording.expect)))(
  "the client reads %s as users rely on",
  async (_, recording) => {
    const [call, id] = callOf(recording.request);
    if (call === undefined)
      throw new Error(`CALLS has no row for ${recording.request.method} ${recording.request.path}`);
    const server = await serve(replyOf(recording.response));
    const transport = recording.surface === "rest-v2" ? "rest" : "graphql";
    const asked = call(client(server.url, { endpointTransport: transport }), recording.request.body as never, id);
    if ("error" in recording.expect) expect(await failure(asked)).toMatchObject(recording.expect.error);
    else if ("value" in recording.expect) expect(await asked).toMatchObject(recording.expect.value as object);
  },
);
