import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";

/** RunPod's page size. */
export const longestPage = 1000;

/**
 * The emulator of a story. Pods and workers start within hundredths of a second by default, and an unknown request
 * makes the emulator's end fail. `PODWRIGHT_E2E_PAGE_SIZE` sets the page size of lists, unless a story counts requests.
 * `PODWRIGHT_E2E_RUNNING_AT_ONCE`: pods are `RUNNING` before their container runs, as recorded.
 */
export function quickEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const pageSize = Number(process.env.PODWRIGHT_E2E_PAGE_SIZE ?? longestPage);
  const quick = { provision: 20, start: 20, workerStart: 20 };
  return startEmulator({
    ...quick,
    ...{ pageSize, runningAtOnce: isEarly, strict: true },
    ...options,
  });
}

const isEarly = process.env.PODWRIGHT_E2E_RUNNING_AT_ONCE === "true";

/** A starting pod in messages and in its outputs. */
export const onItsWay = isEarly
  ? { state: "RUNNING without a container", awaited: "the container of pod \\w+ to run", created: "STARTING" }
  : { state: "STARTING", awaited: "the pod to run", created: "PROVISIONING" };
