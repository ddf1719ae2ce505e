import { Config } from "@pulumi/pulumi";
import { NetworkVolume, ServerlessEndpoint, Template } from "podwright";

const config = new Config();

const romania = new NetworkVolume("romania", { size: 10, dataCenter: "EU-RO-1" });

const czechia = new NetworkVolume("czechia", { size: 10, dataCenter: "EU-CZ-1" });

const iceland = new NetworkVolume("iceland", { size: 10, dataCenter: "EUR-IS-1" });

const code = new Template("code", { image: "acme/file-reader:1", serverless: true });

const reader = new ServerlessEndpoint("reader", {
  templateId: code.id,
  cpu: [{ id: "cpu3c", vcpuCount: 2 }],
  networkVolumeIds: [romania.id, czechia.id, iceland.id],
  workersMin: 0,
  workersMax: config.getNumber("workersMax") ?? 12,
});

export const url = reader.url;
