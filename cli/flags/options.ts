import { InvalidArgumentError, Option } from "commander";

/**
 * A flag with a list of values, for help and completion. Commander would stop at the first wrong value;
 * `FlagCheck.oneOf` checks it instead, so that a user sees all faults at once.
 */
export function choice(flags: string, description: string, values: readonly string[]): Option {
  const option = new Option(flags, description);
  option.argChoices = [...values];
  return option;
}

/** A flag that chooses what a command is about. Given twice, only the last value would count. */
export function once(flags: string, description: string): Option {
  let given = false;
  return new Option(flags, description).argParser((value: string) => {
    if (given) throw new InvalidArgumentError("It may be given once: run the command for each.");
    given = true;
    return value;
  });
}

/** For an option that may be given again. */
export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}
