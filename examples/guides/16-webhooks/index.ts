import { Config } from "@pulumi/pulumi";
import { Job, ServerlessEndpoint, Template } from "podwright";

const config = new Config();

const code = new Template("code", { image: "acme/echo:1", serverless: true, disk: 5 });

const echo = new ServerlessEndpoint("echo", {
  templateId: code.id,
  cpu: [{ id: "cpu3c", vcpuCount: 2 }],
  workersMin: 0,
  workersMax: 1,
});

const call = new Job("call", {
  endpointId: echo.id,
  input: { text: config.get("text") ?? "hello" },
  webhook: config.get("receiver") ?? "https://receiver.example.com/done",
});

export const output = call.output;
