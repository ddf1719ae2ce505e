import { Config } from "@pulumi/pulumi";
import { NetworkVolume, Pod } from "podwright";

const config = new Config();

const models = new NetworkVolume("models", { size: config.getNumber("size") ?? 10, dataCenter: "EU-RO-1" });

const web = new Pod("web", {
  image: "acme/baked:1",
  cpu: { id: "cpu3c", vcpuCount: 2 },
  dataCenterIds: ["EU-RO-1"],
  disk: 10,
  ports: ["22/tcp"],
  startSsh: true,
  mounts: { network: [{ volumeId: models.id, path: "/workspace" }] },
});

export const status = web.status;
