import type { PlatformFunction } from "../functions";
import type { Session } from "../operations/run";
import { problemsOf, withDefaults } from "../planning/check";
import type { Path, Values } from "../planning/values";
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
   * Whether it is called now. A value that is not known yet is sent to nobody; the engine takes no unknown result from a
   * function, so that an empty one stands for it.
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
