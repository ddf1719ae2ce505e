import { Config } from "@pulumi/pulumi";
import { NetworkVolume, Pod } from "podwright";

const config = new Config();

const models = new NetworkVolume("models", { size: 30, dataCenter: "EU-RO-1" });

const ollama = new Pod("ollama", {
  image: config.get("image") ?? "ollama/ollama:0.12.3",
  gpu: { id: config.get("gpu") ?? "NVIDIA GeForce RTX 4090" },
  dataCenterIds: ["EU-RO-1"],
  ports: ["11434/http"],
  env: { OLLAMA_HOST: "0.0.0.0", OLLAMA_MODELS: "/workspace/ollama" },
  mounts: { network: [{ volumeId: models.id, path: "/workspace" }] },
  readiness: { http: { port: 11434, path: "/api/tags" } },
});

export const url = ollama.urls.apply((urls) => urls["11434"]);
