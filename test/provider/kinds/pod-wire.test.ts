import { expect, test } from "vitest";
import { choicesOf } from "../../../provider/kinds/pod/placement";
import type { PodInputs } from "../../../provider/kinds/pod/pod";
import { createBody } from "../../../provider/kinds/pod/wire";

test("a create says how many GPUs also where the program does not, in a fallback too, and adds no other value", () => {
  const inputs: PodInputs = {
    name: "web-1",
    image: "nginx",
    gpu: { id: "A" },
    fallbacks: [{ gpu: { id: "B" } }, { cpu: { id: "cpu3c", vcpuCount: 2 } }, { gpu: { id: "A", count: 4 } }],
    desiredStatus: "RUNNING",
    __autoname: "web-1",
  };
  const common = { name: "web-1", image: "nginx", env: { PODWRIGHT_CREATE_NONCE: "web-1" } };
  expect(choicesOf(inputs).map((choice) => createBody(inputs, choice, undefined))).toEqual([
    { ...common, gpu: { id: "A", count: 1 } },
    { ...common, gpu: { id: "B", count: 1 } },
    { ...common, cpu: { id: "cpu3c", vcpuCount: 2 } },
    { ...common, gpu: { id: "A", count: 4 } },
  ]);
});
