import type { Clock, Platform } from "../../client";
import { formatPath, pick, type Values } from "../../kernel/values";
import { SeenState } from "../../provider/hosts/engine/recorded-state";
import { type Caller, type HostFacts, HostOperations } from "../../provider/hosts/host-operations";
import { decode, encode } from "../../provider/hosts/plugin/properties/marshal";
import { keepStructsPlain } from "../../provider/hosts/plugin/properties/plain-structs";
import { secretsOf } from "../../provider/hosts/properties/secrets";
import { unknownPaths, unknownValue } from "../../provider/hosts/properties/unknowns";
import type { Plan } from "../../provider/planning/changes";
import { markerOf } from "../../provider/planning/marker";
import { EngineGoneError, InitError } from "../../provider/pulumi/errors";
import type { Resource } from "../../provider/session/resource";
import type { Run, RunStack, Session, Witnesses } from "../../provider/session/run";
import { openSession, type SessionOptions } from "../../provider/session/session";
import { testRun } from "./test-run";

// As in the process of the plugin.
keepStructsPlain();

type IdOf = (name: string) => string;

/** A resource of a program. Its inputs may contain ids of earlier resources. */
export interface Declared {
  readonly resource: Resource<Values>;
  readonly inputs: Values | ((idOf: IdOf) => Values);
  readonly ignoreChanges?: readonly string[];
  /** Default: the provider decides. */
  readonly deleteBeforeReplace?: boolean;
  /** Default: one provider for all resources. */
  readonly provider?: string;
}

/** Resources by name, in Pulumi's order. */
export type Program = Readonly<Record<string, Declared>>;

/** Lets a program read `{ web: aPod({ image }) }` after `const aPod = declaring(pod)`. */
export function declaring<Inputs>(resource: Resource<Inputs>) {
  return (inputs: Declared["inputs"], options: Omit<Declared, "resource" | "inputs"> = {}): Declared => ({
    ...{ resource: resource as unknown as Resource<Values>, inputs },
    ...options,
  });
}

/** A resource in the state. */
export interface Recorded {
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
  /** Reasons why the last operation failed although the resource exists. */
  readonly initErrors: readonly string[];
}

/** Pulumi's step for one resource, and the paths that differ. A change of some of these paths replaces the resource. */
export interface Step {
  readonly name: string;
  readonly step: "create" | "same" | "update" | "replace" | "delete";
  readonly changed: readonly string[];
  readonly replaced: readonly string[];
  /** The provider's plan, if the provider compared the resource. */
  readonly plan?: Plan;
}

export interface EngineOptions {
  readonly platform: () => Platform;
  readonly clock?: Clock;
  readonly timeScale?: number;
  readonly timeoutMs?: number;
  /** Default: project `shop`, stack `prod`. */
  readonly stack?: RunStack;
  /** What Pulumi knows beside the state. Default: no pending creation, no past run and no other stack. */
  readonly witnesses?: Partial<Witnesses>;
  /** Options of each process of the provider. */
  readonly session?: Partial<SessionOptions>;
  readonly run?: Partial<Run>;
  /** Whether values pass through the plugin's encoding, with secrets marked. Default true. */
  readonly wire?: boolean;
  /** Host of the resources. The dynamic host gets only the recorded outputs. Default: the plugin, which also gets the inputs. */
  readonly host?: "plugin" | "dynamic";
}

export interface UpOptions {
  /** Names for `--target`. Other resources stay unchanged. Default: all resources. */
  readonly target?: readonly string[];
  /** Names for `--replace`. */
  readonly replace?: readonly string[];
  /** The program's error hook, which decides whether to repeat a failed create. Default: no. */
  readonly onError?: () => boolean;
  /** Whether Pulumi starts all resources at the same time. Default: one after another. */
  readonly isParallel?: boolean;
}

/** A process of the provider for one command. It sees only the parts of the state that Pulumi shows it. */
class Process {
  readonly seen: SeenState;
  readonly session: Session;
  readonly #cancel = new AbortController();
  readonly #hosts = new Map<unknown, HostOperations>();
  readonly #facts: HostFacts;
  readonly signal = this.#cancel.signal;
  isKilled = false;

  constructor(options: EngineOptions, recorded: () => Iterable<Kept>) {
    const { platform, clock, timeScale = 1, session, host = "plugin" } = options;
    this.#facts = { hidden: ["__autoname", "__nonce"], hasPreviews: host === "plugin" };
    this.session = openSession({ platform: platform(), ...(clock && { clock }), timeScale, ...session });
    this.seen = Object.assign(new SeenState(), {
      ids: async () => new Set([...recorded()].map(({ id }) => id)),
      providers: async () => new Map([...recorded()].map(({ id, provider = "" }) => [id, provider])),
      pending: async () => options.witnesses?.pending ?? [],
      witnesses: async () => ({
        ...{ pending: [], markers: markersOf(recorded()), holders: new Map(), unread: [] },
        ...{ runs: [], states: new Map(), urns: [], ...options.witnesses },
      }),
    });
  }

  of(resource: Resource<Values>): HostOperations {
    const host = this.#hosts.get(resource) ?? new HostOperations(resource, this.seen, this.#facts);
    this.#hosts.set(resource, host);
    return host;
  }

  end(reason: Error): void {
    this.#cancel.abort(reason);
  }
}

function markersOf(kept: Iterable<Kept>): ReadonlyMap<string, string> {
  return new Map([...kept].map(({ inputs, id }) => [markerOf(inputs) ?? "", id]));
}

type Kept = Recorded & Pick<Declared, "resource" | "provider">;

/**
 * Plays Pulumi in a deployment, with the operations that both hosts use. It calls them in Pulumi's order and stores the state as Pulumi
 * does. A failed create is stored with its id and reasons, and a failed update with its former inputs and new outputs. An unchanged
 * resource is stored with its new inputs and former outputs. The old resource of a replacement is stored until the end.
 */
export class Engine {
  /** The state. A test may add the resources of an earlier run. */
  readonly resources = new Map<string, Kept>();
  /** Creates that a kill left without a result, with their inputs. */
  readonly pendingCreates = new Map<string, Values>();
  /** Replaced resources that wait for their deletion. */
  readonly pendingDeletes: (Kept & { readonly name: string })[] = [];
  /** Lines that the user has read since the last command began. */
  lines: string[] = [];
  readonly #options: EngineOptions;
  #process: Process | undefined;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /** Returns the recorded resource with this name. */
  get(name: string): Recorded {
    const found = this.resources.get(name);
    if (found === undefined) throw new Error(`no resource ${name} is recorded`);
    return found;
  }

  /** Creates, updates, replaces and deletes resources until the first failure. */
  async up(program: Program, options: UpOptions = {}): Promise<Step[]> {
    const { forgetLists } = this.#options.platform();
    // The next command loads its own lists, as with both hosts.
    return await this.#up(program, options).finally(forgetLists);
  }

  async #up(program: Program, { target, isParallel = false, ...how }: UpOptions): Promise<Step[]> {
    const process = this.#begin();
    const steps: Step[] = [];
    const isTarget = (name: string) => target?.includes(name) ?? true;
    const apply = async ([name, declared]: [string, Declared]) => {
      steps.push(await this.#apply(process, name, declared, how));
    };
    const reached = Object.entries(program).filter(([name]) => isTarget(name));
    if (isParallel) await Promise.all(reached.map(apply));
    else for (const one of reached) await apply(one);
    for (const name of [...this.resources.keys()].filter((one) => !(one in program) && isTarget(one)).reverse()) {
      await this.#remove(process, name);
      steps.push({ name, step: "delete", changed: [], replaced: [] });
    }
    for (const { name, ...old } of [...this.pendingDeletes]) {
      await this.#delete(process, name, old);
      this.pendingDeletes.shift();
    }
    return steps;
  }

  /** Returns the steps that `up` would take. */
  async preview(program: Program, { target }: Pick<UpOptions, "target"> = {}): Promise<Step[]> {
    const process = this.#begin();
    const isTarget = (name: string) => target?.includes(name) ?? true;
    const steps = new Map<string, Step>();
    const idOf = (name: string) => {
      const isNew = ["create", "replace"].includes(
        steps.get(name)?.step ?? (this.resources.has(name) ? "same" : "create"),
      );
      return isNew ? unknownValue : this.get(name).id;
    };
    for (const [name, declared] of Object.entries(program).filter(([one]) => isTarget(one))) {
      const { step, inputs, old } = await this.#plan(process, name, declared, { idOf });
      steps.set(name, step);
      if (this.#options.host === "dynamic") continue;
      const host = process.of(declared.resource);
      const caller = this.#caller(process, name);
      if (["create", "replace"].includes(step.step)) await host.previewCreate(name, inputs, caller);
      if (step.step !== "update" || old === undefined) continue;
      const request = { id: old.id, name, recorded: this.#wired(old, declared.resource), news: inputs };
      await host.previewUpdate({ ...request, unknowns: [] }, caller);
    }
    const gone = [...this.resources.keys()].filter((name) => isTarget(name) && !(name in program));
    return [...steps.values(), ...gone.map((name) => ({ name, step: "delete" as const, changed: [], replaced: [] }))];
  }

  /** Writes RunPod's live values into the state. Returns the paths that differ, or `"gone"` for a resource that left the state. */
  async refresh({
    target,
  }: Pick<UpOptions, "target"> = {}): Promise<Readonly<Record<string, readonly string[] | "gone">>> {
    const process = this.#begin();
    const drift: Record<string, readonly string[] | "gone"> = {};
    for (const [name, old] of [...this.resources].filter(([one]) => target?.includes(one) ?? true)) {
      const found = await this.#read(process, name, old);
      if (found === undefined) {
        this.resources.delete(name);
        drift[name] = "gone";
        continue;
      }
      this.resources.set(name, { ...old, ...found, initErrors: [] });
      const unknowns = unknownPaths(old.inputs);
      const request = { id: old.id, name, recorded: found, news: old.inputs, unknowns };
      const { plan } = await process.of(old.resource).diff(request, this.#caller(process, name));
      drift[name] = changesOf(plan).changed;
    }
    return drift;
  }

  /** Records an existing resource, like `pulumi import`. */
  async import(name: string, id: string, resource: Resource<Values>): Promise<Recorded> {
    const empty = { id, resource, inputs: {}, outputs: {}, initErrors: [] };
    const found = await this.#read(this.#begin(), name, empty);
    if (found === undefined) throw new Error(`${id} does not exist`);
    this.resources.set(name, { ...empty, ...found });
    return this.get(name);
  }

  /** Deletes the resources in reverse order. */
  async destroy(options: Pick<UpOptions, "target"> = {}): Promise<void> {
    await this.up({}, options);
  }

  /** Cancels the running command, as a user does. */
  cancel(): void {
    this.#process?.end(new Error("the run was cancelled"));
  }

  /** Kills the engine in the middle of the running command, so that no result reaches the state. */
  kill(): void {
    if (this.#process === undefined) return;
    this.#process.isKilled = true;
    this.#process.end(new EngineGoneError("the engine is gone"));
  }

  #begin(): Process {
    this.lines = [];
    this.#process = new Process(this.#options, () => [...this.resources.values(), ...this.pendingDeletes]);
    return this.#process;
  }

  #say(name: string, line: string): void {
    this.lines.push(`${name}: ${line}`);
  }

  #caller(process: Process, name: string): Caller {
    return {
      runOf: () => this.#run(process, name),
      say: ({ severity, text }) => this.#say(name, severity === "warning" ? `warning: ${text}` : text),
    };
  }

  #run(process: Process, name: string): Run {
    const { clock, timeScale, timeoutMs, stack, run } = this.#options;
    const known = { ...(clock && { clock }), ...(timeScale && { timeScale }), ...(timeoutMs && { timeoutMs }) };
    return {
      ...testRun({ session: process.session, recorded: process.seen, ...known }),
      ...{ name, signal: process.signal, ...(stack && { stack }) },
      report: (line) => this.#say(name, line),
      warn: (line) => this.#say(name, `warning: ${line}`),
      ...run,
    };
  }

  /** Does the engine's work before an operation: checks, comparisons and decisions. */
  async #plan(
    process: Process,
    name: string,
    declared: Declared,
    { idOf, replace = [] }: { idOf: IdOf; replace?: readonly string[] },
  ): Promise<{ step: Step; inputs: Values; old?: Kept; isDeletedFirst: boolean }> {
    const { resource, ignoreChanges = [], inputs: given } = declared;
    const old = this.resources.get(name);
    const program = this.#wire(typeof given === "function" ? given(idOf) : given, resource);
    const ignored = old === undefined ? [] : ignoreChanges;
    const counted = Object.keys(program).filter((input) => !ignored.includes(input));
    const written = { ...pick(program, counted), ...pick(old?.inputs ?? {}, ignored) };
    const host = process.of(resource);
    const unknowns = unknownPaths(written);
    const caller = this.#caller(process, name);
    const checked = async (olds: Values) => {
      const stack = this.#options.stack ?? this.#run(process, name).stack;
      const request = { name, logicalName: name, stack, olds, news: written, unknowns };
      const { inputs, failures } = await host.check(request, caller);
      for (const { reason } of failures) throw new Error(`${name}: ${reason}`);
      return this.#wire(inputs, resource);
    };
    const none = { name, changed: [], replaced: [] };
    const { deleteBeforeReplace: isDeletedFirst = false } = declared;
    if (old === undefined) return { step: { ...none, step: "create" }, inputs: await checked({}), isDeletedFirst };
    // With `--replace`, Pulumi shows the provider no recorded values.
    if (replace.includes(name)) {
      return { step: { ...none, step: "replace" }, inputs: await checked({}), old, isDeletedFirst };
    }
    const recorded = this.#wired(old, declared.resource);
    const inputs = await checked(this.#wire(old.inputs, resource));
    const request = { id: old.id, name, recorded, news: inputs, unknowns };
    const { plan, refusals } = await host.diff(request, caller);
    if (refusals.length > 0) throw new Error(`${name}: ${refusals.join("\n")}`);
    const changes = { name, ...changesOf(plan), plan };
    if (plan.replaces.length > 0) {
      const first = declared.deleteBeforeReplace ?? plan.terms.deleteFirst !== undefined;
      return { step: { ...changes, step: "replace" }, inputs: await checked({}), old, isDeletedFirst: first };
    }
    // Pulumi updates a failed resource even without a difference.
    const isSame = plan.differences.length === 0 && old.initErrors.length === 0;
    return { step: { ...changes, step: isSame ? "same" : "update" }, inputs, old, isDeletedFirst };
  }

  async #apply(process: Process, name: string, declared: Declared, { replace = [], onError = () => false }: UpOptions) {
    const { resource } = declared;
    const idOf = (other: string) => this.get(other).id;
    const { step, inputs, old, isDeletedFirst } = await this.#plan(process, name, declared, { idOf, replace });
    const host = process.of(resource);
    const run = this.#run(process, name);
    switch (step.step) {
      case "same":
        this.resources.set(name, { ...(old as Kept), inputs });
        break;
      case "update": {
        const { id } = old as Kept;
        const recorded = this.#wired(old as Kept, resource);
        const change = { id, name, recorded, news: inputs, unknowns: [] };
        const { say } = this.#caller(process, name);
        const work = async () => ({ id, outputs: await host.update(run, change, say) });
        await this.#keeping(process, name, declared, inputs, work, (old as Kept).inputs);
        break;
      }
      default: {
        if (old !== undefined && isDeletedFirst) await this.#remove(process, name);
        this.pendingCreates.set(name, inputs);
        const create = () => host.create(run, name, inputs);
        const work = async () => {
          for (;;) {
            try {
              return await create();
            } catch (error) {
              if (!onError()) throw error;
            }
          }
        };
        // As soon as the new resource exists, ready or not, the old resource waits for its deletion.
        const replaced = isDeletedFirst ? undefined : old;
        await this.#keeping(process, name, declared, inputs, work, inputs, replaced);
      }
    }
    return step;
  }

  /** Records the result of a create or an update, even if it failed with an id. */
  async #keeping(
    process: Process,
    name: string,
    { resource, provider }: Declared,
    inputs: Values,
    work: () => Promise<{ id: string; outputs: Values }>,
    inputsOnFailure: Values,
    replaced?: Kept,
  ): Promise<void> {
    const keep = (result: Recorded) => {
      if (process.isKilled) return;
      this.pendingCreates.delete(name);
      if (replaced !== undefined) this.pendingDeletes.push({ name, ...replaced });
      this.resources.set(name, {
        ...result,
        resource,
        ...(provider && { provider }),
        outputs: this.#wire(result.outputs, resource),
      });
    };
    try {
      keep({ ...(await work()), inputs, initErrors: [] });
    } catch (error) {
      if (error instanceof InitError) {
        const { id, outputs, reasons } = error;
        keep({ id, outputs, inputs: inputsOnFailure, initErrors: reasons });
      } else if (!process.isKilled) this.pendingCreates.delete(name);
      throw error;
    }
  }

  async #read(process: Process, name: string, { id, inputs, outputs, resource }: Kept) {
    const recorded = this.#wired({ inputs, outputs }, resource);
    const found = await process.of(resource).read(this.#run(process, name), { id, name, recorded });
    if (found === undefined) return undefined;
    const { id: named = id } = found;
    return { id: named, inputs: this.#wire(found.inputs, resource), outputs: this.#wire(found.outputs, resource) };
  }

  async #remove(process: Process, name: string): Promise<void> {
    await this.#delete(process, name, this.resources.get(name) as Kept);
    if (!process.isKilled) this.resources.delete(name);
  }

  #delete(process: Process, name: string, old: Kept): Promise<void> {
    return process.of(old.resource).delete(this.#run(process, name), old.id, this.#wired(old, old.resource));
  }

  /** Returns the part of the state that the host gets. */
  #wired({ inputs, outputs }: Pick<Recorded, "inputs" | "outputs">, resource: Resource<Values>) {
    const shown = this.#options.host === "dynamic" ? {} : { inputs: this.#wire(inputs, resource) };
    return { ...shown, outputs: this.#wire(outputs, resource) };
  }

  /** Sends values through the encoding between Pulumi and the plugin. */
  #wire(values: Values, resource: Resource<Values>): Values {
    if (this.#options.wire === false) return values;
    return decode(encode(values, secretsOf(resource, values, []))).values;
  }
}

/** Returns the changed properties, and the properties that cause a replacement. */
function changesOf({ differences, replaces }: Plan): Pick<Step, "changed" | "replaced"> {
  const paths = (all: Plan["differences"]) => all.map(({ path }) => formatPath(path)).sort();
  return { changed: paths(differences), replaced: paths(replaces) };
}
