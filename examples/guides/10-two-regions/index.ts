import { Config } from "@pulumi/pulumi";
import { NetworkVolume, ServerlessEndpoint, Template } from "podwright";

const config = new Config();

const romania = new NetworkVolume("romania", { size: 10, dataCenter: "EU-RO-1" });

const czechia = new NetworkVolume("czechia", { size: 10, dataCenter: "EU-CZ-1" });

const code = new Template("code", { image: "acme/file-reader:1", serverless: true });

const reader = new ServerlessEndpoint("reader", {
  templateId: code.id,
  gpuIds: "ADA_24",
  // Each worker mounts the volume of its data center. RunPod copies nothing from one volume to the other.
  networkVolumeIds: [romania.id, czechia.id],
  workersMin: 0,
  workersMax: config.getNumber("workersMax") ?? 3,
});

export const volumes = { "EU-RO-1": romania.id, "EU-CZ-1": czechia.id };
export const url = reader.url;
