import * as pulumi from "@pulumi/pulumi";
import * as podwright from "pulumi-podwright";

const config = new pulumi.Config();
const dataCenter = config.get("dataCenter") ?? "EU-RO-1";

const data = new podwright.NetworkVolume(
  "data",
  { size: 20, dataCenter },
  { protect: config.getBoolean("protectVolumes") ?? true },
);

const web = new podwright.Pod("web", {
  image: "nginx:1.29",
  gpu: { id: config.get("gpu") ?? "NVIDIA GeForce RTX 4090" },
  dataCenterIds: [dataCenter],
  ports: ["80/http"],
  env: { MODE: "production" },
  mounts: { network: [{ volumeId: data.id, path: config.get("mountPath") ?? "/workspace" }] },
});

const worker = new podwright.Template("worker", { image: "runpod/serverless-hello-world:latest", serverless: true });

const jobs = new podwright.ServerlessEndpoint("jobs", {
  gpuIds: "AMPERE_16",
  templateId: worker.id,
  workersMax: 2,
});

export const podId = web.id;
export const costPerHour = web.cost;
export const jobsUrl = jobs.url;
