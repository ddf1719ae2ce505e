import { Option } from "commander";

/**
 * A flag with a list of values, for help and completion. Commander itself does not judge the value: it would stop at
 * the first fault, and a user is told all of them (`FlagCheck.oneOf`).
 */
export function choice(flags: string, description: string, values: readonly string[]): Option {
  const option = new Option(flags, description);
  option.argChoices = [...values];
  return option;
}
