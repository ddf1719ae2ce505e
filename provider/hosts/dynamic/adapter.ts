import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { plainLines } from "../../../client/values/plain-text";
import type { Plan } from "../../planning/changes";
import type { Markers } from "../../planning/marker";
import { separate } from "../../planning/projection";
import type { Resource } from "../../session/resource";
import type { Run, RunStack, Session } from "../../session/run";
import { OperationError } from "../../values/errors";
import type { Values } from "../../values/values";
import { checkFailures, failuresOf } from "../check-failure";
import { confidentially, textsAt } from "../confidential";
import type { Lifeline } from "../engine/lifeline";
import type { SeenState } from "../engine/recorded-state";
import { HostOperations } from "../host-operations";
import { engineRefusal, type Notice, notices, uncomparedNotices, uncomparedRefusal } from "../notices";
import { topLevel, withoutHidden } from "../properties/properties";
import { differing, parsePattern } from "../properties/property-pattern";
import { sanitize } from "../properties/sanitize";
import { mark } from "../properties/secret-mark";
import { secretsOf } from "../properties/secrets";
import { unknownPaths } from "../properties/unknowns";
import type { Asked } from "./asked";
import { engineError, plainError } from "./failures";
import { timeoutOf } from "./timeouts";

type Operation = "create" | "read" | "update" | "delete";

/**
 * Hidden inputs from the constructor, with facts that Pulumi does not tell the dynamic host. Podwright never shows or
 * compares them.
 */
interface HiddenInputs extends Markers, Asked {
  readonly __logicalName?: string;
  readonly __stack?: RunStack;
}

/** Values that a `check` keeps for the next `diff`. */
interface Checked {
  readonly oldInputs: Values;
  readonly replaceOnChanges: readonly string[];
}

/** A planned update in place, with the recorded resource. The engine may still replace the resource. */
interface Undecided {
  readonly plan: Plan;
  readonly id: string;
  readonly olds: Values;
}

export interface AdapterOptions {
  readonly session: () => Session;
  readonly recorded: SeenState;
  readonly lifeline: () => Lifeline;
  /** Returns a line for each fault of the stack's configuration. */
  readonly settingFaults: () => readonly string[];
  /** Shows a line in the output of the Pulumi command. */
  readonly print: (line: string) => void;
}

const hiddenNames = ["__logicalName", "__timeouts", "__stack", "__secretInputs", "__autoname", "__nonce"];

/** Translates between Pulumi's dynamic host and one resource. */
export class DynamicAdapter {
  readonly #resource: Resource<Values>;
  readonly #options: AdapterOptions;
  readonly #operations: HostOperations<Checked>;
  /**
   * Plans of updates in place, by name, until the engine performs them. If the engine replaces the resource instead, it
   * checks the resource again.
   */
  readonly #undecided = new Map<string, Undecided>();
  /** Warnings of a check or a diff. The following operation does not repeat them. */
  readonly #foreseen = new Set<string>();

  constructor(resource: Resource<Values>, options: AdapterOptions) {
    this.#resource = resource;
    this.#options = options;
    this.#operations = new HostOperations(resource, options.recorded, hiddenNames);
  }

  async check(olds: Values, news: Values & HiddenInputs): Promise<dynamic.CheckResult> {
    const {
      __logicalName: logicalName = this.#resource.kind.toLowerCase(),
      __stack: stack,
      __replaceOnChanges = [],
    } = news;
    const unknowns = unknownPaths(withoutHidden(news));
    const refusal = await this.#replacedByEngine(olds, news);
    const more = await this.#operations.problemsOnAccount(olds, news, this.#options.session());
    const note = { oldInputs: withoutHidden(olds), replaceOnChanges: __replaceOnChanges };
    const { inputs, problems } = this.#operations.check({ olds, news, unknowns, logicalName, stack, note });
    const faults = [...this.#options.settingFaults(), ...(refusal === undefined ? [] : [refusal])];
    const failures = [...failuresOf(faults), ...checkFailures([...problems, ...more])];
    if (failures.length === 0 && Object.keys(olds).length === 0) {
      const runOf = () => this.#runOf("create", news);
      this.#foretell(await this.#operations.foreseeCreate(runOf, logicalName, inputs), news);
    }
    return { inputs: this.#toEngine(inputs, news), failures };
  }

  /**
   * Returns the reason to refuse the engine's own replacement. Before such a replacement, the engine checks the
   * resource again without old inputs. After a failed operation, `replaceOnChanges` alone makes the engine replace, and
   * no `diff` shows it.
   */
  async #replacedByEngine(olds: Values, news: Values & HiddenInputs): Promise<string | undefined> {
    const { __logicalName: name = "" } = news;
    const undecided = this.#undecided.get(name);
    this.#undecided.delete(name);
    const unknowns = unknownPaths(withoutHidden(news));
    const uncompared = this.#operations.replacedWithoutDiff({ name, olds, news, unknowns });
    if (uncompared !== undefined) {
      const refusal = uncomparedRefusal(uncompared);
      if (refusal === undefined) this.#show(uncomparedNotices(uncompared), news);
      return refusal;
    }
    if (undecided === undefined || Object.keys(olds).length > 0) return undefined;
    const refusal = engineRefusal(undecided.plan);
    if (refusal === undefined) {
      this.#show(notices(undecided.plan, true), news);
      await this.#warnOfLoss(undecided.id, undecided.olds, news);
    }
    return refusal;
  }

  async diff(id: string, olds: Values & HiddenInputs, news: Values & HiddenInputs): Promise<dynamic.DiffResult> {
    const request = {
      id,
      key: news.__autoname ?? "",
      name: news.__logicalName ?? "",
      recorded: { outputs: olds },
      news,
      unknowns: unknownPaths(withoutHidden(news)),
    };
    await this.#operations.lookAgain(() => this.#runOf("update", news), request);
    const { plan: planned, note: checked } = this.#operations.plan(request);
    const byEngine = planned.differences.length === 0 ? [] : replacedAnyway(checked, news);
    if (checked !== undefined) {
      this.#announce(planned, byEngine.length > 0, news);
      if (!isDeepStrictEqual(olds.__timeouts, news.__timeouts)) {
        this.#print(news, "Podwright only records the new customTimeouts, and sends nothing to RunPod");
      }
      if (planned.replaces.length === 0 && byEngine.length === 0) {
        this.#undecided.set(news.__logicalName ?? "", { plan: planned, id, olds });
        if (planned.differences.length > 0) await this.#foresee(id, olds, news);
      } else {
        await this.#warnOfLoss(id, olds, news);
      }
    }
    const deleteBeforeReplace = planned.terms.deleteFirst !== undefined;
    if (planned.differences.length === 0) return { changes: hasNewHiddenInputs(olds, news), deleteBeforeReplace };
    const result = { replaces: [...new Set([...topLevel(planned.replaces), ...byEngine])], deleteBeforeReplace };
    // Without `changes`, the engine finds the changed inputs itself and shows only these inputs. The engine finds no
    // changed input if only outputs differ.
    return isDeepStrictEqual(checked?.oldInputs, withoutHidden(news)) ? { ...result, changes: true } : result;
  }

  /**
   * Refuses or announces a user's own change. Call it only after a `check`: in a refresh, the engine calls `diff` with
   * the old and new values exchanged.
   */
  #announce(planned: Plan, byEngine: boolean, news: Values & HiddenInputs): void {
    const refusal = byEngine ? engineRefusal(planned) : undefined;
    const refusals = [...planned.refusals, ...(refusal === undefined ? [] : [refusal])];
    if (refusals.length > 0) {
      throw plainError(new OperationError(refusals.join("\n")), news.__logicalName, "Podwright refused the change");
    }
    this.#show(notices(planned, byEngine), news);
  }

  #show(all: readonly Notice[], news: Values & HiddenInputs): void {
    for (const { severity, text } of all) this.#print(news, severity === "warning" ? `warning: ${text}` : text);
  }

  async #foresee(id: string, olds: Values, news: Values & HiddenInputs): Promise<void> {
    const runOf = () => this.#runOf("update", news);
    this.#foretell(await this.#operations.foresee(runOf, id, { outputs: olds }, news), news);
  }

  /** Prints warnings that the following operation does not repeat. */
  #foretell(lines: readonly string[], news: Values & HiddenInputs): void {
    for (const line of lines) {
      this.#print(news, `warning: ${line}`);
      this.#foreseen.add(line);
    }
  }

  /** Warns of data that the replacement loses when it deletes the old resource. */
  async #warnOfLoss(id: string, olds: Values, news: Values & HiddenInputs): Promise<void> {
    const runOf = () => this.#runOf("delete", news);
    for (const line of await this.#operations.foreseeDelete(runOf, id, { outputs: olds })) {
      this.#print(news, `warning: ${line}`);
    }
  }

  async create(inputs: Values & HiddenInputs): Promise<dynamic.CreateResult> {
    return await this.#operate("create", inputs, async (run, declared) => {
      const { id, outputs } = await this.#operations.create(run, inputs.__logicalName ?? "", declared);
      return { id, outs: this.#toEngine(outputs, inputs) };
    });
  }

  async read(id: string, props: Values & HiddenInputs): Promise<dynamic.ReadResult> {
    return await this.#operate("read", props, async (run, outputs) => {
      const { __autoname: key = "", __logicalName: name = "" } = props;
      const found = await this.#operations.read(run, { id, key, name, recorded: { outputs } });
      if (found === undefined) return {};
      return { id, props: this.#toEngine(found.outputs, props), inputs: this.#toEngine(found.inputs, props) };
    });
  }

  async update(id: string, olds: Values & HiddenInputs, news: Values & HiddenInputs): Promise<dynamic.UpdateResult> {
    this.#undecided.delete(news.__logicalName ?? "");
    const work = async (run: Run, declared: Values) => {
      return { outs: this.#toEngine(await this.#operations.update(run, id, { outputs: olds }, declared), news) };
    };
    // A log may also contain a text that was secret only before the update.
    return await this.#operate("update", news, work, olds);
  }

  async delete(id: string, props: Values): Promise<void> {
    await this.#operate("delete", props, (run, outputs) => this.#operations.delete(run, id, { outputs }));
  }

  async #operate<T>(
    operation: Operation,
    props: Values & HiddenInputs,
    work: (run: Run, declared: Values) => Promise<T>,
    former: Values & HiddenInputs = {},
  ): Promise<T> {
    const { __provider: _, ...declared } = props;
    const marked = [props, former].flatMap(({ __secretInputs = [] }) => __secretInputs.map((name) => [name]));
    const secrets = [declared, former].flatMap((values) => textsAt(values, marked));
    const running = confidentially(this.#runOf(operation, props), secrets, (run) => work(run, declared));
    try {
      return await this.#options.lifeline().hold(running);
    } catch (error) {
      throw engineError(error, props, (outputs) => this.#marked(outputs, props));
    }
  }

  #toEngine(values: Values, given: Values & Asked): Record<string, unknown> {
    return this.#marked(sanitize(values), given);
  }

  /**
   * Marks the secrets in a response. The constructor marks only the secrets that it sees: a transform may add a secret
   * later, and a response may repeat a secret.
   */
  #marked(values: Values, given: Values & Asked): Record<string, unknown> {
    const { __secretInputs = [] } = given;
    return mark(values, secretsOf(this.#resource, separate(given).declared, __secretInputs));
  }

  #runOf(operation: Operation, props: Values & HiddenInputs): Run {
    return {
      ...this.#options.session(),
      name: props.__logicalName ?? "",
      ...(props.__stack === undefined ? {} : { stack: props.__stack }),
      recorded: this.#options.recorded,
      timeoutMs: timeoutOf(props.__timeouts?.[operation]),
      signal: this.#options.lifeline().signal,
      report: (line) => this.#print(props, line),
      warn: (line) => {
        if (!this.#foreseen.delete(line)) this.#print(props, `warning: ${line}`);
      },
    };
  }

  #print(props: Values & HiddenInputs, line: string): void {
    this.#options.print(plainLines(props.__logicalName === undefined ? line : `${props.__logicalName}: ${line}`));
  }
}

/**
 * Returns the changed inputs that `replaceOnChanges` names. The engine alone misses a pattern that names a part of an
 * input.
 */
function replacedAnyway(checked: Checked | undefined, news: Values): string[] {
  const { oldInputs, replaceOnChanges } = checked ?? { oldInputs: {}, replaceOnChanges: [] };
  return replaceOnChanges.flatMap((pattern) => differing(parsePattern(pattern), oldInputs, withoutHidden(news)));
}

/**
 * Tells whether an update must store changed hidden inputs. Such an update sends no request. A refresh and a destroy
 * read the name and the time-outs only from the state.
 */
function hasNewHiddenInputs(olds: HiddenInputs, news: HiddenInputs): boolean {
  const { __logicalName = news.__logicalName } = olds;
  return __logicalName !== news.__logicalName || !isDeepStrictEqual(olds.__timeouts, news.__timeouts);
}
