import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { projectOf } from "./project";

/** Dynamic providers of this process that no command uses at the moment. */
const free: ChildProcess[] = [];

/** A dynamic provider for one command of the engine. */
export interface Lent {
  /** The variables that attach the engine to the provider. */
  readonly env: NodeJS.ProcessEnv;
  giveBack(): void;
}

/** Lends the command in that folder a process that runs Pulumi's dynamic provider and has already loaded Pulumi's SDK. */
export async function lendDynamicProvider(dir: string, env: NodeJS.ProcessEnv): Promise<Lent> {
  const child = free.pop() ?? started();
  // The engine tells the providers that it starts the name of the project.
  const project = projectOf(dir);
  child.send({ dir, env: { ...env, PULUMI_PROJECT: project, PULUMI_NODEJS_PROJECT: project } });
  const [{ port }] = (await once(child, "message")) as [{ readonly port: string }];
  return {
    env: { PULUMI_DEBUG_PROVIDERS: `pulumi-nodejs:${port}` },
    giveBack: () => {
      child.send("end");
      free.push(child);
    },
  };
}

function started(): ChildProcess {
  // The provider watches its standard input as if the engine held the other end.
  const child = fork(join(__dirname, "resident-provider.mts"), { stdio: ["pipe", "ignore", "ignore", "ipc"] });
  // The process ends with this process, which does not wait for it.
  child.unref();
  child.channel?.unref();
  child.stdin?.on("error", () => undefined);
  return child;
}
