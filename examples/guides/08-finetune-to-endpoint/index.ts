import { Config } from "@pulumi/pulumi";
import { NetworkVolume, Pod, ServerlessEndpoint, Template } from "podwright";

const config = new Config();

const adapters = new NetworkVolume("adapters", { size: 30, dataCenter: "EU-RO-1" });

const trainer = new Pod("trainer", {
  image: "acme/trainer:1",
  cmd: ["sh", "-c", "python /train.py --out /workspace/lora && sleep infinity"],
  gpu: { id: "NVIDIA GeForce RTX 4090", count: 1 },
  dataCenterIds: ["EU-RO-1"],
  mounts: { network: [{ volumeId: adapters.id, path: "/workspace" }] },
  desiredStatus: config.get("trainerStatus") === "EXITED" ? "EXITED" : "RUNNING",
});

const code = new Template("code", {
  image: "acme/adapter-server:1",
  serverless: true,
  env: { ADAPTER: "/runpod-volume/lora" },
});

const serve = new ServerlessEndpoint("serve", {
  templateId: code.id,
  gpuIds: "ADA_24",
  networkVolumeIds: [adapters.id],
  workersMin: 0,
  workersMax: 1,
  idleTimeout: 60,
});

export const trainingCost = trainer.cost;
export const url = serve.url;
