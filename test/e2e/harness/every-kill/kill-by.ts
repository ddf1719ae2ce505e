import { once } from "node:events";
import { endAll, endedByThemselves, killEngine } from "../kills/kill";
import { descendantsOf, providersAmong } from "../kills/processes";
import type { EngineProcess } from "../stack/engine";
import type { Victim } from "./point";

export interface KillBy {
  readonly freeze: () => void;
  readonly kill: () => Promise<void>;
  /** Resolves when the engine and every provider have ended. */
  readonly over: Promise<void>;
}

/** Prepares the kill of a run. Victims freeze first, so that the moment of the kill is exact. */
export function killBy(victim: Victim, run: EngineProcess): KillBy {
  const pid = run.child.pid ?? Number.NaN;
  let killing: Promise<void> = Promise.resolve();
  let survivors: readonly number[] = [];
  const providers = () => providersAmong(descendantsOf(pid));
  const kill = async () => {
    if (victim === "plugin") return endAll(providers());
    const killed = await killEngine(run);
    if (victim === "both") endAll(killed.providers);
    survivors = killed.providers;
  };
  return {
    freeze: () => {
      const frozen = [...(victim === "engine" ? [] : providers()), ...(victim === "plugin" ? [] : [pid])];
      for (const each of frozen) process.kill(each, "SIGSTOP");
    },
    kill: () => {
      killing = kill();
      return killing;
    },
    // The streams of a killed engine stay open as long as its orphaned processes.
    over: once(run.child, "exit")
      .then(() => killing)
      .then(() => endedByThemselves(survivors)),
  };
}
