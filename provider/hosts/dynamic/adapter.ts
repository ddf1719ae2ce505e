import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import type { Marks } from "../../creating/naming";
import { generateMarker, generateName } from "../../creating/naming";
import { OperationError } from "../../operations/errors";
import type { Resource } from "../../operations/resource";
import type { Run, RunStack, Session } from "../../operations/run";
import { unknownNames } from "../../planning/catalog-names";
import { type Plan, plan } from "../../planning/changes";
import { problemsOf, withDefaults } from "../../planning/check";
import { parseDuration } from "../../planning/durations";
import { separate } from "../../planning/projection";
import type { Values } from "../../planning/values";
import { pick } from "../../planning/values";
import { checkFailures, failuresOf } from "../check-failure";
import type { Lifeline } from "../engine/lifeline";
import type { SeenState } from "../engine/recorded-state";
import { engineRefusal, notices } from "../notices";
import { inputsIn, topLevel, withoutHidden } from "../properties/properties";
import { differsAt, parsePattern } from "../properties/property-pattern";
import { sanitize } from "../properties/sanitize";
import { isUnknown, unknownPaths } from "../properties/unknowns";
import { defaultTimeoutMs } from "../timeouts";
import { engineError, plainError } from "./failures";

/** What the constructor passes along because the dynamic host is told nothing of it. Never shown, never compared. */
interface HiddenInputs extends Marks {
  readonly __logicalName?: string;
  readonly __timeouts?: Readonly<Record<string, string>>;
  readonly __stack?: RunStack;
  /** Only on its way to `check`. */
  readonly __replaceOnChanges?: readonly string[];
}

/** What a `check` leaves to the `diff` that follows. */
interface Checked {
  readonly oldInputs: Values;
  readonly replaceOnChanges: readonly string[];
}

export interface AdapterOptions {
  readonly session: () => Session;
  readonly recorded: SeenState;
  readonly lifeline: () => Lifeline;
  /** What is wrong with the stack's configuration, a line each. */
  readonly settingFaults: () => readonly string[];
  /** Shows a line in the output of the Pulumi command. */
  readonly print: (line: string) => void;
}

/** Translates between Pulumi's dynamic host and one resource. */
export class DynamicAdapter {
  readonly #resource: Resource<Values>;
  readonly #options: AdapterOptions;
  /** By creation mark, since the last `check`: a `diff` without one belongs to a refresh. */
  readonly #checked = new Map<string, Checked>();
  /** Names of resources that exist: a creation of one of them replaces it. */
  readonly #existing = new Set<string | undefined>();

  constructor(resource: Resource<Values>, options: AdapterOptions) {
    this.#resource = resource;
    this.#options = options;
  }

  async check(olds: Values, news: Values & HiddenInputs): Promise<dynamic.CheckResult> {
    this.#options.recorded.see(olds);
    const given = withoutHidden(news);
    const { inputs: definition } = this.#resource;
    const { catalogs } = this.#options.session();
    const problems = [
      ...problemsOf(definition, given, unknownPaths(given)),
      ...(await unknownNames(definition, { olds, news: given }, catalogs, isUnknown)),
    ];
    const inputs = this.#named({ ...hiddenOf(news), ...withDefaults(this.#resource.inputs, given) }, olds);
    if (inputs.__autoname !== undefined) {
      const { __replaceOnChanges: replaceOnChanges = [] } = news;
      this.#checked.set(inputs.__autoname, { oldInputs: withoutHidden(olds), replaceOnChanges });
    }
    const failures = [...failuresOf(this.#options.settingFaults()), ...checkFailures(problems)];
    return { inputs: sanitize(inputs), failures };
  }

  /** The mark is made once and kept, so that an update keeps the name and a change back finds it again. */
  #named(inputs: Values & HiddenInputs, olds: Values & HiddenInputs): Values & HiddenInputs {
    const marks = olds.__autoname === undefined ? this.#newMarks(inputs) : pick(olds, ["__autoname", "__nonce"]);
    return { ...inputs, ...marks, ...(this.#resource.autoname ? { name: inputs.name ?? marks.__autoname } : {}) };
  }

  #newMarks({ __logicalName }: HiddenInputs) {
    const { kind, markerIn } = this.#resource;
    const __autoname = generateName(__logicalName ?? kind.toLowerCase());
    return markerIn === "environment" ? { __autoname, __nonce: generateMarker() } : { __autoname };
  }

  async diff(_id: string, olds: Values & HiddenInputs, news: Values & HiddenInputs): Promise<dynamic.DiffResult> {
    const planned = plan(this.#resource.changes, this.#change(olds, news), unknownPaths(withoutHidden(news)));
    const checked = this.#checked.get(news.__autoname ?? "");
    this.#existing.add(news.__logicalName);
    if (checked !== undefined) {
      this.#announce(planned, checked, news);
      if (!isDeepStrictEqual(olds.__timeouts, news.__timeouts)) {
        this.#print(news, "changing customTimeouts is only recorded: nothing is sent to the platform");
      }
    }
    const deleteBeforeReplace = planned.terms.deleteFirst !== undefined;
    if (planned.differences.length === 0) return { changes: isToldAnew(olds, news), deleteBeforeReplace };
    const result = { replaces: topLevel(planned.replaces), deleteBeforeReplace };
    // Left open, the engine works out by itself which inputs differ and shows just those. It cannot where the
    // difference is in the outputs alone.
    return isDeepStrictEqual(checked?.oldInputs, withoutHidden(news)) ? { ...result, changes: true } : result;
  }

  /** A refresh compares too, the other way round; only a user's own change is refused or warned of. */
  #announce(planned: Plan, { oldInputs, replaceOnChanges }: Checked, news: Values & HiddenInputs): void {
    const given = withoutHidden(news);
    const byEngine =
      planned.differences.length > 0 &&
      replaceOnChanges.some((pattern) => differsAt(parsePattern(pattern), oldInputs, given));
    const refusal = byEngine ? engineRefusal(planned) : undefined;
    const refusals = [...planned.refusals, ...(refusal === undefined ? [] : [refusal])];
    if (refusals.length > 0) {
      throw plainError(new OperationError(refusals.join("\n")), news.__logicalName, "the change is refused");
    }
    for (const { severity, text } of notices(planned, byEngine)) {
      this.#print(news, severity === "warning" ? `warning: ${text}` : text);
    }
  }

  async create(inputs: Values & HiddenInputs): Promise<dynamic.CreateResult> {
    return await this.#operate("create", inputs, async (run, declared) => {
      const mayReplace = this.#existing.has(inputs.__logicalName);
      const { id, outputs } = await this.#resource.create({ ...run, mayReplace }, { inputs: declared });
      return { id, outs: sanitize(outputs) };
    });
  }

  async read(id: string, props: Values & HiddenInputs): Promise<dynamic.ReadResult> {
    this.#options.recorded.see(props);
    this.#checked.delete(props.__autoname ?? "");
    this.#existing.add(props.__logicalName);
    const { declared: recorded } = separate(props);
    return await this.#operate("read", props, async (run) => {
      const found = await this.#resource.read(run, {
        id,
        declared: this.#declared(recorded),
        state: withoutHidden(recorded),
      });
      return found === undefined ? {} : { id, props: sanitize(found.outputs), inputs: sanitize(found.inputs) };
    });
  }

  async update(id: string, olds: Values, news: Values): Promise<dynamic.UpdateResult> {
    return await this.#operate("update", news, async (run, declared) => {
      const { undeclared: _, ...change } = this.#change(olds, news);
      const { outputs } = await this.#resource.update(run, { id, ...change, news: declared });
      return { outs: sanitize(outputs) };
    });
  }

  async delete(id: string, props: Values): Promise<void> {
    const { declared } = separate(props);
    const request = { id, inputs: this.#declared(declared), state: withoutHidden(declared) };
    await this.#operate("delete", props, (run) => this.#resource.delete(run, request));
  }

  async #operate<T>(
    operation: "create" | "read" | "update" | "delete",
    props: Values & HiddenInputs,
    work: (run: Run, declared: Values) => Promise<T>,
  ): Promise<T> {
    const lifeline = this.#options.lifeline();
    const timeout = props.__timeouts?.[operation];
    const { __provider: _, ...declared } = props;
    try {
      const run: Run = {
        ...this.#options.session(),
        name: props.__logicalName ?? "",
        ...(props.__stack === undefined ? {} : { stack: props.__stack }),
        recorded: this.#options.recorded,
        timeoutMs: timeout === undefined ? defaultTimeoutMs : parseDuration(timeout),
        signal: lifeline.signal,
        report: (line) => this.#print(props, line),
        warn: (line) => this.#print(props, `warning: ${line}`),
      };
      return await lifeline.hold(work(run, declared));
    } catch (error) {
      throw engineError(error, props);
    }
  }

  #print(props: Values & HiddenInputs, line: string): void {
    this.#options.print(props.__logicalName === undefined ? line : `${props.__logicalName}: ${line}`);
  }

  /** `diff` and `update` get the old outputs, which repeat each declared input in its declared shape. */
  #change(olds: Values, news: Values) {
    const { declared, undeclared } = separate(olds);
    return { olds: this.#inputsIn(declared), news: this.#inputsIn(news), state: withoutHidden(declared), undeclared };
  }

  #declared(props: Values): Values {
    return { ...this.#inputsIn(props), ...hiddenOf(props) };
  }

  #inputsIn(props: Values): Values {
    return { ...inputsIn(this.#resource, props), ...pick(props, ["__autoname"]) };
  }
}

/** An update stores them, and sends nothing: a refresh or a destroy gets name and time-outs from the state alone. */
function isToldAnew(olds: HiddenInputs, news: HiddenInputs): boolean {
  const { __logicalName = news.__logicalName } = olds;
  return __logicalName !== news.__logicalName || !isDeepStrictEqual(olds.__timeouts, news.__timeouts);
}

function hiddenOf(props: Values): Values & HiddenInputs {
  return pick(props, ["__logicalName", "__timeouts", "__stack", "__autoname", "__nonce"]);
}
