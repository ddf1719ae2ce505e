import { Config } from "@pulumi/pulumi";
import { Job, ServerlessEndpoint, Template } from "podwright";

const config = new Config();
const image = config.get("image") ?? "acme/sentiment:1";

const code = new Template("code", { image: image, serverless: true, disk: 10 });

const sentiment = new ServerlessEndpoint("sentiment", {
  templateId: code.id,
  cpu: [{ id: "cpu3g", vcpuCount: 4 }],
  workersMin: 0,
  workersMax: 1,
});

const check = new Job("check", { endpointId: sentiment.id, input: { text: "I love this." }, triggers: [image] });

export const answer = check.output;
export const url = sentiment.url;
