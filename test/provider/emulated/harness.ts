import { afterAll, afterEach, beforeAll, beforeEach, test } from "vitest";
import { connect, type Platform, type PlatformOptions } from "../../../client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import { generateMarker, generateName } from "../../../provider/creating/marker";
import type { SeenState } from "../../../provider/hosts/engine/recorded-state";
import type { InitError } from "../../../provider/operations/errors";
import type { Resource } from "../../../provider/operations/resource";
import type { Session } from "../../../provider/operations/run";
import { openSession } from "../../../provider/operations/session";
import { withDefaults } from "../../../provider/planning/check";
import { separate } from "../../../provider/planning/projection";
import type { Values } from "../../../provider/planning/values";
import { MovableClock } from "../../support/movable-clock";
import { type TestRun, testRun } from "../../support/test-run";
import { Program, type Recorded } from "./program";

/** How long a run waits. No test does: it moves the time. */
const patienceMs = 600_000;

/** What the platform of these stories is like: as it is by default, unless the project that runs them says otherwise. */
const variants: Readonly<Record<string, EmulatorOptions>> = {
  default: {},
  merge: { saveEndpoint: "merge" },
  replace: { saveEndpoint: "replace" },
  original: { strictInterface: true },
  early: { runningAtOnce: true },
};

const variantName = process.env.PODWRIGHT_EMULATOR_VARIANT ?? "default";

function variant(): EmulatorOptions {
  const options = variants[variantName];
  if (options === undefined) throw new Error(`There is no emulator variant ${variantName}`);
  return options;
}

/** A test of what the interface did not have when it was first described. */
export const newerTest: typeof test | (() => void) = variantName === "original" ? () => undefined : test;

/** Whether the platform shows pods as `RUNNING` before their container runs. */
export const isEarly = variantName === "early";

/** How progress shows a pod that is on its way. */
export const starting = isEarly ? "RUNNING without a container" : "STARTING";

/** One emulator a file, emptied before each test, whose pods need a few milliseconds; and the client as users have it. */
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

  return {
    get emulator() {
      return emulator;
    },
    get platform() {
      return platform;
    },
    run,
    /** Moves the runs' time to where each of them gives up waiting. */
    timesOut: (afterMs = patienceMs) => clock.advance(afterMs),
    /** The work's result, while RunPod starts crashing containers again. */
    async withRestarts<T>(work: Promise<T>): Promise<T> {
      const restarting = setInterval(() => emulator.advance(8_000), 50);
      return await work.finally(() => clearInterval(restarting));
    },
    /** The next process of the same stack, with another transport configured. */
    async switchTo(transport: "graphql" | "rest") {
      await platform.close();
      switchTo(transport);
    },
    /** A stack of several resources. */
    program: () => new Program(run),
    stack: <Inputs>(resource: Resource<Inputs>) => new OneResource(resource as unknown as Resource<Values>, run),
  };
}

/** Does to one resource what the engine would: keeps what comes back and hands it to the next operation. */
export class OneResource {
  recorded: Recorded | undefined;
  /** The lines of the last operation. */
  lines: readonly string[] = [];
  readonly #resource: Resource<Values>;
  readonly #run: () => TestRun;

  constructor(resource: Resource<Values>, run: () => TestRun) {
    this.#resource = resource;
    this.#run = run;
  }

  get id(): string {
    return this.state.id;
  }

  get outputs(): Values {
    return this.state.outputs;
  }

  get state(): Recorded {
    if (this.recorded === undefined) throw new Error("nothing is recorded");
    return this.recorded;
  }

  /** As `check` leaves them: with defaults and a name. */
  checked(given: Values): Values {
    const { kind, markerIn } = this.#resource;
    const __autoname = this.recorded?.inputs.__autoname ?? generateName(kind.toLowerCase());
    const __nonce = this.recorded?.inputs.__nonce ?? generateMarker();
    const name = this.#resource.autoname ? { name: __autoname } : {};
    return {
      ...name,
      ...withDefaults(this.#resource.inputs, given),
      __autoname,
      ...(markerIn === "environment" && { __nonce }),
    };
  }

  async create(given: Values, { run = this.#run(), inputs = this.checked(given) } = {}): Promise<this> {
    return await this.#keeping(run, inputs, () => this.#resource.create(run, inputs));
  }

  async update(given: Values, { run = this.#run(), inputs = this.checked(given) } = {}): Promise<this> {
    const { id, outputs } = this.state;
    const { declared: state } = separate(outputs);
    const names = [...Object.keys(this.#resource.inputs.schema.shape), "__autoname"];
    const olds = Object.fromEntries(Object.entries(state).filter(([name]) => names.includes(name)));
    return await this.#keeping(run, inputs, async () => {
      const request = { id, olds, news: inputs, state };
      return { id, ...(await this.#resource.update(run, request)) };
    });
  }

  /** What the plan of a program that has not changed learns from the platform. */
  async lookAgain({ run = this.#run() } = {}): Promise<Values | undefined> {
    this.lines = run.lines;
    const { id, outputs: state, inputs } = this.state;
    return await this.#resource.lookAgain?.(run, { id, olds: inputs, news: inputs, state });
  }

  /** Whether it is still there. */
  async refresh(): Promise<boolean> {
    const { id, outputs, inputs } = this.state;
    const { declared: state } = separate(outputs);
    const declared = Object.fromEntries(Object.keys(inputs).map((name) => [name, state[name]]));
    const found = await this.#resource.read(this.#run(), { id, declared, state });
    this.recorded = found && { id, ...found };
    return found !== undefined;
  }

  async delete({ run = this.#run() } = {}): Promise<this> {
    this.lines = run.lines;
    await this.#resource.delete(run, { id: this.id, inputs: this.state.inputs, state: this.outputs });
    this.recorded = undefined;
    return this;
  }

  async #keeping(run: TestRun, inputs: Values, work: () => Promise<{ id: string; outputs: Values }>): Promise<this> {
    this.lines = run.lines;
    try {
      this.recorded = { inputs, ...(await work()) };
    } catch (error) {
      // An init error is kept with the new outputs and, in an update, the old inputs.
      const { id, outputs } = error as InitError;
      if (id !== undefined) this.recorded = { id, outputs, inputs: this.recorded?.inputs ?? inputs };
      throw error;
    }
    return this;
  }
}

export async function failure(work: Promise<unknown>): Promise<InitError> {
  try {
    await work;
  } catch (error) {
    return error as InitError;
  }
  throw new Error("it was expected to fail");
}
