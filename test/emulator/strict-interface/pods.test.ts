import { expect } from "vitest";
import { type Facts, fact, holds, keys, refusal, unknown } from "../support/facts";
import { gpu } from "../support/harness";

const podBody = { name: "p", image: "nginx", gpu: { id: gpu } };
const onCpu = { name: "p", image: "nginx", cpu: { id: "cpu3c", vcpuCount: 2 } };
const createPod = (change: object) =>
  fact(async (it) => (await it.post("/v2/pods", { ...podBody, ...change })).status, 201);
const refusedPod = (change: object, status: number, why: unknown = expect.anything()) =>
  fact((it) => refusal(it.post("/v2/pods", { ...podBody, ...change })), [status, why]);
const pods: Facts = {
  "a pod shows the fields that are named, and no others": fact(
    async (it) => keys(await it.pod()),
    [
      ...["actions", "args", "cloud", "cost", "createdAt", "dataCenterId", "disk", "env", "globalNetworking", "gpu"],
      ...["id", "image", "locked", "mounts", "name", "ports", "registry", "runtime", "startedAt", "status", "template"],
    ],
  ),
  "a pod on CPUs has cpu in the place of gpu": fact(async (it) => (await it.create("/v2/pods", onCpu)).cpu, {
    id: "cpu3c",
    vcpuCount: 2,
    memory: 4,
  }),
  "gpu has an id and a count, which is 1 by default": fact(async (it) => (await it.pod()).gpu, { id: gpu, count: 1 }),
  "a new pod is PROVISIONING, not started, and has no runtime": fact(
    async (it) => {
      const { status, startedAt, runtime } = await it.pod();
      return { status, startedAt, runtime };
    },
    { status: "PROVISIONING", startedAt: null, runtime: null },
  ),
  "a pod is STARTING next, and RUNNING with a runtime in the end": fact(
    async (it) => {
      const { id } = await it.pod({ ports: ["22/tcp"] });
      it.advance(1_500);
      const { status } = await it.get(`/v2/pods/${id}`);
      it.advance(1_000);
      const running = await it.get(`/v2/pods/${id}`);
      return [status, running.status, keys(running.runtime), keys(running.runtime.ports[0])];
    },
    ["STARTING", "RUNNING", ["cpu", "gpus", "memory", "ports", "uptime"], ["ip", "private", "public", "type"]],
  ),
  "a stopped pod costs nothing": fact(async (it) => {
    const { id } = await it.runningPod();
    return (await it.post(`/v2/pods/${id}/action`, { action: "stop" })).body.cost;
  }, 0),
  "a locked pod can neither stop nor restart": fact(
    async (it) => {
      const { id } = await it.runningPod();
      return (await it.patch(`/v2/pods/${id}`, { locked: true })).body.actions;
    },
    ["terminate"],
  ),
  "the cloud is SECURE by default": fact(async (it) => (await it.pod()).cloud, "SECURE"),
  "a create takes every field that is named": createPod({
    ...{ args: "sleep 9", disk: 1, ports: ["80/http"], env: { A: "b" }, registry: null, mounts: {}, cloud: "SECURE" },
    ...{ dataCenterIds: ["EU-RO-1"], globalNetworking: true },
  }),
  "a create takes no field beyond these": refusedPod(
    { entrypoint: ["x"], cmd: ["x"], templateId: "t", startSsh: true, startJupyter: true, cluster: {}, bid: 1 },
    422,
    [unknown("$", "entrypoint", "cmd", "templateId", "startSsh", "startJupyter", "cluster", "bid")],
  ),
  "gpu takes no field beyond id and count": refusedPod(
    { gpu: { id: gpu, minRamPerGpu: 8, minVcpuCountPerGpu: 2, minCudaVersion: "12.4", allowedCudaVersions: ["12.4"] } },
    422,
    expect.arrayContaining([
      unknown("$.gpu", "minRamPerGpu", "minVcpuCountPerGpu", "minCudaVersion", "allowedCudaVersions"),
    ]),
  ),
  "cpu takes no field beyond id and vcpuCount": fact(
    (it) => refusal(it.post("/v2/pods", { ...onCpu, cpu: { ...onCpu.cpu, memory: 8 } })),
    [422, expect.arrayContaining([unknown("$.cpu", "memory")])],
  ),
  "an image is required, also beside a template": fact(
    (it) => refusal(it.post("/v2/pods", { name: "p", gpu: { id: gpu }, templateId: "t" })),
    [422, ["$: missing property 'image'", unknown("$", "templateId")]],
  ),
  "a name has at least one character": refusedPod({ name: "" }, 422),
  "a disk has at least 1 GB": refusedPod({ disk: 0 }, 422),
  "a GPU count is at least 1": refusedPod({ gpu: { id: gpu, count: 0 } }, 422),
  "a create without gpu and cpu is refused": refusedPod({ gpu: undefined }, 400),
  "a create with both gpu and cpu is refused": refusedPod({ cpu: onCpu.cpu }, 400),
  "vCPUs are at least 2": fact(
    (it) => refusal(it.post("/v2/pods", { ...onCpu, cpu: { id: "cpu3c", vcpuCount: 1 } })),
    [422, expect.anything()],
  ),
  "vCPUs are a power of two": fact(
    (it) => refusal(it.post("/v2/pods", { ...onCpu, cpu: { id: "cpu3c", vcpuCount: 6 } })),
    [400, expect.anything()],
  ),
  "global networking needs an NVIDIA GPU": refusedPod(
    { gpu: { id: "AMD Instinct MI300X OAM" }, globalNetworking: true },
    400,
  ),
  "data centers are preferred: the pod goes to the first of them that has a host": fact(
    async (it) => (await it.pod({ dataCenterIds: ["EU-CZ-1", "EU-RO-1"] })).dataCenterId,
    "EU-CZ-1",
  ),
  "a pod goes to another data center where none of the preferred ones has a host": fact(async (it) => {
    it.emulator.setStock({ dataCenter: "EU-CZ-1", count: 0 });
    const { dataCenterId } = await it.pod({ dataCenterIds: ["EU-CZ-1"] });
    return dataCenterId !== "EU-CZ-1";
  }, true),
  "a pod goes to the data center of its volume, whatever it prefers": fact(async (it) => {
    const { id: volumeId } = await it.volume("EU-RO-1");
    const mounts = { network: [{ volumeId, path: "/v" }] };
    return (await it.pod({ dataCenterIds: ["EU-CZ-1"], mounts })).dataCenterId;
  }, "EU-RO-1"),
  "a create has no largest size": createPod({ env: { A: "x".repeat(200_000) } }),
};

holds(pods);
