import type { EngineProcess } from "../stack/engine";
import { descendantsOf, isAlive, providersAmong, until, watchesEngine } from "./processes";

export interface Killed {
  /** The provider processes that survive a killed engine and must end by themselves. */
  readonly providers: readonly number[];
}

/** Kills an engine, its language host, and providers that have not loaded Podwright's code yet. */
export async function killEngine({ child }: EngineProcess): Promise<Killed> {
  const pid = child.pid ?? Number.NaN;
  const family = descendantsOf(pid);
  const providers = providersAmong(family).filter(watchesEngine);
  // An engine that has just ended is no error.
  child.kill("SIGKILL");
  await until("the engine is gone", () => child.signalCode !== null || child.exitCode !== null);
  endAll(family.map((other) => other.pid).filter((other) => !providers.includes(other)));
  return { providers };
}

export async function endedByThemselves(providers: readonly number[]): Promise<void> {
  await until("the provider's processes have ended", () => !providers.some(isAlive));
}

export function endAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
