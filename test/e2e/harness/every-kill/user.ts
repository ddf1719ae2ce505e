import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { runPodwright } from "../stack/podwright";
import type { TestStack } from "../stack/stack";

export interface Finished {
  /** Whether the command has succeeded at last. */
  readonly ok: boolean;
  /** The commands that messages named, besides `pulumi cancel`, which every kill of an engine needs. */
  readonly commands: readonly string[];
  /** The items of which a message said that the user may delete them, because Podwright cannot prove whose they are. */
  readonly deleted: readonly string[];
  /** Everything that the user read. */
  readonly story: readonly string[];
}

/** A user who gives up after this number of attempts. */
const patience = 5;

/** Repeats a killed command as a user does who follows only what messages say. */
export async function finish(
  stack: TestStack,
  command: "up" | "destroy",
  { read, remove }: { readonly read: string; readonly remove: (id: string) => Promise<void> },
): Promise<Finished> {
  const story = [read];
  const commands: string[] = [];
  const deleted: string[] = [];
  for (let attempt = 1; attempt <= patience; attempt += 1) {
    // The message of a locked stack costs a whole start of the engine, so the test looks at the lock itself.
    if (isLocked(stack)) story.push((await stack.pulumi("cancel", "--yes", "--stack", "test")).text);
    const { ok, text } = await stack.start(command).finished;
    story.push(text);
    for (const [, id = ""] of text.replace(/\s+/g, " ").matchAll(unneeded)) {
      if (deleted.includes(id)) continue;
      await remove(id);
      deleted.push(id);
    }
    if (ok) return { ok, commands, deleted, story };
    let advice = adviceIn(text, commands);
    while (advice !== undefined) {
      commands.push(advice);
      const answer = await follow(stack, advice);
      story.push(`$ ${advice}`, answer);
      advice = adviceIn(answer, commands);
    }
  }
  return { ok: false, commands, deleted, story };
}

/** Only this user works on the account. */
const unneeded = /Find out whose (\w+) is\. If nobody needs it, delete it in RunPod's console/g;

function isLocked({ dir }: TestStack): boolean {
  const locks = join(dir, "backend/.pulumi/locks");
  return existsSync(locks) && readdirSync(locks, { recursive: true }).some((file) => String(file).endsWith(".json"));
}

/** The first command in a text that the user has not run yet. */
function adviceIn(text: string, done: readonly string[]): string | undefined {
  const named = [
    ...text.matchAll(/\b(recover(?: --delete(?:-unrecorded [\w-]+)?)?)(?=["`])|pulumi (import [^\n`"]+)/g),
  ];
  return named.map(([, recover, imported]) => (recover ?? imported ?? "").trim()).find((one) => !done.includes(one));
}

async function follow(stack: TestStack, advice: string): Promise<string> {
  const words = advice.split(" ").map((word) => word.replaceAll("'", ""));
  if (words[0] === "import") return (await stack.pulumi(...words, "--yes", "--stack", "test")).text;
  const { out, err } = await runPodwright(stack, [...words, ...(words.length > 1 ? ["--yes"] : [])]);
  return `${out}${err}`;
}
