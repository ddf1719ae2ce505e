import { InitError } from "../operations/errors";
import type { Created, ReadResult, Resource } from "../operations/resource";
import type { Run, Session } from "../operations/run";
import { namingWrongId } from "../operations/wrong-id";
import { unknownNames } from "../planning/catalog/names";
import { type Plan, plan } from "../planning/changes";
import { beyondTransport, type Problem, problemsOf, withDefaults } from "../planning/check";
import { followedIn } from "../planning/followed";
import { outputsAfter } from "../planning/patch";
import { separate } from "../planning/projection";
import type { Change } from "../planning/rules";
import { type Path, pick, type Values } from "../planning/values";
import { withDeadline } from "../waiting/deadline";
import type { SeenState } from "./engine/recorded-state";
import { markersFor, markersIn, type NamingRequest } from "./naming";
import { inputsIn, withoutHidden } from "./properties/properties";
import { isUnknown } from "./properties/unknowns";

/**
 * How long an operation may take where the program has no `customTimeouts` for it: fifteen minutes. A
 * slow pod needs up to ten, after which it counts as stuck.
 */
export const defaultTimeoutMs = 900_000;

/** A preview does not wait longer for what the platform alone knows. */
const patienceMs = 5_000;

/** What the state holds of a resource. Without inputs, the outputs stand for them: they repeat each one. */
export interface Recorded {
  readonly inputs?: Values;
  readonly outputs: Values;
}

export interface CheckRequest<Note> extends NamingRequest {
  /** Tells one resource from another across calls. Default: the generated name. */
  readonly key?: string;
  /** Empty for a creation, and for what is to be replaced. */
  readonly olds: Values;
  readonly news: Values;
  readonly unknowns: readonly Path[];
  /** What the `diff` that follows is to know. */
  readonly note: Note;
}

export interface PlanRequest {
  readonly id?: string;
  readonly key: string;
  /** By which a create of the same resource is recognised. Default: the key. */
  readonly name?: string | undefined;
  readonly recorded: Recorded;
  readonly news: Values;
  readonly unknowns: readonly Path[];
}

/** A plan, and the two sides it compares. */
export interface Planned<Note> {
  readonly plan: Plan;
  readonly change: Change;
  /** Of the `check` before it; absent in a refresh, which refuses and announces nothing. */
  readonly note: Note | undefined;
}

/**
 * What both hosts do with one kind of resource, in plain values, and what the order of the engine's calls means: a
 * `diff` after a `check` is a user's own change, a `diff` after a `read` is a refresh. What was read or compared exists,
 * so that its creation is a replacement.
 */
export class HostOperations<Note> {
  readonly #resource: Resource<Values>;
  readonly #seen: SeenState;
  /** Inputs that the host keeps beside those of the program. */
  readonly #hidden: readonly string[];
  readonly #checked = new Map<string, Note>();
  readonly #existing = new Set<string>();
  /** What the platform has shown beyond the state, by key. */
  readonly #facts = new Map<string, Values>();
  /** Whether the platform did not show it in time. */
  #isBlind = false;

  constructor(resource: Resource<Values>, seen: SeenState, hidden: readonly string[]) {
    this.#resource = resource;
    this.#seen = seen;
    this.#hidden = hidden;
  }

  /** What is wrong on this account: inputs that its transport does not know, and names that its catalogs lack. */
  async problemsOnAccount(
    olds: Values,
    written: Values,
    session: Pick<Session, "catalogs" | "settingNames" | "transport">,
  ): Promise<Problem[]> {
    const news = withoutHidden(written);
    return [
      ...beyondTransport(this.#resource, [olds, news], session.transport),
      ...(await unknownNames(this.#resource.inputs, { olds, news }, session, isUnknown)),
    ];
  }

  /** The inputs as they are recorded, with their name, and all that is wrong with them. */
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
            message: "is required to create it: only what exists already may leave it out",
          })),
        ...(isNameless
          ? [{ path: ["name"], message: "is required: automatic naming is disabled for this stack" }]
          : []),
      ],
    };
  }

  plan({ id, key, name = key, recorded, news, unknowns }: PlanRequest): Planned<Note> {
    this.#existing.add(name);
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
   * Before a `plan`: asks the platform where nothing else makes a difference. A preview works without a key or a network, so
   * a failure changes nothing, and is not repeated.
   */
  async lookAgain(runOf: () => Run | Promise<Run>, request: PlanRequest): Promise<void> {
    const { id, key, recorded, news } = request;
    const { lookAgain } = this.#resource;
    this.#facts.delete(key);
    if (lookAgain === undefined || id === undefined || this.#isBlind || !this.#checked.has(key)) return;
    if (this.plan(request).plan.differences.length > 0) return;
    const { olds, state } = this.#recorded(recorded);
    try {
      this.#facts.set(key, await soon(await runOf(), (run) => lookAgain(run, { id, olds, news, state })));
    } catch {
      this.#isBlind = true;
    }
  }

  create(run: Run, name: string, inputs: Values): Promise<Created> {
    const work = this.#resource.create({ ...run, mayReplace: this.#existing.has(name) }, inputs);
    return work.catch((error: unknown) => {
      throw namingWrongId(error, this.#resource.ids, inputs);
    });
  }

  /** Where nothing is recorded it is an import: then everything that can be declared is. */
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
        `${id} is no longer on the account of this key, and leaves the state. If another account created it, it is still there, and "pulumi up" would create a second one`,
      );
    }
    return found;
  }

  /** What a preview warns of beyond the plan. A preview works without a key or a network: then it is nothing. */
  async foresee(
    runOf: () => Run | Promise<Run>,
    id: string,
    recorded: Recorded,
    news: Values,
  ): Promise<readonly string[]> {
    const { foresee } = this.#resource;
    if (foresee === undefined) return [];
    const { olds, state } = this.#recorded(recorded);
    try {
      return await soon(await runOf(), (run) => foresee(run, { id, olds, news, state }));
    } catch {
      return [];
    }
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

function soon<T>(run: Run, work: (run: Run) => Promise<T>): Promise<T> {
  return withDeadline(run.clock, patienceMs, (expiry) =>
    work({ ...run, signal: AbortSignal.any([run.signal, expiry]) }),
  );
}
