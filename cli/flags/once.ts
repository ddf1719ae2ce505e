import { InvalidArgumentError, Option } from "commander";

/** A flag that chooses what a command is about. Given twice it would silently be about the last one alone. */
export function once(flags: string, description: string): Option {
  let given = false;
  return new Option(flags, description).argParser((value: string) => {
    if (given) throw new InvalidArgumentError("It may be given once: run the command for each.");
    given = true;
    return value;
  });
}
