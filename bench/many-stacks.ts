import { runPodwright } from "../test/e2e/harness/stack/podwright";
import { copyProject, copyStack, withFirstStack } from "./copied-stacks";
import { usageDuring } from "./process-tree";

const stacks = Number(process.env.PODWRIGHT_BENCH_STACKS ?? 40);
const podsEach = Number(process.env.PODWRIGHT_BENCH_PODS_EACH ?? 4);
const projects = 10;

/** The commands to compare. Each gets the flags of one stack, and then the flag of all stacks. */
const commands = {
  drift: ["drift"],
  "drift --unmanaged": ["drift", "--unmanaged"],
  cost: ["cost"],
  "billing pods": ["billing", "pods"],
  ps: ["ps"],
} as const;

/**
 * Measures commands about many stacks of one account: one of the stacks alone, and then all. Then measures `ps` of many projects
 * with a stack each. An update deploys the first stack. The other states are copies with pods of their own.
 */
export async function manyStacks(): Promise<string[]> {
  return await withFirstStack(podsEach, async (stack, emulator) => {
    for (let index = 2; index <= stacks; index++) await copyStack(emulator, stack, `stack-${index}`);
    const measure = async (line: readonly string[]) => {
      emulator.clearRequests();
      const started = performance.now();
      const usage = await usageDuring("pulumi", async () => {
        const ended = await runPodwright(stack, line);
        // One stack alone finds the pods of the others outside of its state.
        const isDrift = line[0] === "drift" && ended.exitCode === 2;
        if (ended.exitCode !== 0 && !isDrift) throw new Error(ended.out + ended.err);
      });
      return { ...usage, seconds: (performance.now() - started) / 1000, requests: emulator.requests().length };
    };
    const lines: string[] = [];
    const compare = async (what: string, ofOne: readonly string[], ofAll: readonly string[]) => {
      const one = await measure(ofOne);
      const all = await measure(ofAll);
      lines.push(
        `${what} with ${podsEach} pods each, beside one of them: ${all.seconds.toFixed(1)} s beside ${one.seconds.toFixed(1)} s, ` +
          `processor time ${all.processor.toFixed(1)} s beside ${one.processor.toFixed(1)} s, ${all.requests} requests beside ${one.requests}, ` +
          `memory of all processes ${all.all.toFixed(0)} MB beside ${one.all.toFixed(0)} MB`,
      );
    };
    for (const [name, line] of Object.entries(commands))
      await compare(`${name} --all of ${stacks} stacks`, [...line, "--stack", "test"], [...line, "--all"]);
    const folders = [];
    for (let index = 1; index <= projects; index++)
      folders.push(await copyProject(emulator, stack, `project-${index}`));
    const inFolders = (all: readonly string[]) => ["ps", ...all.flatMap((folder) => ["--cwd", folder])];
    await compare(`ps of ${projects} projects`, inFolders(folders.slice(0, 1)), inFolders(folders));
    return lines;
  });
}
