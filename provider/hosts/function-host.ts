import type { PlatformFunction } from "../functions";
import type { Session } from "../operations/run";
import { problemsOf, withDefaults } from "../planning/check";
import type { Path, Values } from "../planning/values";
import { type CheckFailure, checkFailures } from "./check-failure";

/** One function of the provider, for a host that hands over plain values. */
export class FunctionHost {
  readonly #called: PlatformFunction;

  constructor(called: PlatformFunction) {
    this.#called = called;
  }

  check(args: Values, unknowns: readonly Path[] = []): CheckFailure[] {
    return checkFailures(problemsOf(this.#definition, args, unknowns));
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
