import { Config } from "@pulumi/pulumi";
import { ServerlessEndpoint, Template } from "podwright";

const config = new Config();

const code = new Template("code", { image: "acme/sleeper:1", serverless: true, disk: 5 });

const jobs = new ServerlessEndpoint("jobs", {
  templateId: code.id,
  cpu: [{ id: "cpu3c", vcpuCount: 2 }],
  workersMin: 0,
  workersMax: 3,
  // REQUEST_COUNT adds workers early, QUEUE_DELAY only when jobs have waited.
  scalerType: config.get("scaler") === "QUEUE_DELAY" ? "QUEUE_DELAY" : "REQUEST_COUNT",
  scalerValue: config.getNumber("value") ?? 1,
});

export const url = jobs.url;
