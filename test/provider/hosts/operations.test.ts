import { describe, expect, test } from "vitest";
import { SeenState } from "../../../provider/hosts/engine/recorded-state";
import { HostOperations } from "../../../provider/hosts/operations";
import { networkVolume } from "../../../provider/kinds/network-volume/lifecycle";
import { secret } from "../../../provider/kinds/secret/lifecycle";
import type { Resource } from "../../../provider/operations/resource";
import type { Values } from "../../../provider/planning/values";
import { testRun } from "../../support/test-run";

type Call = "check" | "diff" | "read" | "create" | "delete";

const recorded = { name: "data-1", __autoname: "data-1", size: 20, dataCenter: "EU-RO-1" };
const key = "data";

/** Sends the engine's calls, and returns what each `diff` was and whether the `create` replaces. */
async function flow(calls: readonly Call[]): Promise<string[]> {
  const seen: string[] = [];
  const resource = {
    ...(networkVolume as unknown as Resource<Values>),
    read: async () => ({ inputs: recorded, outputs: recorded }),
    delete: async () => undefined,
    create: async (run: { mayReplace?: boolean }) => {
      seen.push(run.mayReplace === true ? "replacement" : "creation");
      return { id: "volume-1", outputs: {} };
    },
  } as Resource<Values>;
  const operations = new HostOperations<true>(resource, new SeenState(), ["__autoname"]);
  const sides = { key, recorded: { outputs: recorded } };
  for (const call of calls) {
    if (call === "check") {
      operations.check({ key, logicalName: key, olds: {}, news: recorded, unknowns: [], note: true });
    } else if (call === "diff") {
      const { note } = operations.plan({ ...sides, news: { ...recorded, size: 30 }, unknowns: [] });
      seen.push(note === true ? "own change" : "refresh");
    } else if (call === "read") await operations.read(testRun(), { ...sides, id: "volume-1" });
    else if (call === "create") await operations.create(testRun(), key, recorded);
    else await operations.delete(testRun(), "volume-1", sides.recorded);
  }
  return seen;
}

test.each<[string, readonly Call[], readonly string[]]>([
  ["the first up creates", ["check", "create"], ["creation"]],
  ["up announces and refuses a change", ["check", "diff"], ["own change"]],
  [
    "up that replaces knows that the old one exists",
    ["check", "diff", "check", "create"],
    ["own change", "replacement"],
  ],
  ["refresh refuses nothing", ["read", "diff"], ["refresh"]],
  ["refresh --run-program refuses nothing, though the program is checked", ["check", "read", "diff"], ["refresh"]],
  ["up --refresh refuses in its second half only", ["read", "diff", "check", "diff"], ["refresh", "own change"]],
  ["preview --refresh does the same", ["read", "diff", "check", "diff"], ["refresh", "own change"]],
  ["import holds the program against what it read", ["read", "check", "diff"], ["own change"]],
  ["destroy --run-program compares nothing", ["check", "delete"], []],
])("%s", async (_, calls, expected) => {
  expect(await flow(calls)).toEqual(expected);
});

describe("a check of a secret", () => {
  const check = (logicalName: string, olds: Values, news: Values) => {
    const resource = secret as unknown as Resource<Values>;
    const operations = new HostOperations<true>(resource, new SeenState(), ["__autoname"]);
    return operations.check({ logicalName, seed: new Uint8Array(3), olds, news, unknowns: [], note: true });
  };

  test.each([
    ["token", "token"],
    ["hf token (eu)", "hf-token--eu-"],
    ["1st", "_1st"],
    ["RunPod", "_RunPod"],
    ["\u00fcber/a", "_-ber/a"],
    ["x".repeat(300), "x".repeat(181)],
  ])("generates a name from %s that the platform takes", (logicalName, begins) => {
    const { inputs, problems } = check(logicalName, {}, { value: "v" });
    expect(String(inputs.name).replace(/-\w{7}$/, "")).toBe(begins);
    expect(problems).toEqual([]);
  });

  test("needs its value for a create, and not for what exists", () => {
    const missing = { path: ["value"], message: "is required to create it" };
    expect(check("token", {}, {}).problems).toEqual([missing]);
    expect(check("token", { name: "token", __autoname: "token-1" }, {}).problems).toEqual([]);
  });

  test("refuses a name that the project's own pattern proposes and the platform does not take", () => {
    const resource = secret as unknown as Resource<Values>;
    const operations = new HostOperations<true>(resource, new SeenState(), ["__autoname"]);
    const autonaming = { mode: "enforce", proposedName: "7 up" } as const;
    const request = { logicalName: "a", olds: {}, news: { value: "v" }, unknowns: [], note: true, autonaming } as const;
    expect(operations.check(request).problems.map(({ path }) => path)).toEqual([["name"]]);
  });
});
