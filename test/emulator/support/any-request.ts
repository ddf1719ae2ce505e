import fc from "fast-check";
import type { Route } from "../../../emulator/http/route";
import { documentedBodies, otherBodies } from "./good-bodies";
import { gpu } from "./harness";

/** A request in which ids are chosen from the existing resources only when it is sent. */
export interface AnyRequest {
  readonly method: string;
  /** Path with `:name` in place of an id. */
  readonly path: string;
  readonly query: string;
  readonly key: string;
  /** JSON text with `@kind` in place of an id. `undefined` for no body. */
  readonly body: string | undefined;
  /** Number that chooses among the ids. */
  readonly pick: number;
}

/** Requests that prepare a platform, so that most later requests have an effect. */
export const opening: readonly AnyRequest[] = [
  post("/v2/templates", { name: "for pods", image: "nginx", env: { A: "1" } }),
  post("/v2/network-volumes", { name: "v", size: 10, dataCenter: "US-TX-3" }),
  post("/v2/registries", { name: "r", username: "u", password: "p" }),
  post("/v2/pods", {
    name: "web-1",
    image: "nginx",
    gpu: { id: gpu },
    mounts: { network: [{ volumeId: "@volume", path: "/v" }] },
  }),
  post("/v2/serverless", {
    name: "one",
    image: "worker",
    type: "QUEUE",
    scaling: { type: "REQUEST_COUNT", requestCount: 1 },
    gpu: { pools: ["ADA_24"] },
  }),
  post("/v2/:endpointId/run", { input: { n: 1 } }),
  post("/_emulator/endpoints/:id/builds", {}),
  post("/v2/registries/delegations", { resource: "123456789012.dkr.ecr.eu-west-1.amazonaws.com/x" }),
  post("/graphql", { query: 'mutation { secretCreate(input: { name: "s", value: "v" }) { id } }' }),
  post("/_emulator/script", { pods: { match: { name: "web-*" }, log: ["one"] } }),
  post("/_emulator/script", { workers: { match: { name: "nobody" }, log: ["three"] } }),
  post("/_emulator/worker-capacity", { pool: "ADA_24", count: 3 }),
  post("/_emulator/script", { jobs: { endpoint: "nobody", output: 1 } }),
];

/** Weight of operations that create or change resources. Other operations have the weight 1. */
const often = 4;
const lively = new Set([
  "createPod",
  "podAction",
  "createEndpoint",
  "updateEndpoint",
  "graphql",
  "run",
  "runsync",
  "cancel",
  "retry",
  "status",
]);

/** Generates any request to these routes. More than half of them are valid, and the others are broken in many ways. */
export function anyRequest(routes: readonly Route[]): fc.Arbitrary<AnyRequest> {
  const routed = fc.oneof(
    ...routes.map((route) => ({
      arbitrary: requestTo(route),
      weight: lively.has(route.operation) || route.path === "/_emulator/clock" ? often : 1,
    })),
  );
  const broken = fc.oneof(
    anything.map((body) => ({ body: JSON.stringify(body) })),
    fc.constantFrom("", "{", "null", '{"__proto__":1}', "\u0000").map((body) => ({ body })),
    fc.constantFrom("GET", "POST", "PATCH", "PUT", "DELETE", "HEAD", "OPTIONS").map((method) => ({ method })),
    strayPath.map((path) => ({ path })),
    fc.constantFrom("wrong", "", "emulator-read-only").map((key) => ({ key })),
  );
  const request = fc.tuple(routed, broken).map(([good, change]) => ({ ...good, ...change }));
  return fc.oneof({ weight: 2, arbitrary: routed }, { weight: 1, arbitrary: request });
}

const anything = fc.jsonValue({ maxDepth: 3 });

const queries = fc.constantFrom(
  ..."tail=x tail=5 tail=0 since=2026-06-01T12:00:00Z source=system wait=1000 wait=1 ttl=20000 ttl=0".split(" "),
  ..."include=AVAILABILITY include=AVAILABILITY&product=POD countryCodes=US count=x a[b]=c %=% lastN=3 lastN=x".split(
    " ",
  ),
  ..."bucketSize=hour bucketSize=minute startTime=2026-05-01T00:00:00Z endTime=yesterday includeClusterPods=true".split(
    " ",
  ),
);

const segment = fc.string({ unit: "grapheme", maxLength: 12 }).map(encodeURIComponent);

const strayPath = fc.oneof(
  fc.constantFrom(
    ..."/ // /v2 /v2/ /graphql/ /v2/pods/ /v2/pods/% /v2/pods/%ff /v2/pods/../templates /_emulator/no".split(" "),
  ),
  fc
    .array(fc.oneof(fc.constantFrom(..."v2 pods serverless __proto__ run %20 :id".split(" ")), segment), {
      maxLength: 5,
    })
    .map((parts) => `/${parts.join("/")}`),
);

function requestTo({ method, path, operation }: Route): fc.Arbitrary<AnyRequest> {
  const bodies = documentedBodies[operation] ?? otherBodies[operation] ?? otherBodies[path];
  const good = bodies === undefined ? anything : fc.constantFrom(...bodies);
  return fc.record({
    method: fc.constant(method),
    path: fc.constant(path),
    query: fc.oneof({ weight: 3, arbitrary: fc.constant("") }, queries),
    key: fc.constant("emulator-key"),
    body: method === "GET" || method === "DELETE" ? fc.constant(undefined) : mangled(good),
    pick: fc.nat(1000),
  });
}

/** Generates bodies that are mostly unchanged. Some have a changed, removed or added value at any depth. */
function mangled(good: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const whole = good.map((body) => JSON.stringify(body));
  const strange = fc.oneof(anything, fc.constantFrom(-1, 0, 0.5, 1e9, 1e15, "", " ", null, [], {}));
  const changed = fc
    .tuple(whole, fc.nat(30), fc.option(strange, { nil: undefined }), fc.boolean())
    .map(([body, index, value, add]) => {
      const copy: unknown = JSON.parse(body);
      const [holder, key] = placesIn(copy)[index] ?? placesIn(copy)[0] ?? [{}, ""];
      holder[add ? "unheardOf" : key] = value;
      return JSON.stringify(copy);
    });
  return fc.oneof({ weight: 4, arbitrary: whole }, { weight: 1, arbitrary: changed });
}

function placesIn(value: unknown): [Record<string, unknown>, string][] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Record<string, unknown>;
  return Object.keys(holder).flatMap((key) => [[holder, key] as [typeof holder, string], ...placesIn(holder[key])]);
}

export function get(path: string): AnyRequest {
  return { method: "GET", path, query: "", key: "emulator-key", body: undefined, pick: 0 };
}

export function post(path: string, body: object): AnyRequest {
  return { ...get(path), method: "POST", body: JSON.stringify(body) };
}
