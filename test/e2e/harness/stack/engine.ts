import { type ChildProcess, spawn } from "node:child_process";
import { runtime } from "@pulumi/pulumi";
import { CommandError, type EngineEvent, PulumiCommand } from "@pulumi/pulumi/automation";

// A program in this process leaves open what it connected to an engine that has ended. If the system later gives that port to another
// engine, gRPC takes the failed connection for the new one. Pulumi then sees a program that declares nothing, and calls it a success.
const { grpcClientOptions } = runtime as unknown as { readonly grpcClientOptions: Record<string, unknown> };
grpcClientOptions["grpc.use_local_subchannel_pool"] = 1;

export interface EngineRun {
  readonly ok: boolean;
  /** The command's output from both streams, line by line in order of arrival. */
  readonly text: string;
  readonly events: readonly EngineEvent[];
}

/** Callbacks for the output and events of an Automation API operation. */
export interface Watch {
  readonly onOutput: (chunk: string) => void;
  readonly onError: (chunk: string) => void;
  readonly onEvent: (event: EngineEvent) => void;
}

/** Runs an operation of the Automation API to its end; a failure also returns a run. */
export async function runOperation(operate: (watch: Watch) => Promise<unknown>): Promise<EngineRun> {
  const output = new Output();
  const events: EngineEvent[] = [];
  const watch = {
    onOutput: output.stream(),
    onError: output.stream(),
    onEvent: (event: EngineEvent) => events.push(event),
  };
  try {
    await operate(watch);
    return { ok: true, text: output.text(), events };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { ok: false, text: output.text(), events };
  }
}

type RunCommand = (args: readonly string[], ...rest: readonly unknown[]) => Promise<unknown>;

/** The Automation API's extra commands: it checks the stack, and after an update it reads outputs and history. */
const lookUps = /^stack (select|output|history) /;

let command: Promise<PulumiCommand> | undefined;

/**
 * The engine on the PATH for the Automation API, without the extra commands: they take longer than the update itself, and
 * no story needs their results.
 */
export function engineCommand(): Promise<PulumiCommand> {
  command ??= PulumiCommand.get({ skipVersionCheck: true }).then((found) => {
    const { run } = found as unknown as { run: RunCommand };
    const quick: RunCommand = (args, ...rest) =>
      lookUps.test(args.join(" "))
        ? Promise.resolve({ stdout: args[1] === "history" ? "[]" : "{}", stderr: "", code: 0 })
        : run.call(found, args, ...rest);
    return Object.assign(found, { run: quick });
  });
  return command;
}

export interface EngineProcess {
  readonly child: ChildProcess;
  /** The output so far. */
  text(): string;
  readonly finished: Promise<Omit<EngineRun, "events">>;
}

/** Starts a `pulumi` command for stories about the process: its signals, its end, its command line. */
export function startEngine(args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): EngineProcess {
  const child = spawn("pulumi", [...args, "--non-interactive"], { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
  const output = new Output();
  child.stdout.setEncoding("utf8").on("data", output.stream());
  child.stderr.setEncoding("utf8").on("data", output.stream());
  const text = () => output.text();
  const finished = new Promise<Omit<EngineRun, "events">>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (exitCode) => resolve({ ok: exitCode === 0, text: text() }));
  });
  return { child, text, finished };
}

/** Several streams as one text of whole lines, so that no stream splits a line of another stream. */
class Output {
  #lines = "";
  readonly #rests: string[] = [];

  stream(): (chunk: string) => void {
    const index = this.#rests.push("") - 1;
    return (chunk) => {
      const all = this.#rests[index] + chunk;
      const end = all.lastIndexOf("\n") + 1;
      this.#lines += all.slice(0, end);
      this.#rests[index] = all.slice(end);
    };
  }

  text(): string {
    return this.#lines + this.#rests.join("");
  }
}
