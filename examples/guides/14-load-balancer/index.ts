import { Config } from "@pulumi/pulumi";
import { ServerlessEndpoint, Template } from "podwright";

const config = new Config();

const server = new Template("server", {
  image: config.get("image") ?? "acme/server:1",
  serverless: true,
  disk: 5,
  // RunPod sends requests only to a worker whose PORT_HEALTH answers, so the ports must agree.
  ports: ["5000/http"],
  env: { PORT: "5000", PORT_HEALTH: "5000" },
});

const balancer = new ServerlessEndpoint("balancer", {
  templateId: server.id,
  type: "LB",
  gpuIds: "AMPERE_16",
  workersMin: 1,
  workersMax: 2,
});

export const url = balancer.url;
