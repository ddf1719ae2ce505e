import { beforeEach } from "vitest";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../../provider/kinds/template/lifecycle";
import type { Values } from "../../../../provider/planning/values";
import { type OneResource, useLifecycles } from "../harness";

export const both = ["graphql", "rest"] as const;

/** A template in a stack, endpoints with it over either transport, and the platform under them as REST shows it. */
export function useEndpointsWithTemplate() {
  const world = useLifecycles();
  let worker: OneResource;
  beforeEach(async () => {
    worker = await world.stack(template).create({ image: "worker:1", serverless: true, env: { A: "1" } });
  });

  const fetchRest = (id: string, init: RequestInit = {}) => {
    const { url, apiKey } = world.emulator;
    const headers = { authorization: `Bearer ${apiKey}`, "content-type": "application/json" };
    return fetch(`${url}/v2/serverless/${id}`, { ...init, headers });
  };

  return {
    world,
    get worker() {
      return worker;
    },
    /** The inputs that an endpoint needs. */
    get queue(): Values {
      return { gpuIds: "ADA_24,AMPERE_24", templateId: worker.id };
    },
    aTemplate: (inputs: Values) => world.stack(template).create({ serverless: true, ...inputs }),
    anEndpoint: () => world.stack(serverlessEndpoint),
    counts: () => world.emulator.counts(),
    overRest: async (id: string) => (await (await fetchRest(id)).json()) as { image: string; env: Values },
    changeOutside: (id: string, body: object) => fetchRest(id, { method: "PATCH", body: JSON.stringify(body) }),
    /** The surface is gone, as the platform has announced it for GraphQL. */
    retireGraphql() {
      const effect = { status: 410, body: { errors: [{ message: "GraphQL has been retired." }] } };
      for (const operation of ["myself", "saveEndpoint"]) world.emulator.addFault({ operation, times: 99, effect });
    },
  };
}
