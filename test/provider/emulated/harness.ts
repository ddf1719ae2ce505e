import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { connect, type Platform, type PlatformOptions } from "../../../client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import type { SeenState } from "../../../provider/hosts/engine/recorded-state";
import type { InitError } from "../../../provider/pulumi/errors";
import type { Resource } from "../../../provider/session/resource";
import type { Session } from "../../../provider/session/run";
import { openSession } from "../../../provider/session/session";
import { Engine, type EngineOptions } from "../../support/engine";
import { MovableClock } from "../../support/movable-clock";
import { OneResource } from "../../support/one-resource";
import { testRun } from "../../support/test-run";

/** The time that a run waits. Tests never wait for it: they move the time. */
const patienceMs = 600_000;

/** The platform of these stories: the default platform, unless the Vitest project chooses another platform. */
const variants: Readonly<Record<string, EmulatorOptions>> = {
  default: {},
  // Platforms on which one view of an endpoint's workers lags behind the other view.
  merge: { saveEndpoint: "merge", workerListLag: 100 },
  replace: { saveEndpoint: "replace", healthLag: 100 },
  original: { strictInterface: true },
  early: { runningAtOnce: true },
};

const variantName = process.env.PODWRIGHT_EMULATOR_VARIANT ?? "default";

function variant(): EmulatorOptions {
  const options = variants[variantName];
  if (options === undefined) throw new Error(`There is no emulator variant ${variantName}`);
  return options;
}

/** A test of a feature that RunPod's interface did not have at first. */
export const newerTest: typeof test | (() => void) = variantName === "original" ? () => undefined : test;

/** Whether the platform shows pods as `RUNNING` before their container runs. */
export const isEarly = variantName === "early";

/** The words of progress for a pod that does not run yet. */
export const starting = isEarly ? "RUNNING without a container" : "STARTING";

/**
 * One emulator per file, emptied before each test, whose pods need a few milliseconds, and the client as users have
 * it.
 */
export function useLifecycles(
  options: EmulatorOptions = {},
  { endpointTransport, timeScale = 0.01 }: Pick<PlatformOptions, "endpointTransport" | "timeScale"> = {},
) {
  let emulator: Emulator;
  let platform: Platform;
  let session: Session;
  const clock = new MovableClock();
  const switchTo = (transport: PlatformOptions["endpointTransport"]) => {
    const { apiKey, url } = emulator;
    platform = connect({ apiKey, baseUrl: url, serverlessUrl: url, timeScale, endpointTransport: transport });
    session = openSession({ platform, clock, timeScale });
  };
  beforeAll(async () => {
    emulator = await startEmulator({ provision: 5, start: 5, workerStart: 5, strict: true, ...variant(), ...options });
  });
  beforeEach(() => {
    emulator.reset();
    switchTo(endpointTransport);
  });
  afterEach(() => platform.close());
  afterAll(() => emulator.close());

  const run = (recorded?: SeenState) =>
    testRun({ platform, session, clock, timeoutMs: patienceMs, timeScale, ...(recorded && { recorded }) });

  let stacks = 0;
  const nextStack = () => ({
    ...{ platform: () => platform, clock, timeScale, timeoutMs: patienceMs },
    stack: { organization: "-", project: "shop", stack: `prod-${++stacks}` },
  });

  return {
    get emulator() {
      return emulator;
    },
    get platform() {
      return platform;
    },
    run,
    timeScale,
    /** Moves the runs' time to the point where each run gives up waiting. */
    timesOut: (afterMs = patienceMs) => clock.advance(afterMs),
    /**
     * Waits until a run pauses for about this time. An advance before the pause begins would not end it, and the test would wait for
     * the rest of the pause.
     */
    async pauses(ms: number) {
      await expect.poll(() => clock.longestPause(ms), { interval: 2 }).toBeGreaterThan(ms * 0.9);
    },
    /** Returns the work's result, while a minute of the runs' time, or another time, passes again and again. */
    async impatiently<T>(work: Promise<T>, ms = 60_000): Promise<T> {
      const passing = setInterval(() => clock.advance(ms), 50);
      return await work.finally(() => clearInterval(passing));
    },
    /** Returns the work's result, while RunPod restarts crashing containers again and again. */
    async withRestarts<T>(work: Promise<T>): Promise<T> {
      const restarting = setInterval(() => emulator.advance(8_000), 50);
      return await work.finally(() => clearInterval(restarting));
    },
    /** Continues as the next process of the same stack, with another transport. */
    async switchTo(transport: "graphql" | "rest") {
      await platform.close();
      switchTo(transport);
    },
    /** A stack of one resource. Each call creates another stack. */
    stackOf: (resource: Resource<never>, options: Partial<EngineOptions> = {}) =>
      new OneResource(new Engine({ ...nextStack(), ...options }), resource),
    /** A stack of several resources. Each call creates another stack. */
    engine: (options: Partial<EngineOptions> = {}) => new Engine({ ...nextStack(), ...options }),
  };
}

export async function failure(work: Promise<unknown>): Promise<InitError> {
  try {
    await work;
  } catch (error) {
    return error as InitError;
  }
  throw new Error("it was expected to fail");
}
