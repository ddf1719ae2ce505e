import { isDeepStrictEqual } from "node:util";
import { parseJson } from "../../kernel/text";
import { isRecord, present, type Values } from "../../kernel/values";
import { type ChangeHooks, type Conditional, type Effect, recorded } from "../planning/rules";

/** Inputs that together describe the command of a container. */
export const commandInputs: readonly string[] = ["args", "entrypoint", "cmd"];

/** The command of a container, which a program writes in one of two forms. */
interface Command {
  readonly entrypoint: readonly unknown[];
  readonly cmd: readonly unknown[];
}

/**
 * Parses `args`, which is a JSON object with the lists `entrypoint` and `cmd`, or a text with the words of `cmd`.
 * RunPod does not publish its rules for splitting words. Podwright splits them like a shell without expansions.
 */
export function commandIn(args: string): Command {
  return listsIn(args) ?? { entrypoint: [], cmd: wordsIn(args) };
}

/** Converts a value of `args` for comparisons. */
export const asCommand = (value: unknown): unknown => (typeof value === "string" ? commandIn(value) : value);

function listsIn(args: string): Command | undefined {
  const value = parseJson(args);
  if (!isRecord(value)) return undefined;
  const { entrypoint = [], cmd = [], ...others } = value;
  return isTexts(entrypoint) && isTexts(cmd) && Object.keys(others).length === 0 ? { entrypoint, cmd } : undefined;
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

/** Splits a text into words. An unclosed quote extends to the end. */
function wordsIn(text: string): string[] {
  const word = /(?:'[^']*(?:'|$)|"(?:\\.|[^"\\])*(?:"|\\?$)|\\.|[^\s'"])+/gs;
  const part = /'([^']*)(?:'|$)|"((?:\\.|[^"\\])*)(?:"|\\?$)|\\(.)|([^\s'"])/gs;
  return [...text.matchAll(word)].map(([found]) =>
    [...found.matchAll(part)]
      .map(([, single, double, escaped, plain]) => single ?? double?.replace(/\\(["\\])/g, "$1") ?? escaped ?? plain)
      .join(""),
  );
}

/** Returns the command that the three inputs describe. */
export function commandOf({ args, entrypoint, cmd }: Values): Command {
  if (entrypoint === undefined && cmd === undefined) return commandIn(typeof args === "string" ? args : "");
  return { entrypoint: listOf(entrypoint), cmd: listOf(cmd) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Tells whether `args` and the lists contradict each other, if a program gives both. */
export function contradicts({ args, ...lists }: Values): boolean {
  const hasLists = lists.entrypoint !== undefined || lists.cmd !== undefined;
  return typeof args === "string" && hasLists && !isDeepStrictEqual(commandIn(args), commandOf(lists));
}

/** Returns the effect of a changed command. The same command in the other form changes nothing. */
export function onCommand(effect: Effect): Conditional {
  return {
    condition: "the command stays the same",
    when: ({ olds, news, undeclared }) => isDeepStrictEqual(commandOf({ ...undeclared, ...olds }), commandOf(news)),
    effect: recorded,
    otherwise: effect,
  };
}

/**
 * Hooks of a kind with `args`, `entrypoint` and `cmd`. The hooks treat the three inputs as one command, which a program
 * writes in one of two forms.
 */
export const oneCommand: Pick<ChangeHooks<never>, "inForm" | "toSend"> = {
  inForm: (live, declared) => {
    const { args, entrypoint, cmd, ...others } = live;
    // RunPod does not report the command for every kind.
    if (args === undefined && entrypoint === undefined && cmd === undefined) return live;
    const whole = commandOf({ args, ...present({ entrypoint, cmd }) });
    const hasLists = declared.entrypoint !== undefined || declared.cmd !== undefined;
    return {
      ...others,
      ...(hasLists ? whole : {}),
      ...(args !== undefined && (!hasLists || declared.args !== undefined) ? { args } : {}),
    };
  },

  toSend: (body, live, news) => {
    const { args, entrypoint, cmd, ...others } = body;
    const lists = present({ entrypoint, cmd });
    if (news.entrypoint === undefined && news.cmd === undefined) {
      if (args !== undefined) return { ...others, args };
      return news.args === undefined ? body : others;
    }
    // If a program replaces `args` with the lists, the lists replace the whole command in `args`.
    const isRewritten = args !== undefined && news.args === undefined;
    if (!isRewritten) return { ...others, ...lists };
    const wanted = commandOf(news);
    return isDeepStrictEqual(wanted, commandOf(live)) ? others : { ...others, ...wanted };
  },
};
