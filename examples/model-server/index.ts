import { Config } from "@pulumi/pulumi";
import { ModelServer } from "podwright/components";

const config = new Config();
const chat = new ModelServer("chat", {
  model: config.get("model") ?? "Qwen/Qwen2.5-7B-Instruct",
  image: config.get("image"),
  env: { HF_TOKEN: config.getSecret("hfToken") ?? "" },
  gpuIds: config.get("gpuIds") ?? "ADA_24",
  fallbacks: ["ADA_32_PRO"],
  workersMin: 1,
  workersMax: 3,
  cache: { size: 50, dataCenter: config.get("dataCenter") ?? "EU-RO-1" },
  smokeTest: { input: { prompt: "Say hello." }, accepts: (answer) => JSON.stringify(answer).includes('"choices"') },
});

export const { url, openaiUrl, endpointId, keyHint } = chat;
