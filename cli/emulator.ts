import { Command, InvalidArgumentError, Option } from "commander";
import { readHandlers, StateFileError, startEmulator } from "../emulator/index";
import { parseDuration } from "./flags/duration";

interface Flags {
  readonly port: number;
  readonly provision: number;
  readonly start: number;
  readonly rateLimit?: string;
  readonly saveEndpoint: "merge" | "replace";
  readonly streamShape: "array" | "object";
  readonly workerStart: number;
  readonly jobDuration: number;
  readonly jobRateLimit?: boolean;
  readonly handlers?: string;
  readonly releaseLag: number;
  readonly state?: string;
  readonly seed: number;
  readonly strict?: boolean;
  readonly verbose?: boolean;
}

/** `podwright emulator`: the local platform, until Ctrl-C. */
export function emulatorCommand(): Command {
  return new Command("emulator")
    .description("serve a local platform for trying and testing: pods, templates, volumes, endpoints and jobs")
    .option("--port <number>", "port on 127.0.0.1; 0 takes any free one", whole, 8484)
    .option("--provision <time>", "how long a pod is PROVISIONING", duration, 1000)
    .option("--start <time>", "how long a container is STARTING", duration, 1000)
    .option("--rate-limit <quotas>", "REST quotas such as 60/m,3000/h,50000/d (default: not enforced)", quotas)
    .addOption(
      new Option("--save-endpoint <mode>", "what saveEndpoint does with omitted fields")
        .choices(["merge", "replace"])
        .default("merge"),
    )
    .addOption(
      new Option("--stream-shape <shape>", "shape of a job's stream").choices(["array", "object"]).default("array"),
    )
    .option("--worker-start <time>", "how long a serverless worker initializes", duration, 500)
    .option("--job-duration <time>", "how long a job runs", duration, 100)
    .option("--job-rate-limit", "enforce the published limits of job operations on each endpoint")
    .option("--handlers <file>", "JavaScript module that says what workers run: one function an endpoint")
    .option("--release-lag <time>", "how long things stay in use after their last user went", duration, 0)
    .option("--state <file>", "keep everything in this file over restarts; made if it is not there")
    .option("--seed <number>", "seed of the generated ids", whole, 1)
    .option("--strict", "print requests the emulator does not know")
    .option("--verbose", "print every request")
    .action(serve);
}

async function serve(flags: Flags): Promise<void> {
  const { verbose, handlers: file, ...options } = flags;
  const log = verbose ? (line: string) => process.stdout.write(`${line}\n`) : undefined;
  const handlers = file === undefined ? undefined : await readHandlers(file);
  const emulator = await startEmulator({ ...options, handlers, ...(log ? { log } : {}) });
  process.stdout.write(greeting(emulator.url, emulator.apiKey, emulator.readOnlyKey));
  if (options.state !== undefined) process.stdout.write(`Everything is kept in ${options.state}.\n\n`);
  await interrupted();
  await emulator.close().catch((error: unknown) => {
    if (error instanceof StateFileError) throw error;
  });
}

function greeting(url: string, apiKey: string, readOnlyKey: string): string {
  return `Emulator listening on ${url} (console: ${url}/_emulator/). Ctrl-C stops it.

Keys: ${apiKey} (all), ${readOnlyKey} (writes are 403)

For any program in this shell:
  export PODWRIGHT_API_KEY=${apiKey}
  export PODWRIGHT_BASE_URL=${url} PODWRIGHT_SERVERLESS_URL=${url}

For one stack:
  pulumi config set --secret podwright:apiKey ${apiKey}
  pulumi config set podwright:baseUrl ${url}
  pulumi config set podwright:serverlessUrl ${url}

`;
}

function interrupted(): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      process.off("SIGINT", stop);
      process.off("SIGTERM", stop);
      resolve();
    };
    process.on("SIGINT", stop);
    process.on("SIGTERM", stop);
  });
}

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("a whole number is needed");
  return Number(text);
}

function duration(text: string): number {
  const ms = parseDuration(text);
  if (ms === undefined) throw new InvalidArgumentError("a time such as 250ms, 1s or 2m is needed");
  return ms;
}

function quotas(text: string): string {
  if (!/^\d+\/[mhd](,\d+\/[mhd])*$/.test(text))
    throw new InvalidArgumentError("quotas such as 60/m,3000/h,50000/d are needed");
  return text;
}
