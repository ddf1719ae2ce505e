import { type ChildProcess, spawn } from "node:child_process";
import { connect } from "node:net";
import { freePort } from "../../../support/free-port";
import { until } from "../kills/processes";

export interface Start {
  readonly program: string;
  readonly args: (port: number) => readonly string[];
  /** Whether this server answers, because another program may have taken the port first. */
  readonly isOurs?: (port: number) => Promise<boolean>;
  readonly env?: NodeJS.ProcessEnv;
  /** The account of the process if it must not run as root. */
  readonly account?: { readonly uid: number; readonly gid: number } | undefined;
}

/** A server program that ends with the test, or at the latest with the test's process. */
export class ServerProcess {
  readonly #child: ChildProcess;
  readonly #ended: Promise<void>;
  #said = "";
  readonly #end = () => this.#child.kill("SIGKILL");

  private constructor(
    { program, args, env, account }: Start,
    readonly port: number,
  ) {
    this.#child = spawn(program, args(port), {
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

  /** Resolves when the port answers. If another program takes the port first, the function tries another port. */
  static async start(how: Start): Promise<ServerProcess> {
    let said = "";
    for (let tries = 3; tries > 0; tries--) {
      const server = new ServerProcess(how, await freePort());
      if ((await server.#answers(how.program)) && (await (how.isOurs?.(server.port) ?? true))) return server;
      await server.stop("SIGKILL");
      said = server.#said;
    }
    throw new Error(`${how.program} ended: ${said}`);
  }

  async #answers(program: string): Promise<boolean> {
    let answers = false;
    const knock = () => {
      const socket = connect(this.port, "127.0.0.1", () => {
        answers = true;
        socket.end();
      }).on("error", () => undefined);
    };
    const knocking = setInterval(knock, 50);
    try {
      await until(`${program} listens`, () => answers || this.#child.exitCode !== null);
    } finally {
      clearInterval(knocking);
    }
    return answers && this.#child.exitCode === null;
  }

  async stop(signal: NodeJS.Signals): Promise<void> {
    process.off("exit", this.#end);
    this.#child.kill(signal);
    await this.#ended;
  }
}
