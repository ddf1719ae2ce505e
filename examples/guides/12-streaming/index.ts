import { Config } from "@pulumi/pulumi";
import { Job, ServerlessEndpoint, Template } from "podwright";

const config = new Config();
const image = config.get("image") ?? "acme/words:1";

const code = new Template("code", { image: image, serverless: true, disk: 10 });

const words = new ServerlessEndpoint("words", {
  templateId: code.id,
  cpu: [{ id: "cpu3c", vcpuCount: 2 }],
  workersMin: 0,
  workersMax: 1,
});

const check = new Job("check", { endpointId: words.id, input: { text: "one two three" }, triggers: [image] });

// `podwright jobs stream` prints the parts as they come. The output of a job has all parts.
export const parts = check.output;
