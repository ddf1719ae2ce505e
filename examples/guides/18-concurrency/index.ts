import { Config } from "@pulumi/pulumi";
import { ServerlessEndpoint, Template } from "podwright";

const config = new Config();

const severalCode = new Template("severalCode", {
  image: "acme/concurrent:1",
  serverless: true,
  env: { CONCURRENCY: config.get("concurrency") ?? "4" },
});

const several = new ServerlessEndpoint("several", {
  templateId: severalCode.id,
  cpu: [{ id: "cpu3c", vcpuCount: 2 }],
  workersMin: 0,
  workersMax: 1,
});

const oneCode = new Template("oneCode", { image: "acme/concurrent:1", serverless: true, env: { CONCURRENCY: "1" } });

const one = new ServerlessEndpoint("one", {
  templateId: oneCode.id,
  cpu: [{ id: "cpu3c", vcpuCount: 2 }],
  workersMin: 0,
  workersMax: 1,
});

export const severalUrl = several.url;
export const oneUrl = one.url;
