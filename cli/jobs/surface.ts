import type { Job, Jobs, Platform } from "../../client";
import { asCalled } from "../../provider/values/as-called";
import { endpointIdOf } from "../account/resource-id";

type Operation = "run" | "runsync" | "status" | "stream" | "cancel" | "retry";

/** Two commands offer the same operations: `jobs` for the account's own endpoints, `public` for public models. */
export interface Surface {
  readonly command: "jobs" | "public";
  /** Name of the first argument in the help. */
  readonly place: "endpoint" | "model";
  /** Meaning of this argument in the help. */
  readonly placeMeaning: string;
  /** Returns the id of the endpoint or model that the user named. */
  idOf(platform: Platform, place: string, signal: AbortSignal): Promise<string>;
  operationsOf(platform: Platform): Pick<Jobs, "run" | "runsync" | "status" | "cancel" | "retry" | "track">;
  /** Returns the cost of a finished job in US dollars, if RunPod reports it. */
  costOf(platform: Platform, job: Job): number | undefined;
  /** The examples below the help of each command. */
  readonly examples: Readonly<Record<Operation, readonly string[]>>;
}

export const ownEndpoints: Surface = {
  command: "jobs",
  place: "endpoint",
  placeMeaning: "id or name of the endpoint",
  idOf: endpointIdOf,
  operationsOf: ({ jobs }) => jobs,
  costOf: () => undefined,
  examples: {
    run: [
      `podwright jobs run <endpoint> --input '{"prompt": "hello"}'`,
      "podwright jobs run <endpoint> --input @input.json --follow --timeout 10m",
      "jq -n '{prompt: $ENV.PROMPT}' | podwright jobs run <endpoint> --input - --stream",
    ],
    runsync: [
      `podwright jobs runsync <endpoint> --input '{"prompt": "hello"}'`,
      "podwright jobs runsync <endpoint> --input @input.json --wait 5m | jq .output",
    ],
    status: ["podwright jobs status <endpoint> <job>", "podwright jobs status <endpoint> <job> --follow --output json"],
    stream: [
      "podwright jobs stream <endpoint> <job>",
      "podwright jobs stream <endpoint> <job> --output json | jq -j .output",
    ],
    cancel: ["podwright jobs cancel <endpoint> <job>"],
    retry: ["podwright jobs retry <endpoint> <job>", "podwright jobs retry <endpoint> <job> --follow"],
  },
};

/** The model in the examples of the help. */
export const FLUX = "black-forest-labs-flux-1-schnell";

export const publicModels: Surface = {
  command: "public",
  place: "model",
  placeMeaning: "id of the public model",
  idOf: async (_, model) => model,
  operationsOf: ({ publicEndpoints }) => publicEndpoints,
  costOf: ({ publicEndpoints }, job) => publicEndpoints.costOf(job),
  examples: {
    run: [
      `podwright public run ${FLUX} --input '{"prompt": "a cat"}' --follow`,
      "podwright public run wan-2-5 --input @film.json",
    ],
    runsync: [
      `podwright public runsync ${FLUX} --input '{"prompt": "a cat"}'`,
      `podwright public runsync ${FLUX} --input @cat.json | jq -r .output.image_url`,
    ],
    status: ["podwright public status wan-2-5 <job> --follow"],
    stream: ["podwright public stream qwen3-32b-awq <job>"],
    cancel: ["podwright public cancel wan-2-5 <job>"],
    retry: ["podwright public retry wan-2-5 <job> --follow"],
  },
};

/** Returns the command that shows a job again. */
export function statusCommand({ command }: Surface, place: string, jobId: string): string {
  return asCalled(`podwright ${command} status ${place} ${jobId}`);
}
