import { Config } from "@pulumi/pulumi";
import { getEndpointHealthOutput, ServerlessEndpoint, Template } from "podwright";

const config = new Config();

const code = new Template("code", { image: "acme/sleeper:1", serverless: true });

const jobs = new ServerlessEndpoint("jobs", {
  templateId: code.id,
  gpuIds: "AMPERE_16",
  workersMin: 1,
  workersMax: config.getNumber("workersMax") ?? 2,
});

const health = getEndpointHealthOutput({ endpointId: jobs.id });

export const ready = health.readyWorkers;
export const failed = health.failed;
