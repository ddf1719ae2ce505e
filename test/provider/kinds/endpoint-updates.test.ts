import { describe, expect, test } from "vitest";
import type { Endpoint, EndpointInput } from "../../../client";
import type { Values } from "../../../kernel/values";
import { serverlessEndpointDeclaration } from "../../../provider/kinds/serverless-endpoint/serverless-endpoint";
import { settingsAsServed, templateAsServed } from "../../../provider/kinds/serverless-endpoint/serving/served";
import { isSaved, updateInput } from "../../../provider/kinds/serverless-endpoint/wire";
import { plan } from "../../../provider/planning/changes";
import { anEndpoint } from "../../support/endpoints";

interface Case {
  readonly live?: Partial<Endpoint>;
  readonly olds?: Partial<EndpointInput>;
  readonly news?: Partial<EndpointInput>;
  /** Default: the old inputs. */
  readonly state?: Partial<EndpointInput>;
}

/** The settings of a save that differ from the live settings. */
function saved({ live = {}, olds = {}, news = {}, state = olds }: Case): Values {
  const endpoint = anEndpoint(live);
  const change = { olds, news, state } as unknown as Parameters<typeof updateInput>[1];
  const input = updateInput(endpoint, change);
  return isSaved(endpoint, input) ? {} : differences(endpoint, input);
}

function differences(endpoint: Endpoint, input: EndpointInput): Values {
  const live: Values = { ...endpoint };
  return Object.fromEntries(
    Object.entries(input).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(live[name])),
  );
}

test.each([
  ["gpuIds", "ADA_24,AMPERE_24", "AMPERE_24, ADA_24"],
  ["locations", "EU-RO-1,US", "US,EU-RO-1"],
])("neither the preview nor the update shows another order of %s as a change", (name, before, after) => {
  const [olds, news] = [{ [name]: before }, { [name]: after }];
  const { differences: shown } = plan(serverlessEndpointDeclaration.changes, { olds, news, state: olds }, []);
  expect(shown).toEqual([]);
  expect(saved({ live: olds, olds, news })).toEqual({});
});

describe("an update of an endpoint", () => {
  test.each<[string, Case, Values]>([
    ["a changed value", { olds: { workersMax: 3 }, news: { workersMax: 5 } }, { workersMax: 5 }],
    [
      "nothing for an unchanged input that another user changed",
      { live: { workersMax: 9 }, olds: { workersMax: 5 }, news: { workersMax: 5 } },
      {},
    ],
    [
      "a value that the last update failed to save",
      { olds: { workersMax: 5 }, news: { workersMax: 5 }, state: { workersMax: 3 } },
      { workersMax: 5 },
    ],
    [
      "nothing for an unchanged input that the state lacks",
      { live: { workersMax: 9 }, olds: { workersMax: 5 }, news: { workersMax: 5 }, state: {} },
      {},
    ],
    ["nothing when the program newly declares the live value", { news: { idleTimeout: 10 } }, {}],
    ["the default of a removed setting", { live: { idleTimeout: 60 }, olds: { idleTimeout: 60 } }, { idleTimeout: 10 }],
    [
      "an empty text for a removed minimum CUDA version",
      { live: { minCudaVersion: "12.4" }, olds: { minCudaVersion: "12.4" } },
      { minCudaVersion: "" },
    ],
    [
      "an empty list that the program newly declares",
      { live: { allowedCudaVersions: ["12.1"] }, news: { allowedCudaVersions: [] } },
      { allowedCudaVersions: [] },
    ],
    [
      "nothing for a set in another order",
      { live: { allowedCudaVersions: ["12.1", "12.2"] }, news: { allowedCudaVersions: ["12.2", "12.1"] } },
      {},
    ],
    ["an empty text as an absent text", { live: { locations: "CZ" }, news: { locations: "" } }, { locations: null }],
    [
      "nothing for an outside change, if the program changes null to an empty text",
      { live: { locations: "CZ" }, olds: { locations: null }, news: { locations: "" } },
      {},
    ],
    [
      "the program's whole environment when one variable changes",
      {
        live: { env: { A: "1", B: "outside" }, templateId: "t" },
        olds: { env: { A: "1" } },
        news: { env: { A: "2" }, templateId: "t" },
      },
      { env: { A: "2" } },
    ],
    [
      "the program's template together with a new environment",
      { live: { templateId: "" }, news: { env: { A: "1" }, templateId: "t" }, olds: { templateId: "t" } },
      { env: { A: "1" }, templateId: "t" },
    ],
    [
      "no environment when the program newly declares an empty environment",
      { live: { env: { A: "outside" } }, news: { env: {} } },
      {},
    ],
    [
      "an empty environment when the program removes its environment",
      { live: { env: { A: "1" } }, olds: { env: { A: "1" } } },
      { env: {} },
    ],
    [
      "no minimum CUDA version beside a list of versions",
      { live: { minCudaVersion: "12.0" }, news: { allowedCudaVersions: ["12.1"] } },
      { allowedCudaVersions: ["12.1"], minCudaVersion: "" },
    ],
  ])("saves %s", (_, given, expected) => {
    expect(saved(given)).toEqual(expected);
  });
});

describe("a rollback", () => {
  const restored = (settings: Values, declared: Values, now: Values, live: Partial<Endpoint>) => {
    const endpoint = anEndpoint(live);
    return differences(endpoint, settingsAsServed(endpoint, { declared, settings }, now));
  };

  test("restores only the value that the program declared before", () => {
    const live = { workersMax: 5, idleTimeout: 99 };
    const former = { workersMax: 3, idleTimeout: 10 };
    expect(restored(former, { workersMax: 3 }, { workersMax: 5 }, live)).toEqual({ workersMax: 3 });
  });

  test("restores the value that a setting had before the program declared the setting", () => {
    expect(restored({ idleTimeout: 10 }, {}, { idleTimeout: 60 }, { idleTimeout: 60 })).toEqual({ idleTimeout: 10 });
  });

  test("restores the value that a setting had before the program declared the default", () => {
    const [served, live] = [["12.1"], { allowedCudaVersions: [] }];
    expect(restored({ allowedCudaVersions: served }, {}, live, live)).toEqual({ allowedCudaVersions: served });
    expect(restored(live, {}, live, live)).toEqual({});
  });

  const template = (declared: Values | undefined, settings: Values, inputs: Values, live: Values) =>
    templateAsServed({ id: "t", declared, settings }, { revision: 2, before: 1, changed: [], inputs }, live);

  test("restores only the template settings that the failed update changed", () => {
    const settings = { image: "a:1", disk: 10 };
    const live = { image: "a:2", disk: 20 };
    expect(template({ image: "a:1" }, settings, { image: "a:2" }, live)).toEqual({ image: "a:1" });
    expect(template(undefined, settings, { image: "a:2" }, live)).toEqual(settings);
  });

  test("restores the text of a command whose lists the program changed", () => {
    const settings = { args: "serve" };
    const live = { args: "serve --fast" };
    expect(template({ cmd: ["serve"] }, settings, { cmd: ["serve", "--fast"] }, live)).toEqual(settings);
  });

  test("restores no template setting that the program only writes in another form", () => {
    const [former, live] = [{ ports: ["1/tcp", "2/tcp"] }, { ports: ["2/tcp", "1/tcp"] }];
    expect(template(former, former, live, live)).toEqual({});
    const env = { A: "outside" };
    expect(template({ env: {} }, { env: {} }, {}, { env })).toEqual({});
    expect(template({}, { env }, { env: {} }, { env: {} })).toEqual({});
  });

  test("restores the value that a template setting had before the program declared the default", () => {
    expect(template({}, { registry: "r" }, { registry: null }, { registry: null })).toEqual({ registry: "r" });
  });

  test("restores no template setting that already has its former value", () => {
    expect(template({ env: { A: "1" } }, { env: { A: "1" } }, { env: { A: "2" } }, { env: { A: "1" } })).toEqual({});
  });
});
