import { inspect } from "node:util";

/** Replaces a secret in every text. */
export const MASK = "[secret]";

/** Holds a value that must not be printed: printing the holder prints a placeholder. */
export class Secret {
  readonly #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  /** The value itself, for the code that sends it. */
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
