import { once } from "node:events";
import { Command, InvalidArgumentError, Option } from "commander";
import { type Emulator, type EmulatorOptions, readHandlers, StateFileError, startEmulator } from "../emulator/index";
import type { CommandContext } from "./context";
import { parseDuration } from "./flags/duration";

interface Flags {
  readonly port: number;
  readonly host: string;
  readonly allowedHost?: readonly string[];
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

/** `podwright emulator`: the local platform, until Ctrl-C or SIGTERM, which are its ordinary end. */
export function emulatorCommand(context: CommandContext): Command {
  return new Command("emulator")
    .description("serve a local platform for trying and testing: pods, templates, volumes, endpoints and jobs")
    .option("--port <number>", "port to listen on; 0 takes any free one", port, 8484)
    .option("--host <address>", "address to listen on; on any but this, who reaches it controls it", "127.0.0.1")
    .option("--allowed-host <name>", "host name that console and control go by; may be given again", listed)
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
    .action((flags: Flags) => serve(flags, context));
}

async function serve(flags: Flags, { signal, print, endsBySignal }: CommandContext): Promise<void> {
  const { verbose, handlers: file, allowedHost: allowedHosts = [], ...options } = flags;
  const log = verbose ? (line: string) => print(`${line}\n`) : undefined;
  const handlers = file === undefined ? undefined : await readHandlers(file);
  const emulator = await started({ ...options, allowedHosts, handlers, log });
  print(greeting(emulator.url, emulator.apiKey, emulator.readOnlyKey));
  if (options.state !== undefined) print(`Everything is kept in ${options.state}.\n\n`);
  endsBySignal?.();
  if (!signal.aborted) await once(signal, "abort");
  await emulator.close().catch((error: unknown) => {
    // What strict mode rejects with was printed when it came.
    if (error instanceof StateFileError) throw error;
  });
}

/** Throws a sentence for a person where the port or the address cannot be had. */
async function started(options: EmulatorOptions & Pick<Flags, "host" | "port">): Promise<Emulator> {
  try {
    return await startEmulator(options);
  } catch (error) {
    const sentence = refusals[error instanceof Error && "code" in error ? String(error.code) : ""];
    throw sentence === undefined ? error : new Error(sentence(options));
  }
}

const refusals: Readonly<Record<string, (flags: Pick<Flags, "host" | "port">) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is in use: is an emulator running already? --port 0 takes any free one`,
  EACCES: ({ port }) => `you may not listen on port ${port}: --port takes another one, 0 any that is free`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
};

function noAddress({ host }: Pick<Flags, "host">): string {
  return `this machine has no address ${host}: --host takes one that it has, or 0.0.0.0 for all of them`;
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

function whole(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError("a whole number is needed");
  return Number(text);
}

function port(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535)
    throw new InvalidArgumentError("a port from 1 to 65535, or 0, is needed");
  return Number(text);
}

function listed(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
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
