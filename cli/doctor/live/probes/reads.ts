import { z } from "zod";
import type { RawCall } from "../../../../client";
import { graphql, rest } from "../calls";
import { asAssumed, different, measured, type Probe, seenIn, withStatus } from "../probe";

type Facts = Pick<Probe, "name" | "assumption" | "touches" | "confirms">;

/** A probe that sends one request which creates nothing, whatever the response. */
function refusal(facts: Facts, call: RawCall, status: number): Probe {
  return { ...facts, creates: "nothing", run: async (run) => withStatus(status, await run.call(call)) };
}

const list = (query: Readonly<Record<string, string>>) => ({ ...rest("listPods", "GET", "pods"), query });
const health = (endpoint: string): RawCall => ({ ...rest("health", "GET", `${endpoint}/health`), surface: "jobs" });

const graphqlServes: Probe = {
  name: "graphql-serves",
  assumption: "GraphQL is not retired yet",
  touches: "endpointTransport is graphql by default",
  confirms: ["GraphQL is gone (410) only"],
  creates: "nothing",
  async run({ call }) {
    const response = await call(graphql("myself", "query { myself { id } }"));
    if (response.status === 410) return different("status 410", { retireGraphql: true });
    return withStatus(200, response);
  },
};

const unknownEndpoint: Probe = {
  name: "graphql-unknown-endpoint",
  assumption: "GraphQL answers null for an endpoint that does not exist",
  touches: "clients read one endpoint so; Podwright reads the list",
  creates: "nothing",
  async run({ call }) {
    const response = await call(graphql("myself", 'query { myself { endpoint(id: "podwright-probe") { id } } }'));
    const { success } = z
      .object({ data: z.object({ myself: z.object({ endpoint: z.null() }) }) })
      .safeParse(response.value);
    return success ? asAssumed("null") : different(seenIn(response));
  },
};

const unknownDelegation: Probe = {
  name: "delegation-unknown",
  assumption: "The deletion of an unknown delegation is 404",
  touches: "client/account/registries.ts",
  creates: "nothing",
  async run({ call }) {
    const response = await call(rest("revokeDelegation", "DELETE", "registries/delegations/podwright-probe"));
    if (response.status === 400) return different(seenIn(response), { unknownDelegation: "400" });
    return withStatus(404, response);
  },
};

/** Types whose availability is not as assumed, of which there should be none. */
function noneOf(
  types: readonly { readonly id: string; readonly availability?: string | undefined }[],
  wrong: typeof types,
  as: string,
) {
  if (types.length === 0) return different("the catalog is empty");
  const named = wrong.map(({ id, availability }) => `${id}: ${availability}`);
  return measured(wrong.length === 0, named.join(", ") || as);
}

const availability: Probe = {
  name: "availability-without-pool",
  assumption: "A GPU type without a serverless pool has no availability for endpoints",
  touches: "provider/planning/catalog/names.ts names pools, not types",
  confirms: ["A GPU type without a pool"],
  creates: "nothing",
  async run({ platform, signal }) {
    const types = await platform.catalog.gpuTypes({ availability: { product: "SERVERLESS" }, signal });
    return noneOf(
      types,
      types.filter(({ pool, availability }) => pool === null && availability !== "NONE"),
      "NONE",
    );
  },
};

const LEVELS = ["NONE", "LOW", "MEDIUM", "HIGH"];

const severalProducts: Probe = {
  name: "availability-of-several",
  assumption: "Availability for several products is that of the best",
  touches: "podwright.getGpuTypes shows it as the platform does",
  confirms: ["Availability for several products"],
  creates: "nothing",
  async run({ platform: { catalog }, signal }) {
    const of = async (...product: ("POD" | "SERVERLESS")[]) =>
      await catalog.gpuTypes({ availability: { product }, signal });
    const [pods, workers, both] = await Promise.all([of("POD"), of("SERVERLESS"), of("POD", "SERVERLESS")]);
    const level = (types: typeof both, wanted: string) =>
      LEVELS.indexOf(types.find(({ id }) => id === wanted)?.availability ?? "NONE");
    const wrong = both.filter(({ id }) => level(both, id) !== Math.max(level(pods, id), level(workers, id)));
    return noneOf(both, wrong, "the best of both");
  },
};

const wrongSize: Probe = {
  name: "availability-of-size",
  assumption: "A CPU flavor is not available in a number of vCPUs that it does not come in",
  touches: "provider/planning/catalog/names.ts leaves sizes to the platform",
  confirms: ["A CPU flavor is `NONE`"],
  creates: "nothing",
  async run({ platform: { catalog }, signal }) {
    const largest = Math.max(2, ...(await catalog.cpuTypes({ signal })).map(({ vcpu }) => vcpu.max));
    const vcpuCount = 2 ** (Math.floor(Math.log2(largest)) + 1);
    const flavors = await catalog.cpuTypes({ availability: { product: "POD", vcpuCount }, signal });
    return noneOf(
      flavors,
      flavors.filter(({ availability }) => availability !== "NONE"),
      "NONE",
    );
  },
};

export const readProbes: readonly Probe[] = [
  graphqlServes,
  refusal(
    {
      name: "cursor-malformed",
      assumption: "A cursor that no list has issued is 422",
      touches: "client/http/http.ts takes only cursors that the platform gave",
    },
    list({ cursor: "podwright" }),
    422,
  ),
  refusal(
    {
      name: "limit-range",
      assumption: "A page of no items is 422",
      touches: "client/http/http.ts asks for pages of the platform's own size",
    },
    list({ limit: "0" }),
    422,
  ),
  refusal(
    {
      name: "unknown-query",
      assumption: "An unknown query parameter is ignored",
      touches: "a newer Podwright against an older platform",
    },
    list({ podwright: "1" }),
    200,
  ),
  refusal(
    {
      name: "unknown-endpoint",
      assumption: "The job host answers 404 for an endpoint that does not exist",
      touches: "client/jobs reads 404 as not found; `podwright doctor` asks so",
      confirms: ["An unknown job or endpoint"],
    },
    health("podwright-probe"),
    404,
  ),
  refusal(
    {
      name: "public-model-health",
      assumption: "A public model has no health",
      touches: "podwright public",
      confirms: ["A public model has no `health`"],
    },
    health("qwen3-32b-awq"),
    404,
  ),
  refusal(
    {
      name: "delegation-arn",
      assumption: "A delegation for something that is no ARN is 400",
      touches: "client/account/registries.ts",
      confirms: ["A delegation's `resource` must be"],
    },
    rest("createDelegation", "POST", "registries/delegations", { resource: "podwright-probe" }),
    400,
  ),
  unknownDelegation,
  unknownEndpoint,
  availability,
  severalProducts,
  wrongSize,
];
