import { afterAll, afterEach, beforeAll, beforeEach, test } from "vitest";
import { connect, type Platform, type PlatformOptions } from "../../../client";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import { generateMarker, generateName } from "../../../provider/creating/marker";
import { SeenState } from "../../../provider/hosts/engine/recorded-state";
import { notices } from "../../../provider/hosts/notices";
import { HostOperations } from "../../../provider/hosts/operations";
import type { InitError } from "../../../provider/operations/errors";
import type { Resource } from "../../../provider/operations/resource";
import type { Session } from "../../../provider/operations/run";
import { openSession } from "../../../provider/operations/session";
import { withDefaults } from "../../../provider/planning/check";
import { separate } from "../../../provider/planning/projection";
import type { Values } from "../../../provider/planning/values";
import { MovableClock } from "../../support/movable-clock";
import { type TestRun, testRun } from "../../support/test-run";

/** How long a run waits. No test does: it moves the time. */
const patienceMs = 600_000;

/** What the platform of these stories is like: as it is by default, unless the project that runs them says otherwise. */
const variants: Readonly<Record<string, EmulatorOptions>> = {
  default: {},
  merge: { saveEndpoint: "merge" },
  replace: { saveEndpoint: "replace" },
  original: { strictInterface: true },
};

const variantName = process.env.PODWRIGHT_EMULATOR_VARIANT ?? "default";

function variant(): EmulatorOptions {
  const options = variants[variantName];
  if (options === undefined) throw new Error(`There is no emulator variant ${variantName}`);
  return options;
}

/** A test of what the interface did not have when it was first described. */
export const newerTest: typeof test | (() => void) = variantName === "original" ? () => undefined : test;

/** A resource as the engine's state holds it. */
export interface Recorded {
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

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

/** One resource of a program. Its arguments may name ids of those before it. */
export interface Declared {
  readonly name: string;
  readonly resource: unknown;
  readonly args: (idOf: (name: string) => string) => Values;
}

/** Several resources, brought up as the engine would: check, diff, and what the diff asks for. Each `up` is a process. */
export class Program {
  readonly recorded = new Map<string, Recorded & { readonly isFailed: boolean }>();
  readonly #run: (seen: SeenState) => TestRun;

  constructor(run: (seen: SeenState) => TestRun) {
    this.#run = run;
  }

  /** What a preview of all of them shows. */
  async preview(declared: readonly Declared[]): Promise<string[]> {
    return await this.up(declared, { isPreview: true });
  }

  /** The lines of all of them. `lines`: for who reads them meanwhile. `onRun`: gets the run of each. */
  async up(
    declared: readonly Declared[],
    {
      lines = [],
      isPreview = false,
      onRun = () => undefined,
    }: { lines?: string[]; isPreview?: boolean; onRun?: (name: string, run: TestRun) => void } = {},
  ): Promise<string[]> {
    const seen = new SeenState();
    for (const { name, resource, args } of declared) {
      const operations = new HostOperations<true>(resource as Resource<Values>, seen, ["__autoname"]);
      const old = this.recorded.get(name);
      const sides = { key: name, unknowns: [], news: args((other) => this.recorded.get(other)?.id ?? "unknown") };
      const { inputs, problems } = operations.check({
        ...sides,
        logicalName: name,
        olds: old?.inputs ?? {},
        note: true,
      });
      if (problems.length > 0) throw new Error(JSON.stringify(problems));
      const run = this.#run(seen);
      const say = (line: string) => lines.push(`${name}: ${line}`);
      onRun(name, run);
      const heard = { ...run, report: say, warn: (line: string) => say(`warning: ${line}`) };
      if (old === undefined) {
        await this.#keeping(name, inputs, () => operations.create(heard, name, inputs));
        continue;
      }
      const { plan } = operations.plan({ ...sides, id: old.id, recorded: old, news: inputs });
      for (const { text } of notices(plan)) say(text);
      if (isPreview || (plan.differences.length === 0 && !old.isFailed)) continue;
      await this.#keeping(name, inputs, async () => ({
        id: old.id,
        outputs: await operations.update(heard, old.id, old, inputs),
      }));
    }
    return lines;
  }

  /** Forgets that an update failed, as a refresh does. */
  refresh(): void {
    for (const [name, one] of this.recorded) this.recorded.set(name, { ...one, isFailed: false });
  }

  /** After a failed update the engine stores the old inputs with the new outputs. */
  async #keeping(name: string, inputs: Values, work: () => Promise<{ id: string; outputs: Values }>): Promise<void> {
    try {
      this.recorded.set(name, { ...(await work()), inputs, isFailed: false });
    } catch (error) {
      const { id, outputs } = error as InitError;
      const old = this.recorded.get(name)?.inputs ?? inputs;
      if (id !== undefined) this.recorded.set(name, { id, outputs, inputs: old, isFailed: true });
      throw error;
    }
  }
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
    return { ...name, ...withDefaults(this.#resource.inputs, given), __autoname, ...(markerIn && { __nonce }) };
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
