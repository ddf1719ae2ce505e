import { z } from "zod";
import type { RawCall } from "../../../../client";
import { asAssumed, different, type Probe, seenIn, withStatus } from "../probe";

/** A probe that sends one request which creates nothing, whatever the response. */
function refusal(
  { name, assumption, touches, confirms }: Pick<Probe, "name" | "assumption" | "touches" | "confirms">,
  call: RawCall,
  status: number,
): Probe {
  return {
    ...{ name, assumption, touches, creates: "nothing" },
    ...(confirms === undefined ? {} : { confirms }),
    async run({ call: send }) {
      return withStatus(status, await send(call));
    },
  };
}

const list = (query: Readonly<Record<string, string>>): RawCall => {
  return { surface: "rest", operation: "listPods", method: "GET", path: ["pods"], query };
};

const graphqlServes: Probe = {
  name: "graphql-serves",
  assumption: "GraphQL is not retired yet",
  touches: "endpointTransport is graphql by default",
  confirms: "GraphQL has limits only",
  creates: "nothing",
  async run({ call }) {
    const response = await call({ surface: "graphql", operation: "myself", document: "query { myself { id } }" });
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
    const document = 'query { myself { endpoint(id: "podwright-probe") { id } } }';
    const response = await call({ surface: "graphql", operation: "myself", document });
    const { data } = z
      .object({ data: z.object({ myself: z.object({ endpoint: z.null() }) }) })
      .safeParse(response.value);
    return data === undefined ? different(seenIn(response)) : asAssumed("null");
  },
};

const availability: Probe = {
  name: "availability-without-pool",
  assumption: "A GPU type without a serverless pool has no availability for endpoints",
  touches: "provider/planning/catalog-names.ts names pools, not types",
  confirms: "Availability for several products",
  creates: "nothing",
  async run({ platform, signal }) {
    const types = await platform.catalog.gpuTypes({ availability: { product: "SERVERLESS" }, signal });
    const wrong = types.filter(({ pool, availability }) => pool === null && availability !== "NONE");
    if (types.length === 0) return different("the catalog is empty");
    return wrong.length === 0
      ? asAssumed("NONE")
      : different(wrong.map(({ id, availability }) => `${id}: ${availability}`).join(", "));
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
      confirms: "Unknown job or endpoint",
    },
    { surface: "jobs", operation: "health", method: "GET", path: ["podwright-probe", "health"] },
    404,
  ),
  refusal(
    {
      name: "public-model-health",
      assumption: "A public model has no health",
      touches: "podwright public",
      confirms: "A public model always has a worker",
    },
    { surface: "jobs", operation: "health", method: "GET", path: ["qwen3-32b-awq", "health"] },
    404,
  ),
  refusal(
    {
      name: "delegation-arn",
      assumption: "A delegation for something that is no ARN is 400",
      touches: "client/account/registries.ts",
      confirms: "A delegation's `resource` must be",
    },
    {
      ...{ surface: "rest", operation: "createDelegation", method: "POST", path: ["registries", "delegations"] },
      body: { resource: "podwright-probe" },
    },
    400,
  ),
  unknownEndpoint,
  availability,
];
