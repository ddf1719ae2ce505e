import { Config } from "@pulumi/pulumi";
import { Pod, ServerlessEndpoint, Template } from "podwright";

const config = new Config();
const image = config.get("image") ?? "acme/dual:1";

const bench = new Pod("bench", {
  image: image,
  gpu: { id: "NVIDIA GeForce RTX 4090", count: 1 },
  ports: ["8888/http"],
  env: { MODE_TO_RUN: "pod" },
});

const code = new Template("code", { image: image, serverless: true, env: { MODE_TO_RUN: "serverless" } });

const serve = new ServerlessEndpoint("serve", {
  templateId: code.id,
  gpuIds: "ADA_24,AMPERE_24",
  workersMin: 0,
  workersMax: 1,
});

export const notebook = bench.urls.apply((urls) => urls["8888"]);
export const url = serve.url;
