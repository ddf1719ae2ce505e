import { once } from "node:events";
import { Command } from "commander";
import { type Emulator, type EmulatorOptions, readHandlers, StateFileError, startEmulator } from "../../emulator";
import { FlagCheck, quoted } from "../flags/flag-check";
import { choice, collect } from "../flags/options";
import type { CommandContext } from "../program/context";
import { Ending, exitCodes } from "../program/exit-codes";

interface Flags {
  readonly port: string;
  readonly host: string;
  readonly allowedHost?: readonly string[];
  readonly provision: string;
  readonly start: string;
  readonly rateLimit?: string;
  readonly saveEndpoint: string;
  readonly streamShape: string;
  readonly workerStart: string;
  readonly jobDuration: string;
  readonly jobRateLimit?: boolean;
  readonly handlers?: string;
  readonly releaseLag: string;
  readonly state?: string;
  readonly seed: string;
  readonly strict?: boolean;
  readonly verbose?: boolean;
}

/** Where it listens. */
interface Place {
  readonly host: string;
  readonly port: number | undefined;
}

const modes = ["merge", "replace"] as const;
const shapes = ["array", "object"] as const;

/** `podwright emulator`: the local platform, until Ctrl-C or SIGTERM, which are its ordinary end. */
export function emulatorCommand(context: CommandContext): Command {
  return new Command("emulator")
    .description("serve a local platform for trying and testing: pods, templates, volumes, endpoints and jobs")
    .option("--port <number>", "port to listen on; 0 takes any free one", "8484")
    .option("--host <address>", "address to listen on; on any but this, who reaches it controls it", "127.0.0.1")
    .option("--allowed-host <name>", "host name that console and control go by; may be given again", collect)
    .option("--provision <time>", "how long a pod is PROVISIONING", "1s")
    .option("--start <time>", "how long a container is STARTING", "1s")
    .option("--rate-limit <quotas>", "REST quotas such as 60/m,3000/h,50000/d (default: not enforced)")
    .addOption(choice("--save-endpoint <mode>", "what saveEndpoint does with omitted fields", modes).default("merge"))
    .addOption(choice("--stream-shape <shape>", "shape of a job's stream", shapes).default("array"))
    .option("--worker-start <time>", "how long a serverless worker initializes", "500ms")
    .option("--job-duration <time>", "how long a job runs", "100ms")
    .option("--job-rate-limit", "enforce the published limits of job operations on each endpoint")
    .option("--handlers <file>", "JavaScript module that says what workers run: one function an endpoint")
    .option("--release-lag <time>", "how long things stay in use after their last user went", "0s")
    .option("--state <file>", "keep everything in this file over restarts; made if it is not there")
    .option("--seed <number>", "seed of the generated ids", "1")
    .option("--strict", "print requests the emulator does not know, and end with exit code 1 after any")
    .option("--verbose", "print every request")
    .action((flags: Flags) => serve(flags, context));
}

const LONGEST = 365 * 24 * 3_600_000;

/** Judges all of them, and throws what is wrong at once. */
function optionsOf(flags: Flags): EmulatorOptions & Place {
  const check = new FlagCheck();
  const duration = (flag: string, text: string) => check.duration(flag, text, { min: 0, max: LONGEST });
  const { host, allowedHost: allowedHosts = [], rateLimit, jobRateLimit, state, strict } = flags;
  const options = {
    port: check.whole("--port", flags.port, { min: 0, max: 65_535 }),
    provision: duration("--provision", flags.provision),
    start: duration("--start", flags.start),
    saveEndpoint: check.oneOf("--save-endpoint", flags.saveEndpoint, modes),
    streamShape: check.oneOf("--stream-shape", flags.streamShape, shapes),
    workerStart: duration("--worker-start", flags.workerStart),
    jobDuration: duration("--job-duration", flags.jobDuration),
    releaseLag: duration("--release-lag", flags.releaseLag),
    seed: check.whole("--seed", flags.seed, { min: 0, max: 999_999_999 }),
  };
  if (rateLimit !== undefined && !/^\d+\/[mhd](,\d+\/[mhd])*$/.test(rateLimit))
    check.refuse(`--rate-limit must be quotas such as 60/m,3000/h,50000/d, not ${quoted(rateLimit)}`);
  check.settle();
  return { ...options, host, allowedHosts, rateLimit, jobRateLimit, state, strict };
}

async function serve(flags: Flags, { signal, print, endsBySignal }: CommandContext): Promise<void> {
  const options = optionsOf(flags);
  const { verbose, handlers: file } = flags;
  const log = verbose ? (line: string) => print(`${line}\n`) : undefined;
  const handlers = file === undefined ? undefined : await readHandlers(file);
  const emulator = await started({ ...options, handlers, log });
  print(greeting(emulator.url, emulator.apiKey, emulator.readOnlyKey));
  if (options.state !== undefined) print(`Everything is kept in ${options.state}.\n\n`);
  endsBySignal?.();
  if (!signal.aborted) await once(signal, "abort");
  await emulator.close().catch((error: unknown) => {
    if (error instanceof StateFileError) throw error;
    // What strict mode rejects with was printed line by line as it came.
    throw new Ending(exitCodes.failed, [
      `requests came that the emulator does not know: ${emulator.unknownRequests.length}`,
    ]);
  });
}

/** Throws a sentence for a person where the port or the address cannot be had. */
async function started(options: EmulatorOptions & Place): Promise<Emulator> {
  try {
    return await startEmulator(options);
  } catch (error) {
    const sentence = refusals[error instanceof Error && "code" in error ? String(error.code) : ""];
    throw sentence === undefined ? error : new Error(sentence(options));
  }
}

const refusals: Readonly<Record<string, (place: Place) => string>> = {
  EADDRINUSE: ({ port }) => `port ${port} is in use: is an emulator running already? --port 0 takes any free one`,
  EACCES: ({ port }) => `you may not listen on port ${port}: --port takes another one, 0 any that is free`,
  EADDRNOTAVAIL: noAddress,
  ENOTFOUND: noAddress,
};

function noAddress({ host }: Place): string {
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
