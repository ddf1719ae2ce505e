import { expect } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../../emulator";

export type Transport = "graphql" | "rest";

/** A program of `examples/guides`, and what a change of its configuration does. */
export interface Guide {
  readonly folder: string;
  /** Configuration that the program needs from the start. */
  readonly config?: Readonly<Record<string, string>>;
  /** The change: configuration, and the steps that `pulumi up` then takes. */
  readonly change: Readonly<Record<string, string>>;
  readonly does: Readonly<Record<string, string>>;
  /** What the account contains after the first deployment and after the change. */
  readonly deployed: Account;
  readonly changed: Account;
  /** The outputs of the program after the first deployment. */
  readonly outputs: Readonly<Record<string, unknown>>;
  /** The only API for endpoints that can serve the program. */
  readonly transport?: Transport;
  readonly emulator?: EmulatorOptions;
}

type Account = { readonly [Part in keyof ReturnType<Emulator["state"]>]?: unknown };

const url = expect.stringContaining("http");

/** The guide that `npm test` runs. */
export const sample: readonly Guide[] = [
  {
    folder: "07-volume-handoff",
    change: { writerStatus: "EXITED" },
    does: { writer: "update" },
    deployed: { pods: [{ status: "RUNNING" }], endpoints: [{ jobs: { completed: 1 } }] },
    changed: { pods: [{ status: "EXITED" }], networkVolumes: [{ size: 10 }] },
    outputs: { content: { path: "/runpod-volume/hello.txt" } },
  },
];

/** The other guides. */
export const others: readonly Guide[] = [
  {
    folder: "14-load-balancer",
    change: { image: "acme/server:2" },
    does: { server: "update", balancer: "update" },
    deployed: { endpoints: [{ type: "LB", workersMin: 1 }], templates: [{ image: "acme/server:1" }] },
    changed: { endpoints: [{ type: "LB", workersMin: 1 }], templates: [{ image: "acme/server:2" }] },
    outputs: { url },
  },
  {
    folder: "13-autoscaling",
    change: { scaler: "QUEUE_DELAY", value: "4" },
    does: { jobs: "update" },
    deployed: { endpoints: [{ scalerType: "REQUEST_COUNT", scalerValue: 1 }] },
    changed: { endpoints: [{ scalerType: "QUEUE_DELAY", scalerValue: 4 }] },
    outputs: { url },
  },
  {
    folder: "01-ollama-pod",
    change: { image: "ollama/ollama:0.13.0" },
    does: { ollama: "update" },
    deployed: { pods: [{ status: "RUNNING", image: "ollama/ollama:0.12.3" }] },
    changed: { pods: [{ status: "RUNNING", image: "ollama/ollama:0.13.0" }], networkVolumes: [{ size: 30 }] },
    outputs: { url: expect.stringContaining("11434") },
  },
  {
    folder: "02-comfyui-pod",
    config: { template: "PyTorch 2.8" },
    change: { disk: "60" },
    does: { comfy: "update" },
    deployed: { pods: [{ status: "RUNNING", image: "example/pytorch:2.8", disk: 30 }] },
    changed: { pods: [{ status: "RUNNING", disk: 60 }] },
    outputs: { url: expect.stringContaining("8188") },
  },
  {
    folder: "03-whisper",
    change: { image: "acme/whisper:2" },
    does: { worker: "update", whisper: "update", check: "replace" },
    deployed: { endpoints: [{ jobs: { completed: 1 } }] },
    changed: { endpoints: [{ jobs: { completed: 2 } }], templates: [{ image: "acme/whisper:2" }] },
    outputs: { text: { audio: "https://example.com/hello.wav", model: "base" } },
  },
  {
    folder: "04-finetune",
    change: { status: "EXITED" },
    does: { trainer: "update" },
    deployed: { pods: [{ status: "RUNNING" }] },
    changed: { pods: [{ status: "EXITED" }], networkVolumes: [{ size: 30 }] },
    outputs: { volume: expect.any(String), cost: 0.69 },
  },
  {
    folder: "05-model-to-endpoint",
    change: { image: "acme/sentiment:2" },
    does: { code: "update", sentiment: "update", check: "replace" },
    deployed: { endpoints: [{ jobs: { completed: 1 } }] },
    changed: { endpoints: [{ jobs: { completed: 2 } }], templates: [{ image: "acme/sentiment:2" }] },
    outputs: { answer: { text: "I love this." }, url },
  },
  {
    folder: "06-dev-pod",
    change: { status: "EXITED" },
    does: { box: "update" },
    deployed: { pods: [{ status: "RUNNING" }] },
    changed: { pods: [{ status: "EXITED" }], networkVolumes: [{ size: 10 }] },
    outputs: { status: "RUNNING" },
    emulator: { servePorts: true, platformEnv: { PUBLIC_KEY: "ssh-ed25519 AAAA" } },
  },
  {
    folder: "08-finetune-to-endpoint",
    change: { trainerStatus: "EXITED" },
    does: { trainer: "update" },
    deployed: { pods: [{ status: "RUNNING" }], endpoints: [{ workersMax: 1 }] },
    changed: { pods: [{ status: "EXITED" }], endpoints: [{ workersMax: 1 }] },
    outputs: { trainingCost: 0.69, url },
  },
  {
    folder: "09-dev-loop",
    change: { image: "acme/dual:2" },
    does: { bench: "update", code: "update", serve: "update" },
    deployed: { pods: [{ image: "acme/dual:1" }], templates: [{ image: "acme/dual:1" }] },
    changed: { pods: [{ image: "acme/dual:2", status: "RUNNING" }], templates: [{ image: "acme/dual:2" }] },
    outputs: { notebook: expect.stringContaining("8888"), url },
  },
  {
    folder: "10-two-regions",
    change: { workersMax: "5" },
    does: { reader: "update" },
    deployed: { endpoints: [{ workersMax: 3, networkVolumeIds: [{}, {}] }] },
    changed: { endpoints: [{ workersMax: 5, networkVolumeIds: [{}, {}] }] },
    outputs: { volumes: { "EU-RO-1": expect.any(String), "EU-CZ-1": expect.any(String) }, url },
  },
  {
    folder: "11-public-model",
    change: { prompt: "Say goodbye." },
    does: {},
    deployed: { pods: [], endpoints: [] },
    changed: { pods: [], endpoints: [] },
    outputs: { answer: expect.anything() },
  },
  {
    folder: "12-streaming",
    change: { image: "acme/words:2" },
    does: { code: "update", words: "update", check: "replace" },
    deployed: { endpoints: [{ jobs: { completed: 1 } }] },
    changed: { endpoints: [{ jobs: { completed: 2 } }] },
    outputs: { parts: ["one", "two", "three"] },
    emulator: {
      handlers: {
        *"words-*"({ text }) {
          for (const output of String(text).split(" ")) yield { output };
        },
      },
    },
  },
  {
    folder: "15-monitor",
    change: { workersMax: "3" },
    does: { jobs: "update" },
    deployed: { endpoints: [{ workersMin: 1 }] },
    changed: { endpoints: [{ workersMax: 3 }] },
    outputs: { ready: 1, failed: 0 },
  },
  {
    folder: "16-webhooks",
    change: { text: "goodbye" },
    does: { call: "replace" },
    deployed: { endpoints: [{ jobs: { completed: 1 } }] },
    changed: { endpoints: [{ jobs: { completed: 2 } }] },
    outputs: { output: { text: "hello" } },
  },
  {
    folder: "17-websocket",
    change: { workersMax: "3" },
    does: { sockets: "update" },
    deployed: { endpoints: [{ type: "LB", workersMax: 1 }] },
    changed: { endpoints: [{ type: "LB", workersMax: 3 }] },
    outputs: { url },
  },
  {
    folder: "18-concurrency",
    change: { concurrency: "8" },
    does: { severalCode: "update", several: "update" },
    deployed: { endpoints: [{ workersMax: 1 }, { workersMax: 1 }] },
    changed: { endpoints: [{ workersMax: 1 }, { workersMax: 1 }] },
    outputs: { severalUrl: url, oneUrl: url },
  },
  {
    folder: "19-three-regions",
    change: { workersMax: "6" },
    does: { reader: "update" },
    deployed: { endpoints: [{ workersMax: 12 }], networkVolumes: [{}, {}, {}] },
    changed: { endpoints: [{ workersMax: 6 }], networkVolumes: [{}, {}, {}] },
    outputs: { url },
  },
  {
    folder: "20-cached-model",
    change: { revision: "7ae557604adf67be50417f59c2c2f167def9a775" },
    does: { llm: "update", check: "replace" },
    deployed: { endpoints: [{ modelReferences: [expect.stringMatching(/Instruct:[0-9a-f]{40}$/)] }] },
    changed: { endpoints: [{ modelReferences: [expect.stringContaining(":7ae557604adf")], jobs: { completed: 2 } }] },
    outputs: { url, answer: { prompt: "Say hello in one word.", sampling_params: { max_tokens: 10 } } },
    // RunPod's REST API has no model references.
    transport: "graphql",
  },
  {
    folder: "21-storage-tiers",
    change: { size: "80" },
    does: { standard: "update" },
    deployed: { networkVolumes: expect.arrayContaining([expect.objectContaining({ type: "HIGH_PERFORMANCE" })]) },
    changed: { networkVolumes: expect.arrayContaining([expect.objectContaining({ size: 80, type: "STANDARD" })]) },
    outputs: { standardId: expect.any(String), fastId: expect.any(String) },
  },
  {
    folder: "22-minimal-pod-image",
    change: { image: "acme/pod:2" },
    does: { web: "update" },
    deployed: { pods: [{ status: "RUNNING", image: "acme/pod:1" }] },
    changed: { pods: [{ status: "RUNNING", image: "acme/pod:2" }] },
    outputs: { url: expect.stringContaining("8000") },
    emulator: { platformEnv: { PUBLIC_KEY: "ssh-ed25519 AAAA" } },
  },
  {
    folder: "23-minimal-queue-image",
    change: { image: "acme/queue:2" },
    does: { code: "update", queue: "update", check: "replace" },
    deployed: { endpoints: [{ jobs: { completed: 1 } }] },
    changed: { endpoints: [{ jobs: { completed: 2 } }] },
    outputs: { answer: { name: "world" } },
    // RunPod's REST API documents at least two vCPUs.
    transport: "graphql",
  },
  {
    folder: "25-bake-or-mount",
    change: { size: "20" },
    does: { models: "update" },
    deployed: { pods: [{ status: "RUNNING" }], networkVolumes: [{ size: 10 }] },
    changed: { pods: [{ status: "RUNNING" }], networkVolumes: [{ size: 20 }] },
    outputs: { status: "RUNNING" },
    emulator: { platformEnv: { PUBLIC_KEY: "ssh-ed25519 AAAA" } },
  },
];
