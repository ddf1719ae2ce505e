import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder";
import { unknown } from "../support/facts";
import type { World } from "../support/harness";

/*
 * Here each row of the emulator has the mark of a newer field. So these tests prove the filter for rows of tomorrow too, and a
 * new field needs no line in this folder.
 */

const fields = "../../../emulator/records/fields";
const settings = "../../../emulator/records/endpoint-settings";
const kinds = ["pods", "templates", "network-volumes", "registries"] as const;
type Kind = (typeof kinds)[number];

let rowsOf: Readonly<Record<Kind, { shape: object; sentBy(request: "create" | "update"): object }>>;
let settingRows: typeof import("../../../emulator/records/endpoint-settings").endpointRows;
let startWorld: typeof import("../support/harness").startWorld;

beforeAll(async () => {
  vi.resetModules();
  vi.doMock(fields, async (original) => {
    const actual = await original<typeof import("../../../emulator/records/fields")>();
    return { ...actual, field: (schema: never, row: object) => actual.field(schema, { ...row, newer: true }) };
  });
  vi.doMock(settings, async (original) => {
    const actual = await original<typeof import("../../../emulator/records/endpoint-settings")>();
    return { ...actual, endpointRows: actual.endpointRows.map(([name, row]) => [name, { ...row, newer: true }]) };
  });
  ({ startWorld } = await import("../support/harness.js"));
  settingRows = (await import("../../../emulator/records/endpoint-settings.js")).endpointRows;
  rowsOf = {
    pods: (await import("../../../emulator/records/pod.js")).podFields,
    templates: (await import("../../../emulator/records/template.js")).templateFields,
    "network-volumes": (await import("../../../emulator/records/network-volume.js")).volumeFields,
    registries: (await import("../../../emulator/records/registry.js")).registryFields,
  };
});
afterAll(() => {
  vi.doUnmock(fields);
  vi.doUnmock(settings);
  vi.resetModules();
});

/** Creates an item of each kind. Then starts an emulator of the first interface with these items. */
async function firstInterface(): Promise<{ readonly it: World; readonly ids: Readonly<Record<Kind, string>> }> {
  const state = join(temporaryFolder("marked-rows"), "state.json");
  const today = await startWorld({ state });
  const ids = {
    pods: (await today.pod()).id,
    templates: (await today.template()).id,
    "network-volumes": (await today.volume()).id,
    registries: (await today.registry()).id,
  };
  await today.emulator.close();
  return { it: await startWorld({ state, strictInterface: true }), ids };
}

describe.each(kinds)("the first version of RunPod's interface: %s", (kind) => {
  test("a response, alone or in a list, shows no field whose row has the mark", async () => {
    const { it, ids } = await firstInterface();
    const item = await it.get(`/v2/${kind}/${ids[kind]}`);
    const [list] = Object.values(await it.get(`/v2/${kind}`));
    expect(list).toEqual([item]);
    const marked = Object.keys(rowsOf[kind].shape);
    expect(marked.filter((name) => Object.hasOwn(item, name))).toEqual([]);
    expect(marked).not.toEqual([]);
  });

  test.each(["create", "update"] as const)(
    "a request to %s accepts no field whose row has the mark",
    async (request) => {
      const { it, ids } = await firstInterface();
      for (const name of Object.keys(rowsOf[kind].sentBy(request))) {
        const body = { [name]: null };
        const reply = await (request === "create"
          ? it.post(`/v2/${kind}`, body)
          : it.patch(`/v2/${kind}/${ids[kind]}`, body));
        expect(reply.body.errors).toContain(unknown("$", name));
      }
    },
  );
});

describe("the first version of RunPod's interface: endpoints", () => {
  test("neither a request nor a response over GraphQL has a setting whose row has the mark", async () => {
    const { it } = await firstInterface();
    const typed = settingRows.filter(([, { graphql }]) => graphql !== undefined).map(([name]) => name);
    expect(typed).not.toEqual([]);
    for (const name of typed) {
      const { body: shown } = await it.query(`{ myself { endpoints { ${name} } } }`);
      expect(shown.errors[0].message).toContain(`Cannot query field "${name}"`);
      const { body: sent } = await it.query(`mutation { saveEndpoint(input: { ${name}: null }) { id } }`);
      expect(JSON.stringify(sent.errors)).toContain(`unknown field \\"${name}\\"`);
    }
  });

  test("neither a request nor a response over REST has a setting whose row has the mark", async () => {
    const { it } = await firstInterface();
    const places = settingRows.flatMap(([, { rest }]) => (rest === undefined ? [] : [rest.split(".")]));
    expect(places).not.toEqual([]);
    const { body: endpoint } = await it.post("/v2/serverless", {
      ...{ name: "e", image: "worker", type: "QUEUE", gpu: { pools: ["ADA_24"] } },
      scaling: { type: "QUEUE_DELAY", queueDelay: 4 },
    });
    for (const [first = "", second] of places) {
      expect(endpoint).not.toHaveProperty([first, second].filter(Boolean).join("."));
      const body = { [first]: second === undefined ? null : { [second]: null } };
      const { body: refusal } = await it.patch(`/v2/serverless/${endpoint.id}`, body);
      const [place, name] = second === undefined ? ["$", first] : [`$.${first}`, second];
      expect(refusal.errors).toContain(unknown(place, name));
    }
  });
});
