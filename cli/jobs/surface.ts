import type { Job, Jobs, Platform } from "../../client";
import { isPlatformError } from "../../client/http/answers/substitute";
import { quoted } from "../../provider/pulumi/state-commands";
import { isId } from "../account/resource-id";
import type { CommandContext } from "../context/context";
import { absent, argument, type Values } from "../flags/command";
import { stackInputs } from "../flags/locations";
import { subjectInputs } from "../operate/inputs";
import type { Progress } from "../output/progress";
import { withPlatform } from "../stack/connection";
import { commandFor } from "../stack/place";

type Operation = "run" | "runsync" | "status" | "stream" | "cancel" | "retry";

const endpointInputs = {
  place: argument("endpoint", "name of the endpoint in the program of the stack, or its id"),
  ...stackInputs,
  unowned: subjectInputs.unowned,
};

/** The endpoint or model on the command line, with the flags that say whose it is. */
export type Named = Values<typeof endpointInputs>;

export function asNamed({ place, cwd, stack, configFile, unowned }: Named): Named {
  return { place, cwd, stack, configFile, unowned };
}

/** What a command does with the endpoint. */
export interface Use {
  /** The command with its further arguments, for advice. */
  readonly command: string;
  readonly more?: string;
  /** The text of the progress display. */
  readonly doing: string;
  /** True if the command changes jobs, takes chunks of a stream, or costs money. */
  readonly changes: boolean;
}

/** An endpoint or model, with an open connection to its account. */
export interface Place {
  readonly id: string;
  readonly platform: Platform;
  readonly progress: Progress;
  readonly context: CommandContext;
}

/** Two commands offer the same operations: `jobs` for the account's own endpoints, `public` for public models. */
export interface Surface {
  readonly command: "jobs" | "public";
  /** The inputs that name the endpoint or model. */
  readonly inputs: typeof endpointInputs;
  /** Finds the endpoint or model that the user named, and passes it to `work`. */
  at<T>(named: Named, use: Use, context: CommandContext, work: (place: Place) => Promise<T>): Promise<T>;
  operationsOf(platform: Platform): Pick<Jobs, "run" | "runsync" | "status" | "cancel" | "retry" | "track">;
  /** Returns the cost of a finished job in US dollars, if RunPod reports it. */
  costOf(platform: Platform, job: Job): number | undefined;
  /** The examples below the help of each command. */
  readonly examples: Readonly<Record<Operation, readonly string[]>>;
}

export const ownEndpoints: Surface = {
  command: "jobs",
  inputs: endpointInputs,
  at: async (named, use, context, work) => {
    // An id names one endpoint. A name could mean another team's.
    const isPlain = named.stack === undefined && !named.unowned;
    if (isPlain && isId(named.place)) return await directly(named, use, context, work);
    let isFound = false;
    const found = onEndpoint(named, use, context, (place) => {
      isFound = true;
      return work(place);
    });
    return await found.catch((error: unknown) => {
      if (isFound || !isPlain || !isPlatformError(error)) throw error;
      // A key that may only submit jobs cannot list endpoints. The word then serves as an id.
      return directly(named, use, context, work);
    });
  },
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
  inputs: {
    place: argument("model", "id of the public model"),
    cwd: absent("."),
    stack: absent(undefined),
    configFile: absent(undefined),
    unowned: absent(false),
  },
  at: directly,
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

/**
 * Finds the endpoint in the one way in which commands find a resource: a name means an endpoint of the command's stack,
 * and a command that changes something needs proof.
 */
export async function onEndpoint<T>(
  { place: resource, ...flags }: Named,
  { command, more, changes }: Use,
  given: CommandContext,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  // Help does not need this module.
  const { onSubject } = await import("../operate/subject.js");
  const search = { command: `jobs ${command}`, more, kinds: ["ServerlessEndpoint"] as const, changes };
  return await onSubject({ resource, ...flags }, search, given, async ({ item, ...opened }) =>
    work({ id: item.id, ...opened }),
  );
}

/** Takes the word on the command line as the id. */
async function directly<T>(
  { place: id }: Named,
  { doing }: Use,
  given: CommandContext,
  work: (place: Place) => Promise<T>,
): Promise<T> {
  return await withPlatform(doing, given, (platform, progress, context) => work({ id, platform, progress, context }));
}

/** Returns the command that shows a job again. It repeats the words that found the endpoint. */
export function statusCommand({ command }: Surface, { place, unowned, ...location }: Named, jobId: string): string {
  const flag = unowned ? " --unowned" : "";
  return commandFor(location, `podwright ${command} status ${quoted(place)} ${jobId}${flag}`);
}
