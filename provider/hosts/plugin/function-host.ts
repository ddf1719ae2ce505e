import type { PlatformFunction } from "../../functions";
import type { Session } from "../../operations/run";
import { problemsOf, withDefaults } from "../../planning/check";
import { type CheckFailure, checkFailures } from "../check-failure";
import type { Decoded } from "./properties/marshal";
import type { Encodable } from "./resource-host";

/** Translates between the plugin protocol and one function. */
export class FunctionHost {
  readonly #called: PlatformFunction;

  constructor(called: PlatformFunction) {
    this.#called = called;
  }

  check({ values, unknowns }: Decoded): CheckFailure[] {
    return checkFailures(problemsOf(this.#definition, values, unknowns));
  }

  /**
   * Whether it is called now. What is not known yet is asked nobody; the engine takes no unknown answer from a function,
   * so that an empty one stands for it.
   */
  isCalled({ values, unknowns }: Decoded, preview: boolean): boolean {
    return unknowns.length === 0 && (!preview || this.#called.atPreview?.(values) !== false);
  }

  async call(session: Session, { values, secrets }: Decoded, signal: AbortSignal): Promise<Encodable> {
    const result = await this.#called.call(session, withDefaults(this.#definition, values), signal);
    // What was asked with a secret answers with one.
    return { values: result, secrets: secrets.length > 0 ? Object.keys(result).map((key) => [key]) : [] };
  }

  get #definition() {
    return { schema: this.#called.args, rules: [], owner: "function" };
  }
}
