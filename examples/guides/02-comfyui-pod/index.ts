import { Config } from "@pulumi/pulumi";
import { getTemplates, NetworkVolume, Pod } from "podwright";

const config = new Config();
const name = config.get("template") ?? "ComfyUI - CUDA 12.8";

const templateId = getTemplates({ source: "official", name }).then(({ templates: [found] }) => {
  if (found === undefined) throw new Error(`RunPod has no template named ${name}`);
  return found.id;
});

const models = new NetworkVolume("models", { size: 50, dataCenter: "EU-RO-1" });

const comfy = new Pod("comfy", {
  templateId,
  gpu: { id: "NVIDIA GeForce RTX 4090", count: 1 },
  dataCenterIds: ["EU-RO-1"],
  disk: config.getNumber("disk") ?? 30,
  ports: ["8188/http"],
  mounts: { network: [{ volumeId: models.id, path: "/workspace" }] },
  // The first start copies ComfyUI to the volume, which takes some minutes.
  readiness: { http: { port: 8188 } },
});

export const url = comfy.urls.apply((urls) => urls["8188"]);
