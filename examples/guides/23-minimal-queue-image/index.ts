import { Config } from "@pulumi/pulumi";
import { Job, ServerlessEndpoint, Template } from "podwright";

const config = new Config();
const image = config.get("image") ?? "acme/queue:1";

const code = new Template("code", { image: image, serverless: true, disk: 5 });

const queue = new ServerlessEndpoint("queue", {
  templateId: code.id,
  cpu: [{ id: "cpu3c", vcpuCount: 1 }],
  workersMin: 0,
  workersMax: 1,
  idleTimeout: 5,
});

const check = new Job("check", { endpointId: queue.id, input: { name: "world" }, triggers: [image] });

export const answer = check.output;
