import { namingWrongId } from "../lifecycle/wrong-id";
import { catalogProblems } from "../planning/catalog/problems";
import { type Plan, plan } from "../planning/changes";
import { beyondTransport, type Problem } from "../planning/check";
import { followedIn } from "../planning/followed";
import { outputsAfter } from "../planning/patch";
import { separate } from "../planning/projection";
import type { Created, ReadResult, Resource, UpdateRequest } from "../session/resource";
import type { Run } from "../session/run";
import { InitError } from "../values/errors";
import { type Path, pick, type Values } from "../values/values";
import { type CheckFailure, checkFailures, failuresOf } from "./check-failure";
import { checkedInputs, type Declared } from "./checked-inputs";
import type { SeenState } from "./engine/recorded-state";
import { markersIn } from "./naming";
import { engineRefusal, type Notice, notices, uncomparedNotices, uncomparedRefusal } from "./notices";
import { type DetailedPlan, detail } from "./properties/detail";
import { inputsIn, withoutHidden } from "./properties/properties";
import { differing, parsePattern } from "./properties/property-pattern";
import { isUnknown } from "./properties/unknowns";
import { Questions } from "./questions";

/** Time limit of an operation without `customTimeouts`: 15 minutes. A slow pod needs up to 10 minutes. */
export const defaultTimeoutMs = 900_000;

/** The facts about a host that change the conversation. */
export interface HostFacts {
  /** Hidden inputs that the host stores with the program's inputs. */
  readonly hidden: readonly string[];
  /** Whether the engine asks this host to preview an update. Otherwise the diff has to announce the update. */
  readonly previewsUpdates: boolean;
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
  /** Only the dynamic host knows this option. The engine applies the option itself, but misses parts of an input. */
  readonly replaceOnChanges?: readonly string[];
}

export interface DiffRequest {
  readonly name: string;
  readonly id?: string;
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

/** What the engine has said about one resource. A check begins the conversation, and a read or an update ends it. */
interface Told {
  /** Whether the engine has read or compared the resource. The resource then exists, so a later create replaces it. */
  exists: boolean;
  /** The last check. Absent in a refresh, in which Podwright refuses and announces nothing. */
  checked?: Pick<CheckRequest, "olds" | "replaceOnChanges"> & { readonly inRun: number };
  /** The comparison that followed the check. */
  planned?: { readonly plan: Plan; readonly request: DiffRequest; readonly isReplaced: boolean };
  /** Warnings of the diff. The update does not repeat them. */
  foreseen: Set<string>;
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
  /** Records by name, and by name and generated name. Under the dynamic host, two resources may have one name. */
  readonly #records = new Map<string, Told>();
  readonly #questions: Questions;

  constructor(resource: Resource<Values>, seen: SeenState, facts: HostFacts) {
    this.#resource = resource;
    this.#questions = new Questions(resource);
    this.#seen = seen;
    this.#facts = facts;
  }

  /** Returns the inputs to record, and a failure for each reason to stop. */
  async check(request: CheckRequest, caller: Caller): Promise<{ inputs: Values; failures: CheckFailure[] }> {
    const { name, olds, replaceOnChanges = [] } = request;
    this.#seen.see(olds);
    const told = this.#about(name, olds);
    const before = { ...told };
    told.checked = { olds, replaceOnChanges, inRun: this.#seen.run };
    delete told.planned;
    const isNew = Object.keys(olds).length === 0;
    const refusal = isNew ? await this.#refusalToReplace(before, request, caller) : undefined;
    const more = await this.#problemsOnAccount(request, caller);
    const { inputs, problems } = checkedInputs(this.#resource, this.#facts.hidden, request);
    this.#records.set(keyOf(name, inputs), told);
    return { inputs, failures: [...failuresOf(refusal ?? []), ...checkFailures([...problems, ...more])] };
  }

  /** Announces the engine's own replacement, or returns the reason to refuse it. */
  async #refusalToReplace(
    { checked, planned }: Told,
    { news, unknowns }: CheckRequest,
    caller: Caller,
  ): Promise<string[] | undefined> {
    if (planned !== undefined) {
      if (planned.isReplaced) return undefined;
      const refusal = engineRefusal(planned.plan);
      if (refusal !== undefined) return [refusal];
      for (const line of notices(planned.plan, true)) caller.say(line);
      await this.#warnOfLoss(planned.request, caller);
    } else if (checked?.inRun === this.#seen.run && Object.keys(checked.olds).length > 0) {
      const change = { olds: inputsIn(this.#resource, checked.olds), news: inputsIn(this.#resource, news), state: {} };
      const uncompared = plan(this.#resource.changes, change, unknowns);
      const refusal = uncomparedRefusal(uncompared);
      if (refusal !== undefined) return [refusal];
      for (const line of uncomparedNotices(uncompared)) caller.say(line);
    }
    return undefined;
  }

  /**
   * Returns problems that depend on the account: inputs that the configured transport does not support, and names that
   * RunPod's catalogs do not contain.
   */
  async #problemsOnAccount({ olds, news: written }: CheckRequest, { runOf }: Caller): Promise<Problem[]> {
    const session = await runOf();
    const news = withoutHidden(written);
    return [
      ...beyondTransport(this.#resource, [olds, news], session.transport),
      ...(await catalogProblems(this.#resource.inputs, { olds, news }, session, isUnknown)),
    ];
  }

  /**
   * Compares the recorded and the new values. For a user's own change, it announces a replacement with the data that
   * the replacement loses.
   */
  async diff(request: DiffRequest, caller: Caller): Promise<Compared> {
    const { name, id, news, ignoreChanges } = request;
    const told = this.#about(name, news);
    const { checked } = told;
    told.exists = true;
    const { planned, change } = await this.#planWithFacts(request, checked !== undefined, caller);
    const detailed = detail(planned, change.olds, change.news, ignoreChanges);
    if (checked === undefined) return { ...detailed, isOwn: false, refusals: [], replacedAnyway: [] };
    const followed = followedIn(this.#resource, planned, change);
    if (id !== undefined && followed !== undefined) this.#seen.followed.set(id, followed);
    const own = detailed.plan;
    const replacedAnyway = own.differences.length === 0 ? [] : replacedByOption(checked, news);
    const isReplaced = own.replaces.length > 0 || replacedAnyway.length > 0;
    told.planned = { plan: own, request, isReplaced };
    const refusal = replacedAnyway.length > 0 ? engineRefusal(own) : undefined;
    const refusals = [...own.refusals, ...(refusal === undefined ? [] : [refusal])];
    if (refusals.length === 0) await this.#announce(told, caller, replacedAnyway.length > 0);
    return { ...detailed, isOwn: true, refusals, replacedAnyway, oldInputs: withoutHidden(checked.olds) };
  }

  async #announce({ planned, foreseen }: Told, caller: Caller, byEngine: boolean): Promise<void> {
    if (planned === undefined) return;
    const { plan: own, request, isReplaced } = planned;
    if (!isReplaced && this.#facts.previewsUpdates) return;
    for (const line of notices(own, byEngine)) caller.say(line);
    if (isReplaced) await this.#warnOfLoss(request, caller);
    else if (own.differences.length > 0) {
      for (const line of await this.#warnOfUpdate(request, caller)) foreseen.add(line);
    }
  }

  /** Announces the effect of an update in place. Returns the plan, from which the host takes the preview's outputs. */
  async previewUpdate(request: DiffRequest, caller: Caller): Promise<Plan> {
    const { planned, checked } = this.#begin(request, caller.say);
    await this.#warnOfUpdate(request, caller);
    return planned?.plan ?? this.#plan(request, checked !== undefined).planned;
  }

  async update(run: Run, request: DiffRequest & { readonly id: string }, say: Caller["say"]): Promise<Values> {
    const { id, news, recorded } = request;
    const { foreseen } = this.#begin(request, say);
    const { olds, state } = this.#recorded(recorded);
    const after = (outputs: Values) => outputsAfter(this.#resource.changes, outputs, { olds, news, state });
    const warn = (line: string) => {
      if (!foreseen.delete(line)) run.warn(line);
    };
    try {
      return after((await this.#resource.update({ ...run, warn }, { id, olds, news, state })).outputs);
    } catch (error) {
      if (error instanceof InitError) throw new InitError(error.id, after(error.outputs), error.reasons);
      throw namingWrongId(error, this.#resource.ids, news);
    }
  }

  /** Ends the conversation with an update. Announces the update if the diff has not done so. */
  #begin({ name, news }: DiffRequest, say: Caller["say"]): Told {
    const told = this.#about(name, news);
    const before = { ...told };
    delete told.checked;
    delete told.planned;
    const { planned } = before;
    if (this.#facts.previewsUpdates && planned?.isReplaced === false) {
      for (const line of notices(planned.plan)) say(line);
    }
    return before;
  }

  create(run: Run, name: string, inputs: Values): Promise<Created> {
    const work = this.#resource.create({ ...run, mayReplace: this.#about(name).exists }, inputs);
    return work.catch((error: unknown) => {
      throw namingWrongId(error, this.#resource.ids, inputs);
    });
  }

  /**
   * Reads a resource. Without recorded values, the call is an import and returns every input that a program can
   * declare.
   */
  async read(
    run: Run,
    { id, name, recorded }: Pick<DiffRequest, "name" | "recorded"> & { readonly id: string },
  ): Promise<ReadResult> {
    const { known, declared, state } = this.#recorded(recorded);
    const told = this.#about(name, known);
    told.exists = true;
    delete told.checked;
    delete told.planned;
    this.#seen.see(known);
    const isImport = Object.keys(known).length === 0;
    const found = await this.#resource.read(run, { id, declared: isImport ? undefined : declared, state });
    if (found === undefined && !isImport) {
      run.warn(
        `RunPod has no ${this.#resource.kind} ${id} for this API key, so Pulumi removes it from the state. Check the key: a ${this.#resource.kind} of another account may still exist there, and the next "pulumi up" creates a second ${this.#resource.kind}`,
      );
    }
    return found;
  }

  delete(run: Run, id: string, recorded: Recorded): Promise<void> {
    const { declared, state } = this.#recorded(recorded);
    return this.#resource.delete(run, { id, inputs: declared, state });
  }

  /** Returns the record of the resource with this name and, if the values contain one, with this generated name. */
  #about(name: string, values: Values = {}): Told {
    const key = keyOf(name, values);
    const told = this.#records.get(key) ?? { exists: false, foreseen: new Set() };
    this.#records.set(key, told);
    // A replacement has a new generated name.
    this.#records.set(name, told);
    return told;
  }

  #plan({ recorded, news, unknowns }: DiffRequest, isOwn: boolean, more: Values = {}) {
    const { olds, state: outputs, undeclared } = this.#recorded(recorded);
    const { followed } = this.#seen;
    const change = {
      ...{ olds, news: { ...inputsIn(this.#resource, news), ...markersIn(news) } },
      ...{ state: { ...outputs, ...more }, undeclared },
      ...(isOwn ? { followed: (other: string) => followed.get(other) } : {}),
    };
    return { planned: plan(this.#resource.changes, change, unknowns), change };
  }

  /** Plans, and plans again with facts from RunPod if the inputs show no difference. */
  async #planWithFacts(request: DiffRequest, isOwn: boolean, { runOf }: Caller) {
    const first = this.#plan(request, isOwn);
    if (!isOwn || first.planned.differences.length > 0) return first;
    const update = this.#updateIn(request);
    const facts = update === undefined ? {} : await this.#questions.facts(runOf, update);
    return Object.keys(facts).length === 0 ? first : this.#plan(request, isOwn, facts);
  }

  /** Returns the update to ask RunPod about, or `undefined` for a resource without an id. */
  #updateIn({ id, recorded, news }: DiffRequest): UpdateRequest<Values> | undefined {
    const { olds, state } = this.#recorded(recorded);
    return id === undefined ? undefined : { id, olds, news, state };
  }

  async #warnOfUpdate(request: DiffRequest, { runOf, say }: Caller): Promise<readonly string[]> {
    const update = this.#updateIn(request);
    const lines = update === undefined ? [] : await this.#questions.warnings(runOf, update);
    for (const text of lines) say({ severity: "warning", text });
    return lines;
  }

  /** Warns of data that the replacement loses when it deletes the old resource. */
  async #warnOfLoss({ id, recorded }: DiffRequest, { runOf, say }: Caller): Promise<void> {
    if (id === undefined) return;
    const { declared: inputs, state } = this.#recorded(recorded);
    for (const text of await this.#questions.losses(runOf, { id, inputs, state })) say({ severity: "warning", text });
  }

  #recorded({ inputs = {}, outputs }: Recorded) {
    const { declared: state, undeclared } = separate(outputs);
    const known = Object.keys(inputs).length > 0 ? inputs : state;
    const own = inputsIn(this.#resource, known);
    return {
      known,
      olds: { ...own, ...markersIn(known) },
      declared: { ...own, ...pick(known, this.#facts.hidden) },
      state: { ...withoutHidden(state), ...pick(state, this.#resource.keeps) },
      undeclared,
    };
  }
}

function keyOf(name: string, { __autoname: generated }: Values): string {
  return generated === undefined ? name : `${name} ${generated}`;
}

/**
 * Returns the changed inputs that `replaceOnChanges` names. The engine alone misses a pattern that names a part of an
 * input.
 */
function replacedByOption({ olds, replaceOnChanges = [] }: NonNullable<Told["checked"]>, news: Values): string[] {
  const [before, after] = [withoutHidden(olds), withoutHidden(news)];
  return replaceOnChanges.flatMap((pattern) => differing(parsePattern(pattern), before, after));
}
