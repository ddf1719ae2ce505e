import { Config } from "@pulumi/pulumi";
import { NetworkVolume, Pod } from "podwright";

const config = new Config();

const home = new NetworkVolume("home", { size: 10, dataCenter: "EU-RO-1" });

const box = new Pod("box", {
  image: "runpod/pytorch:1.0.2-cu1281-torch280-ubuntu2404",
  gpu: { id: "NVIDIA GeForce RTX 4090", count: 1 },
  dataCenterIds: ["EU-RO-1"],
  ports: ["22/tcp"],
  startSsh: true,
  mounts: { network: [{ volumeId: home.id, path: "/workspace" }] },
  // The SSH server starts some time after the container.
  readiness: { tcp: { port: 22 } },
  desiredStatus: config.get("status") === "EXITED" ? "EXITED" : "RUNNING",
});

export const status = box.status;
