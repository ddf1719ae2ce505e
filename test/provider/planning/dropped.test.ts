import { expect, test } from "vitest";
import { z } from "zod";
import type { Values } from "../../../kernel/values";
import { keepingBaseline } from "../../../provider/planning/baseline";
import { declare, property } from "../../../provider/planning/declaration";
import { droppedIn } from "../../../provider/planning/dropped";
import { record } from "../../../provider/planning/projection";
import { live } from "../../../provider/planning/rules";

const anything = z.unknown();
const on = { on: live, wire: "update read" } as const;
const { changes: table } = declare({
  kind: "Toy",
  properties: {
    image: property(z.string(), on),
    disk: property(anything, { ...on, removed: 50 }),
    models: property(anything, { ...on, unset: [], compare: "set" }),
    env: property(anything, { ...on, unset: {}, platformKeys: /^PLATFORM$/ }),
  },
  outputs: z.object({}),
});

const created = { image: "a", disk: 50, models: [], env: { PLATFORM: "p" } };
const recorded = (more: Values = {}) => record(table, { image: "a" }, { ...created, ...more });
const dropped = (now: Values, more: { outputs?: Values; news?: Values; filled?: string[] } = {}) =>
  droppedIn(table, { outputs: recorded(), live: recorded(now), news: { image: "b" }, filled: [], ...more });

test("a replacement drops outside changes of inputs that the program leaves out", () => {
  expect(dropped({})).toEqual([]);
  expect(dropped({ disk: 80, env: { PLATFORM: "q", HAND: "h" } })).toEqual(["disk", "env.HAND"]);
  expect(dropped({ disk: 80 }, { news: { image: "b", disk: 60 } })).toEqual([]);
  const refreshed = keepingBaseline(table, recorded(), recorded({ disk: 80 })).outputs;
  expect(dropped({ disk: 80 }, { outputs: refreshed })).toEqual(["disk"]);
});

test("a replacement drops a value other than the default, even if the resource always had it", () => {
  const outputs = recorded({ models: ["m"] });
  expect(dropped({ models: ["m"] }, { outputs })).toEqual(["models"]);
  expect(dropped({ models: ["m"] }, { outputs, filled: ["models"] })).toEqual([]);
});
