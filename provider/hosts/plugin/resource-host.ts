import type { Resource } from "../../operations/resource";
import type { Run } from "../../operations/run";
import { type Catalogs, unknownNames } from "../../planning/catalog-names";
import { type Plan, plan } from "../../planning/changes";
import { type Problem, problemsOf, withDefaults } from "../../planning/check";
import { separate } from "../../planning/projection";
import { type Path, parsePath, pick, type Values } from "../../planning/values";
import { type CheckFailure, checkFailures, failuresOf } from "../check-failure";
import { SeenState } from "../engine/recorded-state";
import { engineRefusal, type Notice, notices } from "../notices";
import { inputsIn, withoutHidden } from "../properties/properties";
import { isUnknown, unknownValue } from "../properties/unknowns";
import { hiddenOf, type NamingRequest, nameHidden } from "./properties/hidden";
import type { Decoded } from "./properties/marshal";
import { type DetailedPlan, detail } from "./properties/plan";

/** Properties on their way back to the engine, with the places that are secret. */
export interface Encodable {
  readonly values: Values;
  readonly secrets: readonly Path[];
}

export interface CheckRequest extends Omit<NamingRequest, "logicalName" | "markerIn"> {
  readonly urn: string;
  readonly name: string;
  readonly olds: Decoded;
  readonly news: Decoded;
}

export interface DiffRequest {
  readonly urn: string;
  readonly oldInputs: Decoded;
  readonly oldOutputs: Decoded;
  readonly news: Decoded;
  readonly ignoreChanges: readonly string[];
}

/** What tells the user something while a resource is checked or compared. */
export type Tell = (severity: "info" | "warning", line: string) => void;

/** Translates between the plugin protocol and one resource. */
export class ResourceHost {
  readonly resource: Resource<Values>;
  /** Resources whose `check` came since their last `read`: a `diff` without one belongs to a refresh. */
  readonly #checked = new Set<string>();
  /** Plans of updates in place, by URN, until the next call shows whether the engine replaces all the same. */
  readonly #undecided = new Map<string, Plan>();
  /** Resources that exist: a creation of one of them replaces it. */
  readonly #existing = new Set<string>();

  readonly #recorded: SeenState;

  constructor(resource: Resource<Values>, recorded = new SeenState()) {
    this.resource = resource;
    this.#recorded = recorded;
  }

  /** Names among the inputs that the platform does not know. */
  async unknownNames({ olds, news }: Pick<CheckRequest, "olds" | "news">, catalogs: Catalogs | undefined) {
    const change = { olds: olds.values, news: news.values };
    return await unknownNames(this.resource.inputs, change, catalogs, isUnknown);
  }

  check(
    { urn, name, olds, news, seed, autonaming }: CheckRequest,
    tell: Tell,
    more: readonly Problem[] = [],
  ): { inputs: Encodable; failures: CheckFailure[] } {
    this.#checked.add(urn);
    this.#recorded.see(olds.values);
    const undecided = this.#takeUndecided(urn);
    // Whatever is replaced is checked once more, as if it were new.
    const replacedByEngine = Object.keys(olds.values).length === 0 ? undecided : undefined;
    const refusal = replacedByEngine && engineRefusal(replacedByEngine);
    if (replacedByEngine !== undefined && refusal === undefined) tellAll(notices(replacedByEngine, true), tell);
    const given = withoutHidden(news.values);
    const { autoname, markerIn } = this.resource;
    const hidden = nameHidden(olds.values, { logicalName: name, markerIn, seed, autonaming });
    const nameless = autoname && given.name === undefined && autonaming?.mode === "disable";
    const problems: Problem[] = [
      ...problemsOf(this.resource.inputs, given, news.unknowns),
      ...(nameless ? [{ path: ["name"], message: "is required: automatic naming is disabled for this stack" }] : []),
      ...more,
    ];
    const named = autoname && !nameless ? { name: given.name ?? hidden.__autoname } : {};
    const inputs = { ...withDefaults(this.resource.inputs, given), ...named, ...hidden };
    return {
      inputs: this.#secret(inputs, news.secrets),
      failures: [...failuresOf(refusal === undefined ? [] : [refusal]), ...checkFailures(problems)],
    };
  }

  /** Throws where the change is refused; a refresh compares too, and refuses nothing. */
  diff(request: DiffRequest, tell: Tell): DetailedPlan {
    const { urn } = request;
    const detailed = this.#compare(request);
    const planned = detailed.plan;
    this.#existing.add(urn);
    if (!this.#checked.has(urn)) return detailed;
    if (planned.refusals.length > 0) throw new Error(planned.refusals.join("\n"));
    if (planned.replaces.length > 0) tellAll(notices(planned), tell);
    else if (planned.differences.length > 0) this.#undecided.set(urn, planned);
    return detailed;
  }

  #takeUndecided(urn: string): Plan | undefined {
    const planned = this.#undecided.get(urn);
    this.#undecided.delete(urn);
    return planned;
  }

  /** Tells what an update in place means, now that it is one. */
  tellUpdate(urn: string, tell: Tell): void {
    const planned = this.#takeUndecided(urn);
    if (planned !== undefined) tellAll(notices(planned), tell);
  }

  #compare({ oldInputs, oldOutputs, news, ignoreChanges }: DiffRequest): DetailedPlan {
    const { declared, undeclared } = separate(oldOutputs.values);
    const change = {
      olds: withoutHidden(Object.keys(oldInputs.values).length > 0 ? oldInputs.values : declared),
      news: { ...withoutHidden(news.values), ...hiddenOf(news.values) },
      state: withoutHidden(declared),
      undeclared,
    };
    const whole = plan(this.resource.changes, change, news.unknowns);
    return detail(whole, change.olds, change.news, ignoreChanges);
  }

  mayReplace(urn: string): boolean {
    return this.#existing.has(urn);
  }

  /** What a preview can say of a resource that does not exist yet. */
  previewCreate(inputs: Decoded): Encodable {
    return this.#secret({ ...this.#unknownOutputs(), ...this.#unknownInputs(), ...inputs.values }, inputs.secrets);
  }

  async create(run: Run, inputs: Decoded): Promise<{ id: string; outputs: Encodable }> {
    const { id, outputs } = await this.resource.create(run, { inputs: inputs.values });
    return { id, outputs: this.#secret(outputs, inputs.secrets) };
  }

  /** Without recorded inputs it is an import: then everything that can be declared is. */
  async read(run: Run, urn: string, id: string, inputs: Decoded, outputs: Decoded) {
    this.#checked.delete(urn);
    this.#existing.add(urn);
    const { declared: state } = separate(outputs.values);
    const { secrets } = Object.keys(inputs.values).length > 0 ? inputs : outputs;
    const recorded = Object.keys(inputs.values).length > 0 ? inputs.values : state;
    this.#recorded.see(recorded);
    const imported = Object.keys(recorded).length === 0;
    const declared = imported ? undefined : { ...inputsIn(this.resource, recorded), ...hiddenOf(recorded) };
    const found = await this.resource.read(run, { id, declared, state: withoutHidden(state) });
    if (found === undefined) return undefined;
    return { inputs: this.#secret(found.inputs, secrets), outputs: this.#secret(found.outputs, secrets) };
  }

  /** An update that disturbs the resource may change all that the platform says of it. */
  previewUpdate(request: DiffRequest): Encodable {
    const { plan: planned } = this.#compare(request);
    const disturbed = planned.differences.some(
      ({ effect }) => effect.kind === "update" && effect.impact !== "recorded" && effect.impact !== "live",
    );
    const outputs = disturbed
      ? this.#unknownOutputs()
      : pick(request.oldOutputs.values, Object.keys(this.resource.outputs.shape));
    const { undeclared } = separate(request.oldOutputs.values);
    const inputs = { ...this.#unknownInputs(), ...undeclared, ...request.news.values };
    return this.#secret({ ...outputs, ...inputs }, request.news.secrets);
  }

  async update(run: Run, id: string, { oldInputs, oldOutputs, news }: DiffRequest): Promise<Encodable> {
    const { declared } = separate(oldOutputs.values);
    const olds = Object.keys(oldInputs.values).length > 0 ? oldInputs.values : inputsIn(this.resource, declared);
    const { outputs } = await this.resource.update(run, {
      id,
      olds: withoutHidden(olds),
      news: news.values,
      state: withoutHidden(declared),
    });
    return this.#secret(outputs, news.secrets);
  }

  async delete(run: Run, id: string, inputs: Decoded, outputs: Decoded): Promise<void> {
    const { declared } = separate(outputs.values);
    const recorded = Object.keys(inputs.values).length > 0 ? inputs.values : declared;
    await this.resource.delete(run, { id, inputs: withoutHidden(recorded), state: withoutHidden(declared) });
  }

  /** Whether what lies at a path is given by a program, not answered by the platform. */
  isInput(path: string): boolean {
    return String(parsePath(path)[0]) in this.resource.inputs.schema.shape;
  }

  /** What the platform will have where a program gives nothing. */
  #unknownInputs(): Values {
    return Object.fromEntries(this.resource.changes.observed.map((name) => [name, unknownValue]));
  }

  #unknownOutputs(): Values {
    return Object.fromEntries(Object.keys(this.resource.outputs.shape).map((name) => [name, unknownValue]));
  }

  #secret(values: Values, marked: readonly Path[]): Encodable {
    return { values, secrets: this.secretsBeside(marked) };
  }

  /** Secret are the resource's own secrets, always, whatever the program or the state said is, and what repeats that. */
  secretsBeside(marked: readonly Path[]): readonly Path[] {
    const { secrets, echoes = {} } = this.resource;
    const echoing = marked.flatMap(([input = ""]) => echoes[input] ?? []);
    return [...[...secrets, ...echoing].map((name) => [name]), ...marked];
  }
}

function tellAll(all: readonly Notice[], tell: Tell): void {
  for (const { severity, text } of all) tell(severity, text);
}
