import { isDeepStrictEqual } from "node:util";
import { parseJson } from "../../client/values/text";
import { isRecord, present, type Values } from "../values/values";
import { type ChangeHooks, type Conditional, type Effect, recorded } from "./rules";

/** The inputs of a kind that together are its command. */
export const commandInputs: readonly string[] = ["args", "entrypoint", "cmd"];

/** The command of a container, in any of its forms. */
interface Command {
  readonly entrypoint: readonly unknown[];
  readonly cmd: readonly unknown[];
}

/**
 * The command in one text: a JSON object of the two lists, or words for `cmd`. RunPod does not publish its rules for
 * the splitting of words. Podwright uses the rules of a shell, without a shell's expansions.
 */
export function commandIn(args: string): Command {
  return listsIn(args) ?? { entrypoint: [], cmd: wordsIn(args) };
}

/** The form in which two values of `args` are compared. */
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

/** An unclosed quote lasts to the end. */
function wordsIn(text: string): string[] {
  const word = /(?:'[^']*(?:'|$)|"(?:\\.|[^"\\])*(?:"|\\?$)|\\.|[^\s'"])+/gs;
  const part = /'([^']*)(?:'|$)|"((?:\\.|[^"\\])*)(?:"|\\?$)|\\(.)|([^\s'"])/gs;
  return [...text.matchAll(word)].map(([found]) =>
    [...found.matchAll(part)]
      .map(([, single, double, escaped, plain]) => single ?? double?.replace(/\\(["\\])/g, "$1") ?? escaped ?? plain)
      .join(""),
  );
}

function commandOf({ args, entrypoint, cmd }: Values): Command {
  if (entrypoint === undefined && cmd === undefined) return commandIn(typeof args === "string" ? args : "");
  return { entrypoint: listOf(entrypoint), cmd: listOf(cmd) };
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Whether `args` and the lists mean the same, if a program gives both. */
export function contradicts({ args, ...lists }: Values): boolean {
  const hasLists = lists.entrypoint !== undefined || lists.cmd !== undefined;
  return typeof args === "string" && hasLists && !isDeepStrictEqual(commandIn(args), commandOf(lists));
}

/** The effect of a changed command. The same command in its other form changes nothing. */
export function onCommand(effect: Effect): Conditional {
  return {
    condition: "the command stays the same",
    when: ({ olds, news, undeclared }) => isDeepStrictEqual(commandOf({ ...undeclared, ...olds }), commandOf(news)),
    effect: recorded,
    otherwise: effect,
  };
}

/** How a kind with `args`, `entrypoint` and `cmd` treats them as one command that a program writes in one form. */
export const oneCommand: Pick<ChangeHooks<never>, "inForm" | "toSend"> = {
  inForm: (live, declared) => {
    const { args, entrypoint, cmd, ...others } = live;
    // Not every kind reports its command.
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
    // A program that writes lists in the place of the text means all that the text said.
    const isRewritten = args !== undefined && news.args === undefined;
    if (!isRewritten) return { ...others, ...lists };
    const wanted = commandOf(news);
    return isDeepStrictEqual(wanted, commandOf(live)) ? others : { ...others, ...wanted };
  },
};
