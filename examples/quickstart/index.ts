import { Config } from "@pulumi/pulumi";
import { NetworkVolume, Pod, ServerlessEndpoint, Template } from "podwright";

// Settings of the stack. You can change them without editing the program: pulumi config set dataCenter EU-RO-1
const config = new Config();
const dataCenter = config.get("dataCenter") ?? "EU-RO-1";
const cpu = config.get("cpu");
const gpu = config.get("gpu") ?? "NVIDIA GeForce RTX 4090";

// A volume outlives the pods that mount it. Once it contains important data, set protectVolumes to true.
const volumeNames = config.getBoolean("secondVolume") ? ["data", "data-next"] : ["data"];
const volumes = volumeNames.map(
  (name) =>
    new NetworkVolume(
      name,
      { size: config.getNumber("volumeSize") ?? 10, dataCenter },
      { protect: config.getBoolean("protectVolumes") ?? false },
    ),
);
const [volume] = volumes.slice(-1);
if (volume === undefined) throw new Error("the pod needs a volume");

// The program continues when the pod runs. If the pod cannot run, the program fails with the reason and the last lines of the log.
const pod = new Pod(
  "web",
  {
    image: config.get("image") ?? "nginx:1.29",
    ports: ["80/http"],
    disk: 10,
    ...(cpu === undefined ? { gpu: { id: gpu } } : { cpu: { id: cpu, vcpuCount: 2 } }),
    dataCenterIds: [dataCenter],
    mounts: { network: [{ volumeId: volume.id, path: config.get("mountPath") ?? "/workspace" }] },
  },
  { customTimeouts: { create: "15m" } },
);

// An endpoint scales its workers between two numbers. Its template defines the workers. With workersMin 0, an idle endpoint
// costs nothing. With workersMin 1, the program continues when a worker is ready.
const template = new Template("worker", {
  image: config.get("workerImage") ?? "runpod/serverless-hello-world:latest",
  disk: 5,
  serverless: true,
});
const endpoint = new ServerlessEndpoint("jobs", {
  templateId: template.id,
  gpuIds: config.get("gpuPools") ?? "AMPERE_16,AMPERE_24",
  workersMin: config.getNumber("workersMin") ?? 0,
  workersMax: config.getNumber("workersMax") ?? 2,
});

export const podId = pod.id;
export const podStatus = pod.status;
export const podCostPerHour = pod.cost;
export const podPlacement = pod.placement;
export const volumeId = volume.id;
export const endpointId = endpoint.id;
export const endpointUrl = endpoint.url;
