import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Emulator, EmulatorOptions } from "../../emulator";
import { asCalled } from "../../kernel/as-called";
import { type Profile, profileIn } from "../assumptions/profile";
import type { CommandContext } from "../context/context";
import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf, type Input, type Values } from "../flags/command";
import { choice, duration, many, on, parsed, text, usually, whole } from "../flags/inputs";
import { quoted, UsageError } from "../flags/usage-error";
import { emulatorPackage } from "./package";
import { greeting, type Place, refusals } from "./render";

const quotas = (flag: string, text: string) =>
  parsed(flag, text, (given, { refuse }) =>
    /^\d+\/[mhd](,\d+\/[mhd])*$/.test(given)
      ? given
      : refuse(`must be quotas such as 60/m,3000/h,50000/d, not ${quoted(given)}`),
  );

const upToAYear = { min: 0, max: 365 * 24 * 3_600_000 };

const inputs = {
  port: whole(
    "--port <number>",
    "port to listen on; with 0, the emulator chooses a free port",
    { min: 0, max: 65_535 },
    "8484",
  ),
  host: text(
    "--host <address>",
    "address to listen on; unless you keep the default, everyone who can reach this address can control the emulator",
    usually("127.0.0.1"),
  ) as Input<string>,
  allowedHosts: many(
    "--allowed-host <name>",
    "another host name under which browsers may reach the console and the control interface; repeatable",
  ),
  provision: duration("--provision <time>", "how long a pod is PROVISIONING", upToAYear, "1s"),
  start: duration("--start <time>", "how long a container is STARTING", upToAYear, "1s"),
  runningAtOnce: on(
    "--running-at-once",
    "show pods as RUNNING before their container runs, as recordings of RunPod show",
  ),
  stoppedCost: on(
    "--stopped-cost",
    "show the price of a stopped pod as its cost instead of 0, as recordings of RunPod show",
  ),
  rateLimit: quotas(
    "--rate-limit <quotas>",
    "quotas of REST requests, such as 60/m,3000/h,50000/d (default: no quotas)",
  ),
  graphqlRateLimit: quotas(
    "--graphql-rate-limit <quotas>",
    "quotas of GraphQL requests, in the same form (default: no quotas)",
  ),
  retireGraphql: on("--retire-graphql", "answer every GraphQL request with status 410, as RunPod announced for 2027"),
  pageSize: whole(
    "--page-size <number>",
    "largest number of items on a page of a list, 1 to 1000",
    { min: 1, max: 1_000 },
    "1000",
  ),
  saveEndpoint: choice(
    "--save-endpoint <mode>",
    "how saveEndpoint treats omitted fields",
    ["defaults", "merge", "replace"],
    "defaults",
  ),
  strictInterface: on(
    "--strict-interface",
    "serve only the interface that RunPod published first, which has no paged lists, clusters, secrets and job policies",
  ),
  streamShape: choice("--stream-shape <shape>", "form of the response to a job's stream", ["array", "object"], "array"),
  gpuCountRequired: on("--gpu-count-required", "refuse GPU pods without gpu.count, as a measurement of RunPod showed"),
  workerQuota: whole(
    "--worker-quota <number>",
    "highest sum of workersMax that the emulator accepts over all endpoints (default: no limit)",
    {
      min: 0,
      max: 999_999_999,
    },
  ),
  jobsWithoutWorkers: choice(
    "--jobs-without-workers <mode>",
    "what the emulator does with a job for an endpoint whose workersMax is 0",
    ["refuse", "queue"],
    "refuse",
  ),
  unknownDelegation: choice(
    "--unknown-delegation <status>",
    "status of the response to a request that names an unknown delegation of a registry",
    ["404", "400"],
    "404",
  ),
  changingPorts: on("--changing-ports", "give a pod new public ports at each start, as a measurement of RunPod showed"),
  hiddenTemplate: on("--hidden-template", "show no template of a pod, as a measurement of RunPod showed"),
  privateCommunity: on("--private-community", "map no public TCP ports of pods in the community cloud"),
  missingImages: many(
    "--missing-images <image>",
    "image, with * as wildcard, that no registry has: a request with it gets status 422; repeatable",
  ),
  unknownRoute: choice(
    "--unknown-route <status>",
    "status of the response to a REST request with an unknown path",
    ["422", "404"],
    "422",
  ),
  servePorts: on("--serve-ports", "listen on this machine for connections to the public TCP ports of running pods"),
  runCommands: on(
    "--run-commands",
    "run the command of a pod with an entrypoint as a process of this machine, with your rights; the emulator then makes a secret API key",
  ),
  streamHold: duration(
    "--stream-hold <time>",
    "how long a job's stream waits for a chunk",
    { min: 0, max: 300_000 },
    "0s",
  ),
  imagePull: duration(
    "--image-pull <time>",
    "how long a serverless worker pulls its image before it starts",
    upToAYear,
    "0s",
  ),
  workerStart: duration("--worker-start <time>", "how long a serverless worker initializes", upToAYear, "500ms"),
  healthLag: duration("--health-lag <time>", "how long /health still counts a stopped worker", upToAYear, "0s"),
  workerListLag: duration(
    "--worker-list-lag <time>",
    "how long lists of workers still show a stopped worker",
    upToAYear,
    "0s",
  ),
  jobDuration: duration("--job-duration <time>", "how long a job runs", upToAYear, "100ms"),
  jobRateLimit: on("--job-rate-limit", "enforce the published limits of job operations on each endpoint"),
  handlers: text(
    "--handlers <file>",
    "JavaScript module with the handlers of workers: it exports a function for each endpoint",
  ),
  releaseLag: duration(
    "--release-lag <time>",
    "how long a resource stays in use after the deletion of its last user",
    upToAYear,
    "0s",
  ),
  state: text("--state <file>", "keep all resources in this file across restarts; the emulator creates a missing file"),
  seed: whole("--seed <number>", "seed of the generated ids", { min: 0, max: 999_999_999 }, "1"),
  strict: on(
    "--strict",
    "print each request that the emulator does not know; if it received such a request, it ends with exit code 1",
  ),
  profile: text(
    "--profile <file>",
    "report that `podwright doctor --live --output json` wrote; the emulator behaves as the report describes RunPod, even if another flag sets a different behaviour",
  ),
  verbose: on("--verbose", "print every request"),
};

async function serve(values: Values<typeof inputs>, { signal, print, endsBySignal }: CommandContext): Promise<void> {
  const { verbose, handlers: file, allowedHosts = [], profile, ...flags } = values;
  const options = { ...flags, ...(profile === undefined ? {} : profileFrom(profile)) };
  const log = verbose ? (line: string) => print(`${line}\n`) : undefined;
  const { readHandlers, StateFileError, startEmulator } = await emulatorPackage();
  const handlers = file === undefined ? undefined : await readHandlers(file);
  // Everyone with the key can run programs as this user.
  const apiKey = flags.runCommands ? { apiKey: randomUUID() } : {};
  const emulator = await started(startEmulator, { ...options, ...apiKey, allowedHosts, handlers, log });
  print(greeting(emulator));
  if (options.state !== undefined) print(`The emulator stores all resources in ${options.state}.\n\n`);
  endsBySignal?.();
  if (!signal.aborted) await once(signal, "abort");
  await emulator.close().catch((error: unknown) => {
    if (error instanceof StateFileError) throw error;
    // Strict mode has already printed each unknown request, so the error only counts them.
    throw new Ending(exitCodes.failed, [
      `number of requests that the emulator does not know: ${emulator.unknownRequests.length}`,
    ]);
  });
}

/** `podwright emulator`: serves a local RunPod until Ctrl-C or SIGTERM. */
export const emulatorCommand = commandOf({
  name: "emulator",
  description:
    "Runs a local imitation of RunPod for experiments and tests. It serves pods, templates, volumes, endpoints and jobs.",
  inputs,
  run: serve,
});

/** Reads the options from a report of measurements. These options override the flags. */
function profileFrom(file: string): Profile {
  const measured = profileIn(jsonIn(file));
  if (measured !== undefined) return measured;
  throw new UsageError([
    `--profile must be a report of \`${asCalled("podwright doctor --live --output json")}\`, and ${quoted(file)} is not such a report`,
  ]);
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return undefined;
  }
}

/** Starts the emulator. If the port or the address is not available, the error says what to do. */
async function started(start: (options: EmulatorOptions) => Promise<Emulator>, options: EmulatorOptions & Place) {
  try {
    return await start(options);
  } catch (error) {
    const sentence = refusals[error instanceof Error && "code" in error ? String(error.code) : ""];
    throw sentence === undefined ? error : new Error(sentence(options));
  }
}
