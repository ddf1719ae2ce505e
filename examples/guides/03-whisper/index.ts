import { Config } from "@pulumi/pulumi";
import { Job, ServerlessEndpoint, Template } from "podwright";

const config = new Config();
// The container image of the worker's release in RunPod's Hub.
const image = config.get("image") ?? "acme/whisper:1";

const worker = new Template("worker", { image: image, serverless: true, disk: 20 });

const whisper = new ServerlessEndpoint("whisper", {
  templateId: worker.id,
  gpuIds: "AMPERE_16,AMPERE_24",
  workersMin: 0,
  workersMax: 1,
});

const check = new Job("check", {
  endpointId: whisper.id,
  input: { audio: "https://example.com/hello.wav", model: "base" },
  triggers: [image],
});

export const text = check.output;
