import * as z from "zod";
import type { RawCall } from "../../../client";
import { contradicted, LIVE, newerDocument, pages, recorded, restDocument, schema } from "../evidence";
import { asAssumed, different, measured, type Probe, reading, seenIn, withStatus } from "../probe";
import { graphql, rest } from "../requests";

const list = (query: Readonly<Record<string, string>>) => ({ ...rest("listPods", "GET", "pods"), query });
const health = (endpoint: string): RawCall => ({ ...rest("health", "GET", `${endpoint}/health`), surface: "jobs" });

/**
 * Returns a result that names the hardware whose availability differs from the assumption. It is as assumed if there is
 * none.
 */
function noneOf(
  types: readonly { readonly id: string; readonly availability?: string | undefined }[],
  wrong: typeof types,
  as: string,
) {
  if (types.length === 0) return different("the catalog is empty");
  const named = wrong.map(({ id, availability }) => `${id}: ${availability}`);
  return measured(wrong.length === 0, named.join(", ") || as);
}

const LEVELS = ["NONE", "LOW", "MEDIUM", "HIGH"];

export const readProbes: readonly Probe[] = [
  reading({
    name: "graphql-serves",
    assumption: "RunPod has not switched off GraphQL yet",
    evidence: [pages("end of GraphQL in early 2027")],
    touches: "the setting endpointTransport is graphql by default",
    confirms: ["The emulator's GraphQL answers 410"],
    async run({ call }) {
      const response = await call(graphql("myself", "query { myself { id } }"));
      if (response.status === 410) return different("status 410", { retireGraphql: true });
      return withStatus(200, response);
    },
  }),
  reading({
    name: "cursor-malformed",
    assumption: "A cursor that no list has issued gets status 422",
    evidence: [newerDocument("`cursor`")],
    touches: "client/http/pages.ts sends only cursors that RunPod issued",
    run: async ({ call }) => withStatus(422, await call(list({ cursor: "podwright" }))),
  }),
  reading({
    name: "limit-range",
    assumption: "A page size of 0 gets status 422",
    evidence: [newerDocument("`limit`")],
    touches: "client/http/pages.ts asks for pages of RunPod's own size",
    run: async ({ call }) => withStatus(422, await call(list({ limit: "0" }))),
  }),
  reading({
    name: "unknown-query",
    assumption: "RunPod ignores an unknown query parameter",
    evidence: [LIVE],
    touches: "a newer Podwright works with an older API of RunPod",
    run: async ({ call }) => withStatus(200, await call(list({ podwright: "1" }))),
  }),
  reading({
    name: "unknown-endpoint",
    assumption: "The job host answers 404 for an endpoint that does not exist",
    evidence: [recorded("41")],
    touches: "client/jobs reads 404 as not found; `podwright doctor` sends this request",
    run: async ({ call }) => withStatus(404, await call(health("podwright-probe"))),
  }),
  reading({
    name: "public-model-health",
    assumption: "A public model has no health operation",
    evidence: [],
    touches: "podwright public",
    confirms: ["A public model has no `health`"],
    run: async ({ call }) => withStatus(404, await call(health("qwen3-32b-awq"))),
  }),
  reading({
    name: "delegation-arn",
    assumption: "A delegation for a malformed address gets status 400",
    evidence: [recorded("15")],
    touches: "client/account/registries.ts",
    async run({ call }) {
      const body = { resource: "podwright-probe" };
      return withStatus(400, await call(rest("createDelegation", "POST", "registries/delegations", body)));
    },
  }),
  reading({
    name: "delegation-unknown",
    assumption: "The deletion of an unknown delegation gets status 404",
    evidence: [restDocument("`revokeDelegation`"), contradicted("16")],
    touches: "client/account/registries.ts",
    async run({ call }) {
      const response = await call(rest("revokeDelegation", "DELETE", "registries/delegations/podwright-probe"));
      if (response.status === 400) return different(seenIn(response), { unknownDelegation: "400" });
      return withStatus(404, response);
    },
  }),
  reading({
    name: "graphql-unknown-endpoint",
    assumption: "GraphQL answers `null` to a query for an endpoint that does not exist",
    evidence: [schema("`endpoint(id:)`")],
    touches: "no part of Podwright, which reads the list; other clients read one endpoint in this way",
    async run({ call }) {
      const response = await call(graphql("myself", 'query { myself { endpoint(id: "podwright-probe") { id } } }'));
      const expected = z.object({ data: z.object({ myself: z.object({ endpoint: z.null() }) }) });
      return expected.safeParse(response.value).success ? asAssumed("null") : different(seenIn(response));
    },
  }),
  reading({
    name: "availability-without-pool",
    assumption: "A GPU type without a serverless pool has no availability for endpoints",
    evidence: [],
    touches: "provider/planning/catalog/names.ts accepts pools, and refuses GPU types",
    confirms: ["A GPU type that belongs to no pool"],
    async run({ platform, signal }) {
      const types = await platform.catalog.gpuTypes({ availability: { product: "SERVERLESS" }, signal });
      const wrong = types.filter(({ pool, availability }) => pool === null && availability !== "NONE");
      return noneOf(types, wrong, "NONE");
    },
  }),
  reading({
    name: "availability-of-several",
    assumption: "Availability for several products is the availability of the best product",
    evidence: [],
    touches: "podwright.getGpuTypes returns the availability that RunPod reports",
    confirms: ["If a request asks for several products"],
    async run({ platform: { catalog }, signal }) {
      const of = async (...product: ("POD" | "SERVERLESS")[]) =>
        await catalog.gpuTypes({ availability: { product }, signal });
      const [pods, workers, both] = await Promise.all([of("POD"), of("SERVERLESS"), of("POD", "SERVERLESS")]);
      const level = (types: typeof both, wanted: string) =>
        LEVELS.indexOf(types.find(({ id }) => id === wanted)?.availability ?? "NONE");
      const wrong = both.filter(({ id }) => level(both, id) !== Math.max(level(pods, id), level(workers, id)));
      return noneOf(both, wrong, "the better availability of the two products");
    },
  }),
  reading({
    name: "availability-of-size",
    assumption: "A CPU flavor has no availability for a number of vCPUs that it does not offer",
    evidence: [],
    touches: "provider/planning/catalog/names.ts leaves the check of sizes to RunPod",
    confirms: ["A CPU flavor has the availability `NONE`"],
    async run({ platform: { catalog }, signal }) {
      const largest = Math.max(2, ...(await catalog.cpuTypes({ signal })).map(({ vcpu }) => vcpu.max));
      const vcpuCount = 2 ** (Math.floor(Math.log2(largest)) + 1);
      const flavors = await catalog.cpuTypes({ availability: { product: "POD", vcpuCount }, signal });
      const wrong = flavors.filter(({ availability }) => availability !== "NONE");
      return noneOf(flavors, wrong, "NONE");
    },
  }),
];
