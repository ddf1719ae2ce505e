import { Config } from "@pulumi/pulumi";
import { runJobOutput } from "podwright";

const config = new Config();

export const answer = runJobOutput({
  endpointId: "qwen3-32b-awq",
  public: true,
  input: { prompt: config.get("prompt") ?? "Say hello.", max_tokens: 16 },
}).output;
