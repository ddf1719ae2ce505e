import { expect, test } from "vitest";
import { SeenState } from "../../../provider/hosts/engine/recorded-state";
import { HostOperations } from "../../../provider/hosts/operations";
import { networkVolume } from "../../../provider/kinds/network-volume/lifecycle";
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
