import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { isDeepStrictEqual } from "node:util";
import { pluginCommand } from "../repository";

/**
 * A plugin that serves one command of the engine after another, as one under a debugger does: to start it anew takes as
 * long as all else that a command does. It ends with its input, and so with the process of the tests.
 */
export class AttachedPlugin {
  #child: ChildProcess | undefined;
  #env: NodeJS.ProcessEnv = {};
  #port = "";

  /** The variable that has the engine attach to it; with another environment it is another process. */
  async variable(cwd: string, env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
    if (this.#child === undefined || !isDeepStrictEqual(this.#env, env)) {
      this.stop();
      this.#env = { ...env };
      const [program, ...args] = pluginCommand;
      const child = spawn(program, args, { cwd, env, stdio: ["pipe", "pipe", "inherit"] });
      this.#child = child;
      const [port] = await once(child.stdout, "data");
      this.#port = String(port).trim();
    }
    return { PULUMI_DEBUG_PROVIDERS: `podwright:${this.#port}` };
  }

  stop(): void {
    this.#child?.kill("SIGKILL");
    this.#child = undefined;
  }
}
