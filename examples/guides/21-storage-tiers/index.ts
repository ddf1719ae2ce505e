import { Config } from "@pulumi/pulumi";
import { NetworkVolume } from "podwright";

const config = new Config();

const standard = new NetworkVolume("standard", {
  size: config.getNumber("size") ?? 50,
  dataCenter: "EU-RO-1",
  type: "STANDARD",
});

const fast = new NetworkVolume("fast", { size: 10, dataCenter: "EU-RO-1", type: "HIGH_PERFORMANCE" });

export const standardId = standard.id;
export const fastId = fast.id;
