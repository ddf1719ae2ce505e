import { expect, test } from "vitest";
import { unknownValue } from "../../../provider/hosts/properties/unknowns";
import { foreseenCost } from "../../../provider/kinds/pod/price";
import type { Catalogs } from "../../../provider/planning/catalogs";

const catalogs = {
  gpus: async () => [
    { id: "A", price: { secure: 0.5, community: 0.3 } },
    { id: "B", price: { secure: 0.5 } },
  ],
  cpus: async () => [{ id: "cpu3c", price: { securePerVcpu: 0.03 } }],
} as unknown as Catalogs;

const a = { gpu: { id: "A" } };

test.each<[string, Record<string, unknown>, number | undefined]>([
  ["of its GPUs", { gpu: { id: "A", count: 2 } }, 1],
  ["of its CPUs", { cpu: { id: "cpu3c", vcpuCount: 4 } }, 0.12],
  ["of a host of another owner", { ...a, cloud: "COMMUNITY" }, 0.3],
  ["of fallbacks that cost the same", { ...a, fallbacks: [{ gpu: { id: "B" } }] }, 0.5],
  ["but not with fallbacks at another price", { ...a, fallbacks: [{ cloud: "COMMUNITY" }] }, undefined],
  ["but not of a GPU that the catalog lacks", { gpu: { id: "C" } }, undefined],
  ["but not of a stopped pod", { ...a, desiredStatus: "EXITED" }, undefined],
  ["but not with an unknown GPU", { gpu: unknownValue }, undefined],
  ["but not with an unknown number of GPUs", { gpu: { id: "A", count: unknownValue } }, undefined],
  ["but not in an unknown cloud", { ...a, cloud: unknownValue }, undefined],
  ["but not with unknown fallbacks", { ...a, fallbacks: unknownValue }, undefined],
  ["but not with an unknown fallback", { ...a, fallbacks: [unknownValue] }, undefined],
])("a preview knows the price of a new pod: the price %s", async (_of, inputs, cost) => {
  expect(await foreseenCost(inputs, catalogs)).toBe(cost);
});
