import { inspect } from "node:util";

/** Text in place of a secret. */
export const MASK = "[secret]";

/** Holds a value that must not be printed. If you print the holder, you see a placeholder. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** Returns the value, for the code that sends it. */
  reveal(): string {
    return this.#value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }
}
