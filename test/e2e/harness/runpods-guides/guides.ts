import { expect } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../../emulator";

type Transport = "graphql" | "rest";

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
  /** The APIs for endpoints with which each language runs the program. Default: GraphQL for YAML, REST for TypeScript. */
  readonly transports?: readonly Transport[];
  readonly emulator?: EmulatorOptions;
}

type Account = { readonly [Part in keyof ReturnType<Emulator["state"]>]?: unknown };

const both = ["graphql", "rest"] as const;

/** The two guides that `npm test` runs. */
export const sample: readonly Guide[] = [
  {
    folder: "07-volume-handoff",
    change: { writerStatus: "EXITED" },
    does: { writer: "update" },
    deployed: { pods: [{ status: "RUNNING" }], endpoints: [{ jobs: { completed: 1 } }] },
    changed: { pods: [{ status: "EXITED" }], networkVolumes: [{ size: 10 }] },
    outputs: { content: { path: "/runpod-volume/hello.txt" } },
  },
  {
    folder: "01-ollama-pod",
    change: { image: "ollama/ollama:0.13.0" },
    does: { ollama: "update" },
    deployed: { pods: [{ status: "RUNNING", image: "ollama/ollama:0.12.3" }] },
    changed: { pods: [{ status: "RUNNING", image: "ollama/ollama:0.13.0" }], networkVolumes: [{ size: 30 }] },
    outputs: { url: expect.stringContaining("11434") },
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
    outputs: { url: expect.stringContaining("http") },
    transports: both,
  },
  {
    folder: "13-autoscaling",
    change: { scaler: "QUEUE_DELAY", value: "4" },
    does: { jobs: "update" },
    deployed: { endpoints: [{ scalerType: "REQUEST_COUNT", scalerValue: 1 }] },
    changed: { endpoints: [{ scalerType: "QUEUE_DELAY", scalerValue: 4 }] },
    outputs: { url: expect.stringContaining("/v2/") },
    transports: both,
  },
];
