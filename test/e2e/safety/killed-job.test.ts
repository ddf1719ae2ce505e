import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { endAll } from "../harness/kills/kill";
import { killUp, recover } from "../harness/kills/killed";
import { StandIns } from "../harness/platform/stand-ins";
import type { Host } from "../harness/stack/stack";
import { mustSucceed } from "../harness/stack/steps";

test.each<Host>(["dynamic", "plugin"])(
  "pulumi up says that a job may run twice, because a killed run may have submitted it, until recover removes the entry (%s)",
  async (host) => {
    const { emulator, stack } = await emulated({}, { host });
    const standIns = await StandIns.on(emulator);
    await standIns.pairOfEndpoints();
    const endpointId = standIns.resolve("endpoint-a");
    emulator.handle(endpointId, () => new Promise(() => undefined));
    const declare = (version: string) =>
      stack.declare([{ kind: "Job", name: "smoke", args: { endpointId, input: { version } } }]);
    const said = (text: string) => text.replace(/\s+/g, " ").includes("job smoke may run twice: a killed run");
    declare("one");
    endAll(await killUp(stack, () => emulator.counts().status !== undefined));
    await stack.cancel();
    emulator.handle(endpointId, () => ({ output: "fine" }));

    const { text } = await mustSucceed(stack.up());

    expect(said(text), text).toBe(true);
    expect(emulator.counts().run).toBe(2);
    expect(await recover(stack)).toMatchObject({ exitCode: 0 });
    declare("two");
    const later = await mustSucceed(stack.up());
    expect(said(later.text), later.text).toBe(false);
    expect(emulator.counts().run).toBe(3);
  },
);
