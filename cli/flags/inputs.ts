import { InvalidArgumentError, type Option } from "commander";
import { isRfc3339 } from "../../kernel/dates";
import { durationIn, formatDuration } from "../../kernel/duration";
import { flag, type Input, type Scope, type Shape } from "./command";
import { quoted } from "./usage-error";

interface Range {
  readonly min: number;
  readonly max: number;
}

export function on(flags: string, description: string): Input<boolean> {
  return flag<boolean, boolean>(flags, description, (given = false) => given);
}

/**
 * Makes a flag with a text. The function `read` converts the text to a value. The value is `undefined` without the
 * flag.
 */
export function parsed<Value>(
  flags: string,
  description: string,
  read: (given: string, scope: Scope) => Value | undefined,
  shape?: Shape,
): Input<Value | undefined> {
  return flag(flags, description, (given, scope) => (given === undefined ? undefined : read(given, scope)), shape);
}

export function text(flags: string, description: string, shape?: Shape): Input<string | undefined> {
  return parsed(flags, description, (given) => given, shape);
}

export function usually(value: string | undefined): Shape {
  return (option) => option.default(value);
}

/** Makes a flag that users may repeat. */
export function many(flags: string, description: string): Input<readonly string[] | undefined> {
  return flag<readonly string[] | undefined, readonly string[]>(
    flags,
    description,
    (given, scope) => {
      for (const one of given ?? []) filled(one, scope);
      return given;
    },
    collecting,
  );
}

/** Returns every value of a flag that users may repeat. */
export function collecting(option: Option): Option {
  return option.argParser((value, before: readonly string[] = []) => [...before, value]);
}

/**
 * Refuses a second value of a flag that chooses the subject of a command, because commander would silently use the last
 * value.
 */
export function once(option: Option): Option {
  let given = false;
  return option.argParser((value: string) => {
    if (given) throw new InvalidArgumentError("This flag is not repeatable: run the command once for each value.");
    given = true;
    return value;
  });
}

/**
 * Makes a flag with a name or an id. It refuses an empty text, because an unset variable in a script would otherwise
 * select all items or the default.
 */
export function name(flags: string, description: string, usual?: string): Input<string | undefined> {
  return parsed(flags, description, filled, (option) => once(option.default(usual)));
}

function filled(given: string, { refuse }: Scope): string | undefined {
  return given.trim() === "" ? refuse("must not be empty") : given;
}

/**
 * Makes a flag with a list of allowed values, for help and completion. Commander would stop at the first wrong value, but
 * a wrong value of this flag is reported together with all other faults.
 */
export function choice<T extends string>(
  flags: string,
  description: string,
  values: readonly T[],
  usual?: T,
): Input<T | undefined> {
  return parsed(flags, description, (given, { refuse }) => oneOf(given, values, refuse), choosing(values, usual));
}

/** Makes a flag like `choice` that users may repeat. */
export function severalOf<T extends string>(
  flags: string,
  description: string,
  values: readonly T[],
): Input<readonly T[] | undefined> {
  return flag<readonly T[] | undefined, readonly string[]>(
    flags,
    description,
    (given, { refuse }) => given?.flatMap((one) => oneOf(one, values, refuse) ?? []),
    (option) => Object.assign(collecting(option), { argChoices: [...values] }),
  );
}

export function choosing(values: readonly string[], usual?: string): Shape {
  return (option) => Object.assign(option.default(usual), { argChoices: [...values] });
}

export function oneOf<T extends string>(given: string, values: readonly T[], refuse: Scope["refuse"]): T | undefined {
  const found = values.find((one) => one === given);
  return found ?? refuse(`must be one of ${values.join(", ")}, not ${quoted(given)}`);
}

/** Converts a duration into milliseconds. A number without a unit is in milliseconds. Returns `undefined` for other texts. */
export function parseDuration(text: string): number | undefined {
  const ms = durationIn(/^\d+(\.\d+)?$/.test(text) ? `${text}ms` : text);
  return ms === undefined ? undefined : Math.round(ms);
}

/** Makes a flag with a duration. Its value is in milliseconds. */
export function duration(
  flags: string,
  description: string,
  { min, max }: Range,
  usual?: string,
): Input<number | undefined> {
  const range = `from ${formatDuration(min)} to ${formatDuration(max)}`;
  const read = (given: string, { refuse }: Scope) => {
    const ms = parseDuration(given);
    if (ms !== undefined && ms >= min && ms <= max) return ms;
    return refuse(`must be a time ${range}, such as 90s or 5m, not ${quoted(given)}`);
  };
  return parsed(flags, description, read, usually(usual));
}

export function whole(
  flags: string,
  description: string,
  { min, max }: Range,
  usual?: string,
): Input<number | undefined> {
  const read = (given: string, { refuse }: Scope) => {
    const value = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
    if (value >= min && value <= max) return value;
    return refuse(`must be a whole number from ${min} to ${max}, not ${quoted(given)}`);
  };
  return parsed(flags, description, read, usually(usual));
}

/** Makes a flag with a time in RFC 3339. */
export function moment(flags: string, description: string): Input<string | undefined> {
  return parsed(flags, description, (given, { refuse }) =>
    isRfc3339(given) ? given : refuse(`must be an RFC 3339 time such as 2026-06-01T12:00:00Z, not ${quoted(given)}`),
  );
}

export function dollars(flags: string, description: string, usual?: string): Input<number | undefined> {
  return parsed(flags, description, (given, { refuse }) => dollarsIn(given, refuse), usually(usual));
}

export function dollarsIn(given: string, refuse: Scope["refuse"]): number | undefined {
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given);
  return refuse(`must be US dollars such as 2.50, not ${JSON.stringify(given)}`);
}
