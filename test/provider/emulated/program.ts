import { SeenState } from "../../../provider/hosts/engine/recorded-state";
import { notices } from "../../../provider/hosts/notices";
import { HostOperations } from "../../../provider/hosts/operations";
import type { InitError } from "../../../provider/operations/errors";
import type { Resource } from "../../../provider/operations/resource";
import type { Values } from "../../../provider/planning/values";
import type { TestRun } from "../../support/test-run";

/** A resource as the engine's state holds it. */
export interface Recorded {
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
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
