import type { PlatformFunction } from "../functions";
import { problemsOf, withDefaults } from "../planning/check";
import type { Session } from "../session/run";
import type { Path, Values } from "../values/values";
import { checkFailures } from "./check-failure";

/** A failed check of a function's arguments. */
interface FunctionFailure {
  /** The names of the wrong arguments, with commas between. */
  readonly property: string;
  readonly reason: string;
}

/** One function of the provider, for a host that hands over plain values. */
export class FunctionHost {
  readonly #called: PlatformFunction;

  constructor(called: PlatformFunction) {
    this.#called = called;
  }

  /** The SDKs end the error of a function with the property in brackets, and print no value of it. */
  check(args: Values, unknowns: readonly Path[] = []): FunctionFailure[] {
    const problems = problemsOf(this.#definition, args, unknowns);
    const property = [...new Set(problems.map(({ path }) => String(path[0])))].join(", ");
    return checkFailures(problems).map(({ reason }) => ({ property, reason }));
  }

  /**
   * Whether the host calls the function now. It sends no unknown value, and returns an empty result instead: the engine
   * accepts no unknown result from a function.
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
