import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { runPodwright } from "../harness/stack/podwright";
import type { Host } from "../harness/stack/stack";
import { deploy, mustChangeNothing } from "../harness/stack/steps";

test.each<Host>(["dynamic", "plugin"])(
  "podwright drift notes a pod whose mark another tool has dropped, and the note ends with the change that restores the mark (%s)",
  async (host) => {
    const { emulator, stack } = await emulated({}, { host });
    const program = (image: string) =>
      deploy(stack, [{ kind: "Pod", name: "web", args: { image, gpu: { id: "NVIDIA L4" }, env: { MODE: "slow" } } }]);
    const drift = (...args: string[]) => runPodwright(stack, ["drift", ...args]);
    const notes = async () => JSON.parse((await drift("--output", "json")).out).stacks[0].notes;
    await program("nginx:1");
    const { id = "" } = stack.resource("web");
    expect(await notes()).toEqual([]);
    emulator.changePod(id, { env: { MODE: "slow" } });

    const { exitCode, out } = await drift();

    expect({ exitCode, out }).toMatchObject({ exitCode: 0, out: expect.stringContaining("in sync, 1 resource") });
    expect(out.replace(/\s+/g, " ")).toContain(`the environment of web (${id}) lacks Podwright's mark`);
    expect(await notes()).toEqual([expect.stringContaining(`web (${id}) lacks`)]);
    await mustChangeNothing(stack.up());

    await program("nginx:2");
    expect(await notes()).toEqual([]);
  },
);
