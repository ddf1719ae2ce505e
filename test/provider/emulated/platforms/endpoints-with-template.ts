import { beforeEach } from "vitest";
import { SeenState } from "../../../../provider/hosts/engine/recorded-state";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../../provider/kinds/template/lifecycle";
import type { Values } from "../../../../provider/planning/values";
import { type OneResource, useLifecycles } from "../harness";

export const both = ["graphql", "rest"] as const;

/** A template in a stack, endpoints with it over either transport, and the platform under them as REST shows it. */
export function useEndpointsWithTemplate() {
  const world = useLifecycles();
  let worker: OneResource;
  let revision = 1;
  beforeEach(async () => {
    revision = 1;
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
    /** An `up` of a stack that holds the template and these endpoints. The lines of all of them. */
    async changeTemplate(inputs: Values, followers: readonly OneResource[], others: Partial<SeenState> = {}) {
      revision += 1;
      const seen = Object.assign(new SeenState(), others);
      seen.followed.set(worker.id, { revision, before: revision - 1, changed: ["image"], inputs });
      await worker.update(inputs, { run: world.run(seen) });
      const lines = [...worker.lines];
      for (const follower of followers) {
        await follower.update(follower.state.inputs, { run: world.run(seen) });
        lines.push(...follower.lines);
      }
      return lines;
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
