import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { plainLines } from "../../../kernel/plain-text";
import type { Path, Values } from "../../../kernel/values";
import { formerPlace } from "../../planning/baseline";
import type { Markers } from "../../planning/marker";
import { separate } from "../../planning/projection";
import { OperationError } from "../../pulumi/errors";
import type { Resource } from "../../session/resource";
import type { Run, RunStack, Session } from "../../session/run";
import { failuresOf } from "../check-failure";
import { confidentially, textsAt } from "../confidential";
import type { Lifeline } from "../engine/lifeline";
import type { SeenState } from "../engine/recorded-state";
import { hostFacts } from "../host-facts";
import { type Caller, HostOperations } from "../host-operations";
import { topLevel, withoutHidden } from "../properties/properties";
import { sanitize } from "../properties/sanitize";
import { mark, wrapWithEntries } from "../properties/secret-mark";
import { formerSecrets, secretsOf } from "../properties/secrets";
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
  /** URN of the parent, which only a check receives. Absent in programs that an earlier release runs. */
  readonly __parent?: string;
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

/** Translates between Pulumi's dynamic host and one resource. */
export class DynamicAdapter {
  readonly #resource: Resource<Values>;
  readonly #options: AdapterOptions;
  readonly #operations: HostOperations;

  constructor(resource: Resource<Values>, options: AdapterOptions) {
    this.#resource = resource;
    this.#options = options;
    this.#operations = new HostOperations(resource, options.recorded, hostFacts.dynamic);
  }

  async check(olds: Values, news: Values & HiddenInputs): Promise<dynamic.CheckResult> {
    const { __logicalName: name = "", __parent: parent = "", __stack: stack } = news;
    const { __replaceOnChanges: replaceOnChanges = [] } = news;
    const logicalName = name || this.#resource.kind.toLowerCase();
    const declared = { name, parent, logicalName, stack, replaceOnChanges, olds, news, unknowns: unknownsIn(news) };
    const { inputs, failures } = await this.#operations.check(declared, this.#callerOf(news));
    const faults = failuresOf(this.#options.settingFaults());
    return { inputs: this.#toEngine(inputs, news), failures: [...faults, ...failures] };
  }

  async diff(id: string, olds: Values & HiddenInputs, news: Values & HiddenInputs): Promise<dynamic.DiffResult> {
    const change = changeOf(id, olds, news);
    const compared = await this.#operations.diff(change, this.#callerOf(news));
    const { plan, isOwn, refusals, replacedAnyway, oldInputs } = compared;
    if (refusals.length > 0) {
      throw plainError(new OperationError(refusals.join("\n")), news.__logicalName, "Podwright refused the change");
    }
    if (isOwn && !isDeepStrictEqual(olds.__timeouts, news.__timeouts)) {
      this.#print(news, "Podwright only records the new customTimeouts, and sends nothing to RunPod");
    }
    const deleteBeforeReplace = plan.terms.deleteFirst !== undefined;
    if (plan.differences.length === 0) return { changes: hasNewHiddenInputs(olds, news), deleteBeforeReplace };
    const result = { replaces: [...new Set([...topLevel(plan.replaces), ...replacedAnyway])], deleteBeforeReplace };
    // Without `changes`, the engine finds the changed inputs itself and shows only these inputs. The engine finds no
    // changed input if only outputs differ.
    return isDeepStrictEqual(oldInputs, withoutHidden(news)) ? { ...result, changes: true } : result;
  }

  async create(inputs: Values & HiddenInputs): Promise<dynamic.CreateResult> {
    return await this.#operate("create", inputs, async (run, declared) => {
      const { id, outputs } = await this.#operations.create(run, inputs.__logicalName ?? "", declared);
      return { id, outs: this.#toEngine(outputs, inputs) };
    });
  }

  async read(id: string, props: Values & HiddenInputs): Promise<dynamic.ReadResult> {
    return await this.#operate("read", props, async (run, outputs) => {
      const found = await this.#operations.read(run, { id, name: props.__logicalName ?? "", recorded: { outputs } });
      if (found === undefined) return {};
      return {
        id: found.id ?? id,
        props: this.#toEngine(found.outputs, props),
        inputs: this.#toEngine(found.inputs, props),
      };
    });
  }

  async update(id: string, olds: Values & HiddenInputs, news: Values & HiddenInputs): Promise<dynamic.UpdateResult> {
    const work = async (run: Run, declared: Values) => {
      const change = changeOf(id, olds, declared);
      return { outs: this.#toEngine(await this.#operations.update(run, change, this.#callerOf(news).say), news) };
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
    const { __secretInputs = [], __secretOutputs = [] } = given;
    const always = secretsOf(this.#resource, separate(given).declared, __secretInputs);
    const marked = [...__secretInputs, ...__secretOutputs].map((name) => [name]);
    // A state of an earlier release does not tell which outputs are secret, so no former value stays in clear.
    const former = given.__secretOutputs === undefined ? [formerPlace] : formerSecrets(marked);
    return mark(values, [...always, ...marked, ...former], wrapWithEntries);
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
      warn: (line) => this.#print(props, `warning: ${line}`),
    };
  }

  #callerOf(news: Values & HiddenInputs): Caller {
    return {
      runOf: () => this.#runOf("update", news),
      say: ({ severity, text }) => this.#print(news, severity === "warning" ? `warning: ${text}` : text),
    };
  }

  #print(props: Values & HiddenInputs, line: string): void {
    this.#options.print(plainLines(props.__logicalName === undefined ? line : `${props.__logicalName}: ${line}`));
  }
}

function changeOf(id: string, outputs: Values, news: Values & HiddenInputs) {
  return { id, name: news.__logicalName ?? "", recorded: { outputs }, news, unknowns: unknownsIn(news) };
}

function unknownsIn(news: Values): Path[] {
  return unknownPaths(withoutHidden(news));
}

/**
 * Tells whether an update must store changed hidden inputs. Such an update sends no request. A refresh and a destroy
 * read these inputs only from the state.
 */
function hasNewHiddenInputs(olds: HiddenInputs, news: HiddenInputs): boolean {
  const { __logicalName = news.__logicalName, __secretOutputs = [] } = olds;
  return (
    __logicalName !== news.__logicalName ||
    !isDeepStrictEqual(olds.__timeouts, news.__timeouts) ||
    !isDeepStrictEqual(__secretOutputs, news.__secretOutputs ?? [])
  );
}
