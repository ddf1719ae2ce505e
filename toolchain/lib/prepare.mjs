import { prepareClone } from "./clone.mjs";
import { ensureEngine } from "./engine/ensure.mjs";

/**
 * Prepares the clone and its engine at once, because npm waits for the network while Go compiles. If the clone cannot be prepared, the
 * engine's build stops.
 * @param {import("./machine.mjs").Machine} machine
 * @param {readonly import("./go.mjs").GoProgram[]} needed
 */
export async function prepareCloneAndEngine(machine, needed) {
  const stop = new AbortController();
  const packages = prepareClone(machine).catch((error) => {
    stop.abort(error);
    throw error;
  });
  const signal = AbortSignal.any([machine.signal, stop.signal]);
  const outcomes = await Promise.allSettled([packages, ensureEngine({ ...machine, signal }, needed, packages)]);
  for (const outcome of outcomes) if (outcome.status === "rejected") throw outcome.reason;
}
