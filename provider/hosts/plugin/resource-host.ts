import type { Plan } from "../../planning/changes";
import type { Problem } from "../../planning/check";
import { separate } from "../../planning/projection";
import type { Resource } from "../../session/resource";
import type { Run } from "../../session/run";
import { type Path, parsePath, pick, type Values } from "../../values/values";
import { type CheckFailure, checkFailures, failuresOf } from "../check-failure";
import { textsAt } from "../confidential";
import { SeenState } from "../engine/recorded-state";
import { HostOperations, type PlanRequest, type Recorded } from "../host-operations";
import type { NamingRequest } from "../naming";
import { engineRefusal, type Notice, notices, uncomparedNotices, uncomparedRefusal } from "../notices";
import { secretsOf } from "../properties/secrets";
import { unknownValue } from "../properties/unknowns";
import { nameOf, stackOf } from "../properties/urn";
import type { Decoded } from "./properties/marshal";
import { type DetailedPlan, detail } from "./properties/plan";

export interface CheckRequest extends Omit<NamingRequest, "logicalName"> {
  readonly urn: string;
  readonly name: string;
  readonly olds: Decoded;
  readonly news: Decoded;
}

export interface DiffRequest {
  readonly urn: string;
  readonly id?: string;
  readonly recorded: Recorded;
  readonly news: Decoded;
  readonly ignoreChanges: readonly string[];
}

/** Logs a line about a resource. */
export type Log = (severity: Notice["severity"], line: string) => void;

/** Translates between the plugin protocol and one resource. */
export class ResourceHost {
  readonly resource: Resource<Values>;
  /** The operations on RunPod, in plain values. */
  readonly operations: HostOperations<true>;
  /** Plans of updates in place, by URN, until the next call shows whether the engine replaces the resource instead. */
  readonly #undecided = new Map<string, { readonly plan: Plan; readonly request: DiffRequest }>();
  /** Announced replacements, by URN, until RunPod has reported the losses. */
  readonly #replaced = new Map<string, DiffRequest>();

  constructor(resource: Resource<Values>, recorded = new SeenState()) {
    this.resource = resource;
    this.operations = new HostOperations(resource, recorded, ["__autoname", "__nonce"]);
  }

  check(
    { urn, name, olds, news, seed, autonaming }: CheckRequest,
    log: Log,
    more: readonly Problem[] = [],
  ): { inputs: Values; failures: CheckFailure[] } {
    const undecided = take(this.#undecided, urn);
    // Before a replacement, the engine checks the resource again, like a new one.
    const replacedByEngine = Object.keys(olds.values).length === 0 ? undecided : undefined;
    const unknowns = news.unknowns;
    const uncompared = this.operations.replacedWithoutDiff({
      name: urn,
      olds: olds.values,
      news: news.values,
      unknowns,
    });
    const refusal = uncompared
      ? uncomparedRefusal(uncompared)
      : replacedByEngine && engineRefusal(replacedByEngine.plan);
    if (uncompared !== undefined && refusal === undefined) announce(uncomparedNotices(uncompared), log);
    if (replacedByEngine !== undefined && refusal === undefined) {
      announce(notices(replacedByEngine.plan, true), log);
      this.#replaced.set(urn, replacedByEngine.request);
    }
    const { inputs, problems } = this.operations.check({
      key: urn,
      logicalName: name,
      stack: stackOf(urn),
      seed,
      autonaming,
      olds: olds.values,
      news: news.values,
      unknowns,
      note: true,
    });
    return {
      inputs,
      failures: [...failuresOf(refusal === undefined ? [] : [refusal]), ...checkFailures([...problems, ...more])],
    };
  }

  /** Reads facts that only RunPod knows. Call it before a `diff`. */
  lookAgain(runOf: () => Promise<Run>, request: DiffRequest): Promise<void> {
    return this.operations.lookAgain(runOf, planRequest(request));
  }

  /**
   * Compares the recorded and the new values. Throws if Podwright refuses the change. A refresh also calls this method,
   * and never gets a refusal.
   */
  diff(request: DiffRequest, log: Log): DetailedPlan {
    const { urn } = request;
    const { detailed, note } = this.#compare(request);
    const planned = detailed.plan;
    if (note === undefined) return detailed;
    // `preview --diff` and a parallel engine show the error apart from the resource, so the error names it.
    if (planned.refusals.length > 0) throw new Error(`${nameOf(urn)}: ${planned.refusals.join("\n")}`);
    if (planned.replaces.length > 0) {
      announce(notices(planned), log);
      this.#replaced.set(urn, request);
    } else {
      this.#undecided.set(urn, { plan: planned, request });
    }
    return detailed;
  }

  /**
   * Warns of data that the replacement loses when it deletes the old resource. Call it after a `check` and a `diff`
   * that announced the replacement.
   */
  async warnOfLoss(runOf: () => Promise<Run>, urn: string, log: Log): Promise<void> {
    const request = take(this.#replaced, urn);
    if (request?.id === undefined) return;
    for (const line of await this.operations.foreseeDelete(runOf, request.id, request.recorded)) log("warning", line);
  }

  /** Announces the effect of an update in place when the engine performs it. */
  announceUpdate(urn: string, log: Log): void {
    const undecided = take(this.#undecided, urn);
    if (undecided !== undefined) announce(notices(undecided.plan), log);
  }

  #compare(request: DiffRequest) {
    const { plan, change, note } = this.operations.plan(planRequest(request));
    return { detailed: detail(plan, change.olds, change.news, request.ignoreChanges), note };
  }

  /** Returns the preview of a new resource. */
  previewCreate(inputs: Values): Values {
    return { ...this.#unknownOutputs(), ...this.#unknownInputs(), ...inputs };
  }

  /** Returns the preview of an update. An update that disturbs the resource may change all of its outputs. */
  previewUpdate(request: DiffRequest): Values {
    const { plan: planned } = this.#compare(request).detailed;
    const disturbed = planned.differences.some(
      ({ effect }) => effect.kind === "update" && !["recorded", "live", "renew"].includes(effect.impact),
    );
    const { alsoChanged, outputs: shape } = this.resource;
    const moved = planned.differences.flatMap(
      ({ path: [input = ""], alsoChanges }) => alsoChanges ?? alsoChanged[input] ?? [],
    );
    const outputs = disturbed
      ? this.#unknownOutputs()
      : { ...pick(request.recorded.outputs, Object.keys(shape.shape)), ...unknown(moved) };
    const { undeclared } = separate(request.recorded.outputs);
    return { ...outputs, ...this.#unknownInputs(), ...undeclared, ...request.news.values };
  }

  /** Tells whether the value at a path is an input of the program. All other values come from RunPod. */
  isInput(path: string): boolean {
    return String(parsePath(path)[0]) in this.resource.inputs.schema.shape;
  }

  /** Returns unknown values for inputs that the program leaves out and RunPod will fill. */
  #unknownInputs(): Values {
    return unknown(this.resource.changes.observed);
  }

  #unknownOutputs(): Values {
    return unknown(Object.keys(this.resource.outputs.shape));
  }

  /** Returns the texts that the program or the state marked as secret, without the resource's own secrets. */
  markedTexts({ values, secrets }: Decoded): string[] {
    const { secrets: always } = this.resource;
    return textsAt(
      values,
      secrets.filter(([input]) => !always.includes(String(input))),
    );
  }

  /** Returns the paths of all secrets: the resource's own secrets, marked secrets, and outputs that repeat a secret. */
  secretsBeside({ values, secrets: marked }: Pick<Decoded, "values" | "secrets">): readonly Path[] {
    return [
      ...secretsOf(
        this.resource,
        values,
        marked.map(([input = ""]) => String(input)),
      ),
      ...marked,
    ];
  }
}

function take<T>(map: Map<string, T>, urn: string): T | undefined {
  const taken = map.get(urn);
  map.delete(urn);
  return taken;
}

function planRequest({ urn, id, recorded, news }: DiffRequest): PlanRequest {
  const of = id === undefined ? {} : { id };
  return { ...of, key: urn, recorded, news: news.values, unknowns: news.unknowns };
}

function unknown(names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, unknownValue]));
}

function announce(all: readonly Notice[], log: Log): void {
  for (const { severity, text } of all) log(severity, text);
}
