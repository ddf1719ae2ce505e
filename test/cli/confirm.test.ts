import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { confirm } from "../../cli/flags/confirm";

test.each([
  ["y\n", true],
  ["Yes\n", true],
  ["n\n", false],
  ["\n", false],
  ["yesterday\n", false],
  ["", false],
])("the answer %j to a question counts as yes: %s", async (typed, yes) => {
  expect(await ask(typed)).toBe(yes);
});

test("Ctrl-C while a command waits for an answer ends the command", async () => {
  await expect(ask(undefined, AbortSignal.abort(new Error("interrupted")))).rejects.toThrow();
});

test("a command that asks for confirmation needs --yes or a terminal", async () => {
  await expect(confirm("Remove it?", { signal: new AbortController().signal })).rejects.toThrow(
    "--yes is needed without a terminal, because the command cannot ask for your confirmation",
  );
});

/**
 * The question contains control characters, as a resource's name might. `undefined` means that the user hesitates.
 */
async function ask(typed: string | undefined, signal = new AbortController().signal): Promise<boolean> {
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  if (typed !== undefined) stdin.end(typed);
  const shown = new PassThrough().setEncoding("utf8");
  const stream = shown as unknown as NodeJS.WriteStream;
  const answer = await confirm("Remove\r it\u001b]52;c;aGk=\u0007?", {
    signal,
    stdin,
    watched: { stream, moves: true },
  });
  expect(shown.read()).toBe("Remove it ]52;c;aGk= ? [y/N] ");
  return answer;
}
