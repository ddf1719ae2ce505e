import { expect, test } from "vitest";
import { podSchema } from "../../../client/pods/types";
import { choicesOf } from "../../../provider/kinds/pod/placement";
import type { PodInputs } from "../../../provider/kinds/pod/pod";
import { createBody, importedInputs, liveInputs, podOutputs } from "../../../provider/kinds/pod/wire";

test("a create of a pod always sends the number of GPUs, even for a fallback", () => {
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

const platform = { serverlessUrl: "https://api.runpod.ai" };

const answer = (template: string | null) =>
  podSchema.parse({
    ...{ id: "p1", name: "web", status: "EXITED", actions: ["start", "terminate"], image: "nginx", template },
    ...{ cpu: { id: "cpu3c", vcpuCount: 4, memory: 8 }, cloud: "SECURE" },
  });

test("an import of a CPU pod shows the memory of the CPUs only in the outputs", () => {
  const pod = answer("t1");
  expect(importedInputs(pod)).toMatchObject({ templateId: "t1", cpu: { id: "cpu3c", vcpuCount: 4 } });
  expect(importedInputs(pod).cpu).not.toHaveProperty("memory");
  expect(podOutputs(platform, pod, {})).toMatchObject({
    template: "t1",
    placement: { cpu: { vcpuCount: 4, memory: 8 } },
  });
  // The actual hardware replaces declared hardware, in the shape of an input.
  expect(liveInputs(pod, { cpu: { id: "cpu3c", vcpuCount: 2 } }).cpu).toEqual({ id: "cpu3c", vcpuCount: 4 });
});

test("the outputs of a pod name the address of each http port at RunPod's proxy", () => {
  const pod = { ...answer(null), ports: ["8888/http", "22/tcp", "80/http"] };
  const urls = { "80": "https://p1-80.proxy.runpod.net", "8888": "https://p1-8888.proxy.runpod.net" };
  expect(podOutputs(platform, pod, {})).toMatchObject({ urls });
  expect(podOutputs({ serverlessUrl: "http://127.0.0.1:1" }, pod, {})).toMatchObject({
    urls: { "80": "http://127.0.0.1:1/_emulator/proxy/p1/80" },
  });
});

test("an import of a pod keeps its address in the private network", () => {
  const pod = answer(null);
  const globalNetworking = { ...pod.globalNetworking, enabled: true };
  expect(importedInputs({ ...pod, globalNetworking })).toMatchObject({ globalNetworking: true });
  expect(importedInputs(pod)).not.toHaveProperty("globalNetworking");
});

test("a pod whose response names no template keeps the declared template", () => {
  const pod = answer(null);
  expect(liveInputs(pod, { templateId: "t1" })).toEqual({ templateId: "t1" });
  expect(importedInputs(pod)).not.toHaveProperty("templateId");
  expect(podOutputs(platform, pod, { templateId: "t1" })).not.toHaveProperty("template");
});
