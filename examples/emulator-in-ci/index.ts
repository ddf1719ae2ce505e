import * as pulumi from "@pulumi/pulumi";
import { Pod, ServerlessEndpoint, Template } from "podwright";

const config = new pulumi.Config();

const web = new Pod("web", {
  image: "nginx:1.29",
  gpu: { id: config.get("gpu") ?? "NVIDIA L4" },
  ports: ["80/http"],
});

const worker = new Template("worker", { image: "runpod/serverless-hello-world:latest", serverless: true });
const jobs = new ServerlessEndpoint("jobs", {
  templateId: worker.id,
  gpuIds: "AMPERE_16",
  workersMax: config.getNumber("workersMax") ?? 3,
});

export const podId = web.id;
export const jobsUrl = jobs.url;
