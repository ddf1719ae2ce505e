import { expect } from "vitest";
import { type Facts, fact, holds, keys, refusal, unknown } from "../support/facts";
import { gpu } from "../support/harness";

const podBody = { name: "p", image: "nginx", gpu: { id: gpu } };
const createPod = (change: object) =>
  fact(async (it) => (await it.post("/v2/pods", { ...podBody, ...change })).status, 201);
const refusedPod = (change: object, status: number, why: unknown = expect.anything()) =>
  fact((it) => refusal(it.post("/v2/pods", { ...podBody, ...change })), [status, why]);
const pods: Facts = {
  "a pod shows only the documented fields": fact(
    async (it) => keys(await it.pod()),
    [
      ...["actions", "args", "cloud", "cost", "createdAt", "dataCenterId", "disk", "env", "globalNetworking", "gpu"],
      ...["id", "image", "locked", "mounts", "name", "ports", "registry", "runtime", "startedAt", "status", "template"],
    ],
  ),
  "the GPU of a pod has an id and a count, which is 1 by default": fact(async (it) => (await it.pod()).gpu, {
    id: gpu,
    count: 1,
  }),
  "a request for a new pod may contain every documented field": createPod({
    ...{ args: "sleep 9", disk: 1, ports: ["80/http"], env: { A: "b" }, registry: null, mounts: {}, cloud: "SECURE" },
    ...{ dataCenterIds: ["EU-RO-1"], globalNetworking: true },
  }),
  "a request for a new pod may contain no undocumented field": refusedPod(
    { entrypoint: ["x"], cmd: ["x"], templateId: "t", startSsh: true, startJupyter: true, cluster: {}, bid: 1 },
    422,
    [unknown("$", "entrypoint", "cmd", "templateId", "startSsh", "startJupyter", "cluster", "bid")],
  ),
  "a request for a pod's GPU may contain only id and count": refusedPod(
    { gpu: { id: gpu, minRamPerGpu: 8, minVcpuCountPerGpu: 2, minCudaVersion: "12.4", allowedCudaVersions: ["12.4"] } },
    422,
    expect.arrayContaining([
      unknown("$.gpu", "minRamPerGpu", "minVcpuCountPerGpu", "minCudaVersion", "allowedCudaVersions"),
    ]),
  ),
  "a request for a new pod needs an image, even with a template": fact(
    (it) => refusal(it.post("/v2/pods", { name: "p", gpu: { id: gpu }, templateId: "t" })),
    [422, ["$: missing property 'image'", unknown("$", "templateId")]],
  ),
  "a pod runs in the first requested data center that has a host": fact(
    async (it) => (await it.pod({ dataCenterIds: ["EU-CZ-1", "EU-RO-1"] })).dataCenterId,
    "EU-CZ-1",
  ),
  "a pod runs in another data center if no requested data center has a host": fact(async (it) => {
    it.emulator.setStock({ dataCenter: "EU-CZ-1", count: 0 });
    const { dataCenterId } = await it.pod({ dataCenterIds: ["EU-CZ-1"] });
    return dataCenterId !== "EU-CZ-1";
  }, true),
  "a pod runs in the data center of its volume, even if the request names another data center": fact(async (it) => {
    const { id: volumeId } = await it.volume("EU-RO-1");
    const mounts = { network: [{ volumeId, path: "/v" }] };
    return (await it.pod({ dataCenterIds: ["EU-CZ-1"], mounts })).dataCenterId;
  }, "EU-RO-1"),
  "a request for a new pod has no size limit": createPod({ env: { A: "x".repeat(200_000) } }),
  "an update of a pod may not change the size of a persistent mount": fact(
    async (it) => {
      const { id } = await it.pod({ mounts: { persistent: { size: 20, path: "/data" } } });
      return refusal(it.patch(`/v2/pods/${id}`, { mounts: { persistent: { size: 30, path: "/data" } } }));
    },
    [400, "mounts.persistent size cannot be changed"],
  ),
};

holds(pods);
