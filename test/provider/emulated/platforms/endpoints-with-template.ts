import { beforeEach } from "vitest";
import type { Values } from "../../../../kernel/values";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../../../provider/kinds/template/lifecycle";
import type { Resource } from "../../../../provider/session/resource";
import type { Engine, Program } from "../../../support/engine";
import { OneResource } from "../../../support/one-resource";
import { useLifecycles } from "../harness";

export const both = ["graphql", "rest"] as const;

/**
 * A stack of a template and of endpoints with it, over either transport, and the platform under them as REST shows
 * it.
 */
export function useEndpointsWithTemplate() {
  const world = useLifecycles();
  let engine: Engine;
  let worker: OneResource;
  let made = 0;
  const one = (resource: Resource<never>, name = `one-${++made}`) => new OneResource(engine, resource, name);
  beforeEach(async () => {
    engine = world.engine();
    worker = await one(template, "worker").up({ image: "worker:1", serverless: true, env: { A: "1" } });
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
    get engine() {
      return engine;
    },
    /** The program in which only the template's inputs change, to these inputs. */
    changed(inputs: Values): Program {
      const others = [...engine.resources].filter(([name]) => name !== "worker");
      return { ...worker.declared(inputs), ...Object.fromEntries(others) };
    },
    /** The lines of an `up` of that program. */
    async changeTemplate(inputs: Values) {
      await engine.up(this.changed(inputs));
      return engine.lines;
    },
    aTemplate: (inputs: Values) => one(template).up({ serverless: true, ...inputs }),
    anEndpoint: () => one(serverlessEndpoint),
    counts: () => world.emulator.counts(),
    overRest: async (id: string) => (await (await fetchRest(id)).json()) as { image: string; env: Values },
    changeOutside: (id: string, body: object) => fetchRest(id, { method: "PATCH", body: JSON.stringify(body) }),
    /** Turns the surface off, as RunPod has announced for GraphQL. */
    retireGraphql() {
      const effect = { status: 410, body: { errors: [{ message: "GraphQL has been retired." }] } };
      for (const operation of ["myself", "saveEndpoint"]) world.emulator.addFault({ operation, times: 99, effect });
    },
  };
}
