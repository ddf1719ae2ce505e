import { Config } from "@pulumi/pulumi";
import { Job, ServerlessEndpoint, Template } from "podwright";

const config = new Config();
// A branch or a commit of the model.
const revision = config.get("revision") ?? "main";

const vllm = new Template("vllm", {
  image: "runpod/worker-v1-vllm:v2.18.1",
  serverless: true,
  disk: 20,
  env: { MODEL_NAME: "Qwen/Qwen2.5-0.5B-Instruct" },
});

const llm = new ServerlessEndpoint("llm", {
  templateId: vllm.id,
  gpuIds: "ADA_24",
  workersMin: 0,
  workersMax: 1,
  modelReferences: [`https://huggingface.co/Qwen/Qwen2.5-0.5B-Instruct:${revision}`],
});

const check = new Job("check", {
  endpointId: llm.id,
  input: { prompt: "Say hello in one word.", sampling_params: { max_tokens: 10 } },
  triggers: [revision],
});

export const url = llm.url;
export const answer = check.output;
