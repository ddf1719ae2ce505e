import { type ChildProcess, spawn } from "node:child_process";
import { connect } from "node:net";
import { until } from "../processes";

export { freePort } from "../../../support/free-port";

export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  readonly port: number;
  readonly env?: NodeJS.ProcessEnv;
  /** The account to run under, where root may not. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
}

/** A server program that ends with the test, and at the latest with its process. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #said = "";
  readonly #end = () => this.#child.kill("SIGKILL");

  private constructor({ program, args, env, account }: Start) {
    this.#child = spawn(program, args, {
      ...account,
      env: { ...process.env, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => {
        this.#said += text;
      });
    }
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", (error) => {
        this.#said += String(error);
        resolve();
      });
      this.#child.on("close", () => resolve());
    });
    process.on("exit", this.#end);
  }

  /** Answers when the port does. */
  static async start(how: Start): Promise<ServerProcess> {
    const server = new ServerProcess(how);
    let answers = false;
    const knock = () => {
      const socket = connect(how.port, "127.0.0.1", () => {
        answers = true;
        socket.end();
      }).on("error", () => undefined);
    };
    const knocking = setInterval(knock, 50);
    try {
      await until(`${how.program} listens`, () => answers || server.#child.exitCode !== null, 60_000);
    } finally {
      clearInterval(knocking);
    }
    // A stranger may answer on a port that our own program was refused.
    if (!answers || server.#child.exitCode !== null) throw new Error(`${how.program} ended: ${server.#said}`);
    return server;
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    process.off("exit", this.#end);
    this.#child.kill(signal);
    await this.#ended;
  }
}
