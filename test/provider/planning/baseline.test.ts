import { expect, test } from "vitest";
import { z } from "zod";
import type { Values } from "../../../kernel/values";
import { baselineIn, baselineLine, carryingBaseline, keepingBaseline } from "../../../provider/planning/baseline";
import { declare, property } from "../../../provider/planning/declaration";
import { record } from "../../../provider/planning/projection";
import { live } from "../../../provider/planning/rules";

const anything = z.unknown();
const on = { on: live, wire: "update read" } as const;

const { changes: table } = declare({
  kind: "Toy",
  properties: {
    image: property(z.string(), on),
    args: property(anything, { ...on, unset: "" }),
    ports: property(anything, { ...on, unset: [], compare: "set" }),
    env: property(anything, { ...on, unset: {}, platformKeys: /^PLATFORM$/ }),
    registry: property(anything, { ...on, unset: null }),
  },
  outputs: z.object({}),
});

const reported = { image: "a", args: "", ports: ["a", "b"], env: { PLATFORM: "p" }, registry: null };
const outputs = (more: Values = {}, declared: Values = { image: "a" }) =>
  record(table, declared, { ...reported, ...more });
const refresh = (recorded: Values, more: Values, declared?: Values) =>
  keepingBaseline(table, recorded, outputs(more, declared));
const differing = (of: Values) => baselineIn(of)?.changed;

test("a create leaves the live values as the baseline, with nothing else in the state", () => {
  expect(outputs().__baseline).toEqual({ open: ["env", "registry"] });
  expect(refresh(outputs(), { ports: ["b", "a"] })).toEqual({ outputs: outputs({ ports: ["b", "a"] }), found: [] });
});

test("a refresh keeps the values before an outside change, and finds the change once", () => {
  const change = { args: "--loud", registry: "r1", env: { PLATFORM: "q", HAND: "h" } };
  const first = refresh(outputs(), change);
  expect(first.found).toEqual(["args", "env.HAND", "registry"]);
  expect(first.outputs).toMatchObject({ args: "--loud", registry: "r1" });
  expect(baselineIn(first.outputs)).toMatchObject({
    changed: ["args", "env.HAND", "registry"],
    appeared: ["env.HAND", "registry"],
    former: { args: "" },
  });

  expect(refresh(first.outputs, change)).toEqual({ outputs: first.outputs, found: [] });
  const later = refresh(first.outputs, { ...change, args: "--louder" });
  expect(later.found).toEqual(["args"]);
  expect(baselineIn(later.outputs)?.former).toEqual({ args: "" });
});

test("a change ends when its value returns, and when the program declares the input", () => {
  const changed = refresh(outputs(), { args: "--loud", env: { HAND: "h" } }).outputs;
  expect(differing(refresh(changed, {}).outputs)).toEqual([]);
  const declared = outputs({ args: "--loud", env: { HAND: "h" } }, { image: "a", args: "--loud" });
  expect(differing(carryingBaseline(table, changed, declared))).toEqual(["env.HAND"]);
});

test("a removed value stays a difference, although neither the state nor RunPod has it any more", () => {
  const once = refresh(outputs({ registry: "r1" }), { registry: null }).outputs;
  expect(baselineIn(once)).toMatchObject({ changed: ["registry"], former: { registry: "r1" } });
  expect(refresh(once, { registry: null }).outputs).toEqual(once);
});

test("an update keeps the difference of an input that it leaves alone, and what it changes itself is no difference", () => {
  const changed = refresh(outputs(), { args: "--loud" }).outputs;
  const after = carryingBaseline(table, changed, outputs({ image: "b", args: "--loud", ports: ["c"] }, { image: "b" }));
  expect(baselineIn(after)).toMatchObject({ changed: ["args"], former: { args: "" } });
});

test("a value that an older release or the other transport did not report is no outside change", () => {
  const withoutArgs = record(table, { image: "a" }, { image: "a", env: {} });
  expect(refresh(withoutArgs, { args: "--loud" })).toMatchObject({ found: [] });
  const { __baseline: _, ...older } = withoutArgs;
  expect(refresh(older, { args: "--loud" }).outputs).toEqual(outputs({ args: "--loud" }));
  expect(keepingBaseline(table, outputs({ args: "--loud" }), withoutArgs)).toMatchObject({ found: [] });
});

test("a state without a list of undeclared inputs begins with the live values", () => {
  expect(refresh({ image: "a", args: "old" }, { args: "new" })).toEqual({
    outputs: outputs({ args: "new" }),
    found: [],
  });
});

test("the line of a refresh has paths and no values", () => {
  expect(baselineLine(["args", "env.HAND"])).toMatch(/^args, env\.HAND changed outside Pulumi\. .* leaves them out/);
});
