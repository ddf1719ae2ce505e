import { Command, Option } from "commander";
import type { CommandContext } from "../context/context";
import { withExamples } from "./help";
import { UsageError } from "./usage-error";

/** Reports a fault as a sentence without its full stop. The command then does not run. */
export type Refuse = (problem: string) => undefined;

/**
 * An argument or a flag of a command. An input has a form for help and completion, and a function that reads its text.
 */
export interface Input<Value> {
  add(command: Command): void;
  /** Reads the value. After a fault, the return value has no effect. */
  read(command: Command, refuse: Refuse, context: CommandContext): Value | Promise<Value>;
}

export type Inputs = Readonly<Record<string, Input<unknown>>>;
export type Values<All extends Inputs> = { readonly [Name in keyof All]: Awaited<ReturnType<All[Name]["read"]>> };

interface Definition<All extends Inputs> {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly summary?: string;
  readonly description: string;
  /** The inputs, in the order of the help. */
  readonly inputs: All;
  readonly examples?: readonly string[];
  /** Refuses inputs that do not fit each other. */
  readonly check?: (values: Values<All>, refuse: Refuse) => void;
  readonly run: (values: Values<All>, context: CommandContext) => Promise<void>;
}

/** Makes a command that prints and reads through the context. */
export type CommandMaker = (context: CommandContext) => Command;

/**
 * Makes a command that reads all of its inputs and reports all faults together. The command runs only if there are no
 * faults.
 */
export function commandOf<All extends Inputs>(definition: Definition<All>): CommandMaker {
  const { name, aliases = [], summary = "", description, inputs, examples = [], check, run } = definition;
  return (context) => {
    const command = new Command(name)
      .description(description)
      .aliases([...aliases])
      .summary(summary);
    for (const input of Object.values(inputs)) input.add(command);
    command.action(async () => {
      const problems: string[] = [];
      const refuse: Refuse = (problem) => void problems.push(problem);
      const read: Record<string, unknown> = {};
      for (const [key, input] of Object.entries(inputs)) read[key] = await input.read(command, refuse, context);
      const values = read as Values<All>;
      check?.(values, refuse);
      if (problems.length > 0) throw new UsageError(problems);
      await run(values, context);
    });
    return examples.length === 0 ? command : withExamples(command, examples);
  };
}

/** Makes a command that only contains other commands. */
export function groupOf(name: string, description: string, commands: readonly CommandMaker[]): CommandMaker {
  return (context) => {
    const group = new Command(name).description(description);
    for (const make of commands) group.addCommand(make(context));
    return group;
  };
}

export function argument(name: string, description: string): Input<string> {
  return {
    add: (command) => void command.argument(`<${name}>`, description),
    read: (command, refuse) => {
      const value = String(command.processedArgs[command.registeredArguments.findIndex((one) => one.name() === name)]);
      if (value.trim() === "") refuse(`${name} must not be empty`);
      return value;
    },
  };
}

export interface Scope {
  readonly context: CommandContext;
  /** Reports a fault of the flag, such as `must not be empty`. */
  readonly refuse: Refuse;
}

export type Shape = (option: Option) => Option;

/** Makes a flag of any kind. `shape` sets further properties of commander's option. */
export function flag<Value, Given = string>(
  flags: string,
  description: string,
  read: (given: Given | undefined, scope: Scope) => Value | Promise<Value>,
  shape: Shape = (option) => option,
): Input<Value> {
  const make = () => shape(new Option(flags, description));
  return {
    add: (command) => void command.addOption(make()),
    read: (command, refuse, context) => {
      const option = make();
      const given = command.opts()[option.attributeName()] as Given | undefined;
      return read(given, { context, refuse: (fault) => refuse(`${option.long} ${fault}`) });
    },
  };
}

/** Makes a placeholder for an input that a command does not have. */
export function absent<Value>(value: Value): Input<Value> {
  return { add: () => undefined, read: () => value };
}
