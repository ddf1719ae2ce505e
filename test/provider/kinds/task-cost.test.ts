import { expect, test } from "vitest";
import { costRule } from "../../../provider/kinds/task/cost";
import type { Catalogs } from "../../../provider/planning/catalogs";

const catalogs = {
  gpus: async () => [
    { id: "A", price: { secure: 0.5, community: 0.3 } },
    { id: "B", price: { secure: 1 } },
  ],
  cpus: async () => [{ id: "cpu3c", price: { securePerVcpu: 0.03 } }],
} as unknown as Catalogs;

const none = { gpus: async () => undefined, cpus: async () => undefined } as unknown as Catalogs;

const refusalOf = async (inputs: Record<string, unknown>, from = catalogs) => {
  const [question] = costRule({ timeout: "4h", maxCost: 3, ...inputs });
  return await question?.answer(from);
};

test.each<[string, Record<string, unknown>, string | undefined]>([
  ["accepts a limit that pays for the whole time", { gpu: { id: "A" } }, undefined],
  ["counts the dearest fallback", { gpu: { id: "A" }, fallbacks: [{ gpu: { id: "B" } }] }, "4h at $1.00 an hour"],
  ["refuses hardware without a price", { gpu: { id: "B" }, cloud: "COMMUNITY" }, 'has no price for "B"'],
  [
    "refuses a fallback without a price",
    { gpu: { id: "A" }, fallbacks: [{ gpu: { id: "B" }, cloud: "COMMUNITY" }] },
    'has no price for "B". Choose hardware with a price, or remove `maxCost`',
  ],
  ["leaves an unknown name to the rule about names", { gpu: { id: "C" } }, undefined],
])("maxCost of a task %s", async (_does, inputs, refusal) => {
  const found = await refusalOf(inputs);
  expect(refusal === undefined ? found : found?.includes(refusal)).toBe(refusal === undefined ? undefined : true);
});

test("maxCost of a task is not compared without a catalog", async () => {
  expect(await refusalOf({ gpu: { id: "A" } }, none)).toBeUndefined();
});
