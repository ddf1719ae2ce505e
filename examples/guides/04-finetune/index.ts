import { Config } from "@pulumi/pulumi";
import { NetworkVolume, Pod } from "podwright";

const config = new Config();

const results = new NetworkVolume("results", { size: 30, dataCenter: "EU-RO-1" });

const trainer = new Pod("trainer", {
  image: "acme/trainer:1",
  cmd: ["sh", "-c", "python /train.py --out /workspace/lora && sleep infinity"],
  gpu: { id: "NVIDIA GeForce RTX 4090", count: 1 },
  dataCenterIds: ["EU-RO-1"],
  env: { HF_HOME: "/workspace/hf-cache" },
  mounts: { network: [{ volumeId: results.id, path: "/workspace" }] },
  desiredStatus: config.get("status") === "EXITED" ? "EXITED" : "RUNNING",
});

export const volume = results.id;
export const cost = trainer.cost;
