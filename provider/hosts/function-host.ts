import type { Path, Values } from "../../kernel/values";
import type { PlatformFunction } from "../functions";
import { problemsOf, withDefaults } from "../planning/check";
import type { Session } from "../session/run";
import { checkFailures } from "./check-failure";

/** A failed check of a function's arguments. */
interface FunctionFailure {
  /** Names of the wrong arguments, separated by commas. */
  readonly property: string;
  readonly reason: string;
}

/** Checks and calls one function of the provider with plain values. */
export class FunctionHost {
  readonly #called: PlatformFunction;

  constructor(called: PlatformFunction) {
    this.#called = called;
  }

  /**
   * Checks the arguments. Unlike a resource's failure, a function's failure may name the property: the SDKs print the
   * name in brackets and no value.
   */
  check(args: Values, unknowns: readonly Path[] = []): FunctionFailure[] {
    const problems = problemsOf(this.#definition, args, unknowns);
    const property = [...new Set(problems.map(({ path }) => String(path[0])))].join(", ");
    return checkFailures(problems).map(({ reason }) => ({ property, reason }));
  }

  /**
   * Decides whether to call the function now. With an unknown argument, the host returns an empty result, because the
   * engine accepts no unknown result from a function.
   */
  isCalled(args: Values, { isPreview, unknowns = [] }: { isPreview: boolean; unknowns?: readonly Path[] }): boolean {
    return unknowns.length === 0 && (!isPreview || this.#called.atPreview?.(args) !== false);
  }

  async call(session: Session, args: Values, signal: AbortSignal): Promise<Values> {
    return await this.#called.call(session, withDefaults(this.#definition, args), signal);
  }

  get #definition() {
    return { schema: this.#called.args, rules: [], owner: "function" };
  }
}
