import { namingWrongId } from "../lifecycle/wrong-id";
import { catalogProblems } from "../planning/catalog/problems";
import { type Plan, plan } from "../planning/changes";
import { beyondTransport, type Problem, problemsOf, withDefaults } from "../planning/check";
import { followedIn } from "../planning/followed";
import { outputsAfter } from "../planning/patch";
import { separate } from "../planning/projection";
import type { Change } from "../planning/rules";
import type { Created, ReadResult, Resource } from "../session/resource";
import type { Run, Session } from "../session/run";
import { withDeadline } from "../values/deadline";
import { InitError } from "../values/errors";
import { type Path, pick, type Values } from "../values/values";
import type { SeenState } from "./engine/recorded-state";
import { markersFor, markersIn, type NamingRequest } from "./naming";
import { inputsIn, withoutHidden } from "./properties/properties";
import { isUnknown } from "./properties/unknowns";

/** Time limit of an operation without `customTimeouts`: 15 minutes. A slow pod needs up to 10 minutes. */
export const defaultTimeoutMs = 900_000;

/** Longest time that a preview waits for facts from RunPod. */
const patienceMs = 5_000;

/**
 * A resource in the state. If the state has no inputs of the resource, its outputs serve as inputs, because they repeat
 * each input.
 */
export interface Recorded {
  readonly inputs?: Values;
  readonly outputs: Values;
}

export interface CheckRequest<Note> extends NamingRequest {
  /** Identifies the resource across calls. Default: the generated name. */
  readonly key?: string;
  /** Old inputs. Empty for a new resource and for a replacement. */
  readonly olds: Values;
  readonly news: Values;
  readonly unknowns: readonly Path[];
  /** Facts that the host needs in the next `diff`. */
  readonly note: Note;
}

export interface PlanRequest {
  readonly id?: string;
  readonly key: string;
  /** Identifies a later create of the same resource. Default: the key. */
  readonly name?: string | undefined;
  readonly recorded: Recorded;
  readonly news: Values;
  readonly unknowns: readonly Path[];
}

/** A `check`, as the search for a replacement without a `diff` needs it. */
export interface UncomparedRequest extends Pick<CheckRequest<unknown>, "olds" | "news" | "unknowns"> {
  /** Identifies the resource in this and later calls. */
  readonly name: string;
}

/** A plan, and the change that it is for. */
export interface Planned<Note> {
  readonly plan: Plan;
  readonly change: Change;
  /** Note of the preceding `check`. Absent in a refresh, in which a host refuses and announces nothing. */
  readonly note: Note | undefined;
}

/**
 * Does the work that both hosts share for one kind of resource, in plain values. It interprets the order of the
 * engine's calls: a `diff` after a `check` is a user's own change, and a `diff` after a `read` is a refresh. If the
 * engine has read or compared a resource, the resource exists, so a later create replaces it.
 */
export class HostOperations<Note> {
  readonly #resource: Resource<Values>;
  readonly #seen: SeenState;
  /** Hidden inputs that the host stores with the program's inputs. */
  readonly #hidden: readonly string[];
  readonly #checked = new Map<string, Note>();
  readonly #existing = new Set<string>();
  /** Facts from RunPod that the state does not contain, by key. */
  readonly #facts = new Map<string, Values>();
  /** Calls that RunPod did not answer in time. A preview does not wait for them again. */
  readonly #unanswered = new Set<"lookAgain" | "foreseeDelete">();

  constructor(resource: Resource<Values>, seen: SeenState, hidden: readonly string[]) {
    this.#resource = resource;
    this.#seen = seen;
    this.#hidden = hidden;
  }

  /**
   * Returns problems that depend on the account: inputs that the configured transport does not support, and names that
   * RunPod's catalogs do not contain.
   */
  async problemsOnAccount(
    olds: Values,
    written: Values,
    session: Pick<Session, "catalogs" | "settingNames" | "transport">,
  ): Promise<Problem[]> {
    const news = withoutHidden(written);
    return [
      ...beyondTransport(this.#resource, [olds, news], session.transport),
      ...(await catalogProblems(this.#resource.inputs, { olds, news }, session, isUnknown)),
    ];
  }

  /** Returns the inputs to record, with a generated name, and all problems. */
  check({ key, olds, news, unknowns, note, ...naming }: CheckRequest<Note>): { inputs: Values; problems: Problem[] } {
    this.#seen.see(olds);
    const { autoname, inputs: definition, neededToCreate } = this.#resource;
    const given = withoutHidden(news);
    const marks = markersFor(olds, this.#resource, { ...naming, given: given.name });
    this.#checked.set(key ?? marks.__autoname ?? "", note);
    const isNameless = autoname && given.name === undefined && naming.autonaming?.mode === "disable";
    const named = autoname && !isNameless ? { name: given.name ?? marks.__autoname } : {};
    return {
      inputs: { ...withDefaults(definition, given), ...named, ...pick(news, this.#hidden), ...marks },
      problems: [
        ...problemsOf(definition, { ...given, ...named }, unknowns),
        ...neededToCreate
          .filter((name) => given[name] === undefined && Object.keys(olds).length === 0)
          .map((name) => ({
            path: [name],
            message: "is required for a new resource; only an existing resource may omit it",
          })),
        ...(isNameless
          ? [{ path: ["name"], message: "is required: automatic naming is disabled for this stack" }]
          : []),
      ],
    };
  }

  /**
   * Returns the plan of a replacement for which the engine calls no `diff`: it checks the resource with its old inputs, and
   * then again without them. The options `replacementTrigger` and `replaceWith` cause this. Call it before `check`.
   */
  replacedWithoutDiff({ name, olds, news, unknowns }: UncomparedRequest): Plan | undefined {
    const key = this.#undecidedKey(name);
    const recorded = this.#seen.undecided.get(key);
    this.#seen.undecided.delete(key);
    if (Object.keys(olds).length > 0) this.#seen.undecided.set(key, olds);
    if (recorded === undefined || Object.keys(olds).length > 0) return undefined;
    const change = { olds: inputsIn(this.#resource, recorded), news: inputsIn(this.#resource, news), state: {} };
    return plan(this.#resource.changes, change, unknowns);
  }

  #undecidedKey(name: string): string {
    return `${this.#resource.kind} ${name}`;
  }

  plan({ id, key, name = key, recorded, news, unknowns }: PlanRequest): Planned<Note> {
    this.#existing.add(name);
    this.#seen.undecided.delete(this.#undecidedKey(name));
    const note = this.#checked.get(key);
    const { olds, state: outputs, undeclared } = this.#recorded(recorded);
    const state = { ...outputs, ...this.#facts.get(key) };
    const change = { olds, news: { ...inputsIn(this.#resource, news), ...markersIn(news) }, state, undeclared };
    if (note === undefined) return { plan: plan(this.#resource.changes, change, unknowns), change, note };
    const { followed: others } = this.#seen;
    const own = { ...change, followed: (other: string) => others.get(other) };
    const planned = plan(this.#resource.changes, own, unknowns);
    const followed = followedIn(this.#resource, planned, own);
    if (id !== undefined && followed !== undefined) others.set(id, followed);
    return { plan: planned, change, note };
  }

  /**
   * Reads more facts from RunPod if the inputs show no difference. Call it before `plan`. A preview must work without a
   * key or a network, so a failure changes nothing, and Podwright does not try again.
   */
  async lookAgain(runOf: () => Run | Promise<Run>, request: PlanRequest): Promise<void> {
    const { id, key, recorded, news } = request;
    const { lookAgain } = this.#resource;
    this.#facts.delete(key);
    if (lookAgain === undefined || id === undefined || this.#unanswered.has("lookAgain") || !this.#checked.has(key))
      return;
    if (this.plan(request).plan.differences.length > 0) return;
    const { olds, state } = this.#recorded(recorded);
    try {
      this.#facts.set(key, await soon(await runOf(), (run) => lookAgain(run, { id, olds, news, state })));
    } catch {
      this.#unanswered.add("lookAgain");
    }
  }

  create(run: Run, name: string, inputs: Values): Promise<Created> {
    const work = this.#resource.create({ ...run, mayReplace: this.#existing.has(name) }, inputs);
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
    { id, key, name = key, recorded }: Omit<PlanRequest, "news" | "unknowns"> & { readonly id: string },
  ): Promise<ReadResult> {
    this.#checked.delete(key);
    this.#existing.add(name);
    const { known, declared, state } = this.#recorded(recorded);
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

  /** Returns a preview's further warnings about an update. */
  async foresee(
    runOf: () => Run | Promise<Run>,
    id: string,
    recorded: Recorded,
    news: Values,
  ): Promise<readonly string[]> {
    const { foresee } = this.#resource;
    if (foresee === undefined) return [];
    const { olds, state } = this.#recorded(recorded);
    return await warnings(runOf, (run) => foresee(run, { id, olds, news: known(news), state }));
  }

  /** Returns a preview's warnings about a new resource. */
  async foreseeCreate(runOf: () => Run | Promise<Run>, name: string, news: Values): Promise<readonly string[]> {
    const { foreseeCreate } = this.#resource;
    if (foreseeCreate === undefined) return [];
    const mayReplace = this.#existing.has(name);
    return await warnings(runOf, (run) => foreseeCreate({ ...run, mayReplace }, known(news)));
  }

  /**
   * Returns warnings about the old resource that a replacement will delete. A failed read does not stop the preview.
   */
  async foreseeDelete(runOf: () => Run | Promise<Run>, id: string, recorded: Recorded): Promise<readonly string[]> {
    const { foreseeDelete } = this.#resource;
    if (foreseeDelete === undefined) return [];
    const { declared: inputs, state } = this.#recorded(recorded);
    const request = { id, inputs, state };
    try {
      if (!this.#unanswered.has("foreseeDelete")) {
        return await soon(await runOf(), (run) => foreseeDelete(run, request));
      }
    } catch {
      this.#unanswered.add("foreseeDelete");
    }
    return await foreseeDelete(undefined, request);
  }

  async update(run: Run, id: string, recorded: Recorded, news: Values): Promise<Values> {
    const { olds, state } = this.#recorded(recorded);
    const after = (outputs: Values) => outputsAfter(this.#resource.changes, outputs, { olds, news, state });
    try {
      return after((await this.#resource.update(run, { id, olds, news, state })).outputs);
    } catch (error) {
      if (error instanceof InitError) throw new InitError(error.id, after(error.outputs), error.reasons);
      throw namingWrongId(error, this.#resource.ids, news);
    }
  }

  delete(run: Run, id: string, recorded: Recorded): Promise<void> {
    const { declared, state } = this.#recorded(recorded);
    return this.#resource.delete(run, { id, inputs: declared, state });
  }

  #recorded({ inputs = {}, outputs }: Recorded) {
    const { declared: state, undeclared } = separate(outputs);
    const known = Object.keys(inputs).length > 0 ? inputs : state;
    const own = inputsIn(this.#resource, known);
    return {
      known,
      olds: { ...own, ...markersIn(known) },
      declared: { ...own, ...pick(known, this.#hidden) },
      state: { ...withoutHidden(state), ...pick(state, this.#resource.keeps) },
      undeclared,
    };
  }
}

/** A preview without a key or a network gets no warnings. */
async function warnings(
  runOf: () => Run | Promise<Run>,
  work: (run: Run) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  try {
    return await soon(await runOf(), work);
  } catch {
    return [];
  }
}

function known(news: Values): Values {
  return Object.fromEntries(Object.entries(news).filter(([, value]) => !isUnknown(value)));
}

function soon<T>(run: Run, work: (run: Run) => Promise<T>): Promise<T> {
  return withDeadline(run.clock, patienceMs, (expiry) =>
    work({ ...run, signal: AbortSignal.any([run.signal, expiry]) }),
  );
}
