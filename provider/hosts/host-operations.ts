import { type Path, pick, type Values } from "../../kernel/values";
import { namingWrongId } from "../lifecycle/wrong-id";
import { afterRead, throughUpdate } from "../planning/baseline";
import { type Plan, plan } from "../planning/changes";
import { followedIn } from "../planning/followed";
import { separate } from "../planning/projection";
import type { Change } from "../planning/rules";
import { InitError } from "../pulumi/errors";
import type { Created, ReadResult, Resource } from "../session/resource";
import type { Run } from "../session/run";
import { type CheckFailure, checkFailures, failuresOf } from "./check-failure";
import { checkedInputs, type Declared, problemsOnAccount } from "./checked-inputs";
import { DeleteInputs } from "./delete-inputs";
import type { SeenState } from "./engine/recorded-state";
import { markersIn } from "./naming";
import { type Cause, type Notice, notices, refusalsOf } from "./notices";
import { type DetailedPlan, detail } from "./properties/detail";
import { inputsIn, withoutHidden } from "./properties/properties";
import { differing, parsePattern } from "./properties/property-pattern";
import { Questions } from "./questions";
import { Records, type Sides, type Told } from "./records";

/** Time limit of an operation without `customTimeouts`: 15 minutes. A slow pod needs up to 10 minutes. */
export const defaultTimeoutMs = 900_000;

/** The facts about a host that change the conversation. */
export interface HostFacts {
  /** Hidden inputs that the host stores with the program's inputs. */
  readonly hidden: readonly string[];
  /** Whether the engine asks this host for previews. Otherwise the check announces a create, and the diff an update. */
  readonly hasPreviews: boolean;
}

/** What a call needs from its host. */
export interface Caller {
  /** Opens a run for questions to RunPod. */
  readonly runOf: () => Run | Promise<Run>;
  readonly say: (line: Notice) => void;
}

/**
 * A resource in the state. If the state has no inputs of the resource, its outputs serve as inputs, because they repeat
 * each input.
 */
export interface Recorded {
  readonly inputs?: Values;
  readonly outputs: Values;
}

export interface CheckRequest extends Declared {
  /** Identifies the resource across calls: its URN, or its logical name if the host knows no URN. */
  readonly name: string;
  /**
   * URN of the parent, empty without a parent. A host that knows no URN of the resource needs it, because resources with
   * different parents may have one name.
   */
  readonly parent?: string;
  /** Only the dynamic host knows this option. The engine applies the option itself, but misses parts of an input. */
  readonly replaceOnChanges?: readonly string[];
}

export interface DiffRequest {
  readonly name: string;
  readonly id: string;
  readonly recorded: Recorded;
  readonly news: Values;
  readonly unknowns: readonly Path[];
  /** Only the plugin knows this option. The engine applies the option itself, except in a refresh. */
  readonly ignoreChanges?: readonly string[];
}

export interface Compared extends DetailedPlan {
  /** Whether the diff belongs to a user's own change, and not to a refresh. */
  readonly isOwn: boolean;
  /** Reasons to refuse the change. A refresh refuses nothing. */
  readonly refusals: readonly string[];
  /** Changed inputs that `replaceOnChanges` names. */
  readonly replacedAnyway: readonly string[];
  /** Old inputs of the preceding check. */
  readonly oldInputs?: Values;
}

interface Replacement {
  readonly plan: Plan;
  readonly cause: Cause;
  /** Absent if the engine has not told which resource it replaces. */
  readonly sides?: Sides;
}

/**
 * Holds the conversation with the engine about the resources of one kind, for both hosts, in plain values. It has one
 * method for each call of the engine, and one record for each resource. The order of the calls tells what the engine is
 * doing:
 *
 * - A diff after a check is a user's own change. Without a check, the diff belongs to a refresh, or to a resource that
 *   depends on a replaced resource.
 * - A check without old inputs, directly after a check with old inputs, belongs to a replacement for which the engine
 *   calls no diff. The options `replacementTrigger` and `replaceWith` cause this.
 * - A check without old inputs, after a diff that planned an update in place, belongs to a replacement that the engine
 *   decided because of `replaceOnChanges`.
 */
export class HostOperations {
  readonly #resource: Resource<Values>;
  readonly #seen: SeenState;
  readonly #facts: HostFacts;
  readonly #records = new Records();
  readonly #questions: Questions;
  readonly #deleting: DeleteInputs;

  constructor(resource: Resource<Values>, seen: SeenState, facts: HostFacts) {
    this.#resource = resource;
    this.#questions = new Questions(resource);
    this.#deleting = new DeleteInputs(resource.forDelete);
    this.#seen = seen;
    this.#facts = facts;
  }

  /** Returns the inputs to record, and a failure for each reason to stop. */
  async check(request: CheckRequest, caller: Caller): Promise<{ inputs: Values; failures: CheckFailure[] }> {
    const { name, olds, replaceOnChanges = [] } = request;
    this.#seen.see(olds);
    const told = this.#records.checked(request);
    const before = { ...told };
    told.checked = { olds, replaceOnChanges, inRun: this.#seen.run };
    delete told.planned;
    const isNew = Object.keys(olds).length === 0;
    const refusals = isNew ? await this.#replacedByEngine(before, request, caller) : [];
    const more = await problemsOnAccount(this.#resource, request, await caller.runOf());
    const { inputs, problems } = checkedInputs(this.#resource, this.#facts.hidden, request);
    this.#records.named(told, name, inputs);
    this.#deleting.checked(request, inputs, this.#seen.run);
    const failures = [...failuresOf(refusals), ...checkFailures([...problems, ...more])];
    if (isNew && failures.length === 0 && !this.#facts.hasPreviews) {
      for (const line of await this.previewCreate(name, inputs, caller)) told.foreseen.add(line);
    }
    return { inputs, failures };
  }

  /** Announces a replacement that the engine decided, or returns the reason to refuse it. */
  async #replacedByEngine(
    { checked, planned }: Told,
    { news, unknowns }: CheckRequest,
    caller: Caller,
  ): Promise<readonly string[]> {
    if (planned !== undefined) {
      return planned.isReplaced ? [] : this.#announce({ ...planned, cause: "replaceOnChanges" }, caller);
    }
    if (checked?.inRun !== this.#seen.run || Object.keys(checked.olds).length === 0) return [];
    const change = { olds: inputsIn(this.#resource, checked.olds), news: inputsIn(this.#resource, news), state: {} };
    return this.#announce({ plan: this.#plan(change, unknowns), cause: "no diff" }, caller);
  }

  /** Announces a replacement, with the data that it loses, or returns the reasons to refuse it. */
  async #announce({ plan: own, cause, sides }: Replacement, caller: Caller): Promise<readonly string[]> {
    const refusals = refusalsOf(own, cause);
    if (refusals.length > 0) return refusals;
    for (const line of notices(own, cause)) caller.say(line);
    if (sides !== undefined) saying(caller.say, await this.#questions.losses(caller.runOf, sides));
    return [];
  }

  /**
   * Compares the recorded and the new values. For a user's own change, it announces a replacement with the data that
   * the replacement loses.
   */
  async diff(request: DiffRequest, caller: Caller): Promise<Compared> {
    const { name, id, news, unknowns, ignoreChanges } = request;
    const told = this.#records.about(name, news);
    const { checked, foreseen } = told;
    told.exists = true;
    const sides = this.#sidesOf(request);
    if (checked === undefined) {
      const compared = detail(this.#plan(sides, unknowns), sides, ignoreChanges);
      return { ...compared, isOwn: false, refusals: [], replacedAnyway: [] };
    }
    this.#deleting.compared(id, sides.news);
    const planned = await this.#planWithFacts(sides, unknowns, caller);
    const followed = followedIn(this.#resource, planned, sides);
    if (followed !== undefined) this.#seen.followed.set(id, followed);
    const compared = detail(planned, sides, ignoreChanges);
    const { plan: own } = compared;
    const replacedAnyway = own.differences.length === 0 ? [] : replacedByOption(checked, news);
    const isReplaced = own.replaces.length > 0 || replacedAnyway.length > 0;
    told.planned = { plan: own, sides, isReplaced };
    const cause = replacedAnyway.length > 0 ? "replaceOnChanges" : "plan";
    const refusals = isReplaced ? await this.#announce({ plan: own, cause, sides }, caller) : own.refusals;
    if (!isReplaced && refusals.length === 0 && !this.#facts.hasPreviews) {
      for (const line of notices(own)) caller.say(line);
      const lines = own.differences.length > 0 ? await this.#warnOfUpdate(sides, caller) : [];
      for (const line of lines) foreseen.add(line);
    }
    return { ...compared, isOwn: true, refusals, replacedAnyway, oldInputs: withoutHidden(checked.olds) };
  }

  /** Announces the effect of an update in place. Returns the plan, from which the host takes the preview's outputs. */
  async previewUpdate(request: DiffRequest, caller: Caller): Promise<Plan> {
    const { planned } = this.#begin(request, caller.say);
    const sides = this.#sidesOf(request);
    await this.#warnOfUpdate(sides, caller);
    return planned?.plan ?? this.#plan(sides, request.unknowns);
  }

  async update(run: Run, request: DiffRequest, say: Caller["say"]): Promise<Values> {
    const { foreseen } = this.#begin(request, say);
    const { id, olds, news, state } = this.#sidesOf(request);
    const truths = { olds, news, state };
    const { found, after } = throughUpdate(this.#resource.changes, request.recorded.outputs, truths, run.report);
    try {
      return after((await this.#resource.update(unrepeated(run, foreseen), { id, ...truths, found })).outputs);
    } catch (error) {
      if (error instanceof InitError) throw new InitError(error.id, after(error.outputs), error.reasons);
      throw namingWrongId(error, this.#resource.ids, news);
    }
  }

  /** Ends the conversation with an update. Announces the update if the diff has not done so. */
  #begin({ name, news }: DiffRequest, say: Caller["say"]): Told {
    const told = this.#records.about(name, news);
    const before = { ...told };
    delete told.checked;
    delete told.planned;
    const { planned } = before;
    if (this.#facts.hasPreviews && planned?.isReplaced === false) {
      for (const line of notices(planned.plan)) say(line);
    }
    return before;
  }

  /** Warns of a create that RunPod will refuse. */
  async previewCreate(name: string, inputs: Values, { runOf, say }: Caller): Promise<readonly string[]> {
    const { exists: mayReplace } = this.#records.about(name, inputs);
    const creating = async () => ({ ...(await runOf()), mayReplace });
    return saying(say, await this.#questions.creationWarnings(creating, inputs));
  }

  /** Returns outputs of a new resource that a preview already knows. */
  foreseenOutputs(inputs: Values, { runOf }: Caller): Promise<Values> {
    return this.#questions.outputs(runOf, inputs);
  }

  create(run: Run, name: string, inputs: Values): Promise<Created> {
    const { exists: mayReplace, foreseen } = this.#records.about(name, inputs);
    const work = this.#resource.create({ ...unrepeated(run, foreseen), mayReplace }, inputs);
    return work.catch((error: unknown) => {
      throw namingWrongId(error, this.#resource.ids, inputs);
    });
  }

  /**
   * Reads a resource. Without recorded values, the call is an import and returns every input that a program can
   * declare.
   */
  async read(run: Run, { id, name, recorded }: Pick<DiffRequest, "id" | "name" | "recorded">): Promise<ReadResult> {
    const { known, inputs, state } = this.#recorded(recorded);
    const told = this.#records.about(name, known);
    told.exists = true;
    delete told.checked;
    delete told.planned;
    this.#seen.see(known);
    const isImport = Object.keys(known).length === 0;
    const found = await this.#resource.read(run, { id, declared: isImport ? undefined : inputs, state });
    if (found === undefined && !isImport) {
      run.warn(
        `RunPod has no ${this.#resource.kind} ${id} for this API key, so Pulumi removes it from the state. Check the key: a ${this.#resource.kind} of another account may still exist there, and the next "pulumi up" creates a second ${this.#resource.kind}`,
      );
    }
    return (
      found && { ...found, outputs: afterRead(this.#resource.changes, recorded.outputs, found.outputs, run.report) }
    );
  }

  delete(run: Run, id: string, recorded: Recorded): Promise<void> {
    const { inputs, state } = this.#recorded(recorded);
    return this.#resource.delete(run, { id, inputs: this.#deleting.of(id, run.name, inputs), state });
  }

  /** Plans again, with facts from RunPod, if the recorded values show no difference. */
  async #planWithFacts(sides: Sides, unknowns: readonly Path[], { runOf }: Caller): Promise<Plan> {
    const { followed } = this.#seen;
    const change = { ...sides, followed: (other: string) => followed.get(other) };
    const planned = this.#plan(change, unknowns);
    const facts = planned.differences.length > 0 ? {} : await this.#questions.facts(runOf, sides);
    if (Object.keys(facts).length === 0) return planned;
    return this.#plan({ ...change, state: { ...sides.state, ...facts } }, unknowns);
  }

  #plan(change: Change, unknowns: readonly Path[]): Plan {
    return plan(this.#resource.changes, change, unknowns);
  }

  async #warnOfUpdate(sides: Sides, { runOf, say }: Caller): Promise<readonly string[]> {
    return saying(say, await this.#questions.warnings(runOf, sides));
  }

  /** Returns the recorded and the new values, in the form of a request for an update or a delete. */
  #sidesOf({ id, recorded, news }: DiffRequest): Sides {
    const { known: _, ...olds } = this.#recorded(recorded);
    const { outputs } = recorded;
    return { id, outputs, ...olds, news: { ...inputsIn(this.#resource, news), ...pick(news, this.#facts.hidden) } };
  }

  #recorded({ inputs = {}, outputs }: Recorded) {
    const { declared: state, undeclared } = separate(outputs);
    const known = Object.keys(inputs).length > 0 ? inputs : state;
    const own = inputsIn(this.#resource, known);
    return {
      known,
      olds: { ...own, ...markersIn(known) },
      inputs: { ...own, ...pick(known, this.#facts.hidden) },
      state: { ...withoutHidden(state), ...pick(state, this.#resource.keeps) },
      undeclared,
    };
  }
}

function saying(say: Caller["say"], warnings: readonly string[]): readonly string[] {
  for (const text of warnings) say({ severity: "warning", text });
  return warnings;
}

/** Returns the run without the warnings that the user has already read. */
function unrepeated(run: Run, foreseen: Set<string>): Run {
  return {
    ...run,
    warn: (line) => {
      if (!foreseen.delete(line)) run.warn(line);
    },
  };
}

/**
 * Returns the changed inputs that `replaceOnChanges` names. The engine alone misses a pattern that names a part of an
 * input.
 */
function replacedByOption({ olds, replaceOnChanges = [] }: NonNullable<Told["checked"]>, news: Values): string[] {
  const [before, after] = [withoutHidden(olds), withoutHidden(news)];
  return replaceOnChanges.flatMap((pattern) => differing(parsePattern(pattern), before, after));
}
