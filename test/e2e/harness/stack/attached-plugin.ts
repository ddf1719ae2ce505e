import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { isDeepStrictEqual } from "node:util";
import { pluginCommand } from "../repository";

/**
 * A plugin that serves several commands of the engine, like a plugin under a debugger: a new start would take as long as
 * the rest of a command. It ends with its input, and so with the process of the tests.
 */
export class AttachedPlugin {
  #child: ChildProcess | undefined;
  #env: NodeJS.ProcessEnv = {};
  #port = "";

  /** The variable that attaches the engine to the plugin; another environment needs another process. */
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
