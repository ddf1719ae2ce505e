import { describe, expect, onTestFinished, test } from "vitest";
import { sshKeyIn } from "../../../client/account/ssh-key";
import { publicKeys } from "../../samples";
import { send } from "../../support/account";
import { emulated } from "../harness/emulated";
import { killPlugin, killUp } from "../harness/kills/killed";
import { quickEmulator } from "../harness/quick-emulator";
import { runPodwright } from "../harness/stack/podwright";
import { type Declared, type Host, TestStack } from "../harness/stack/stack";
import { mustChangeNothing, mustDo, mustFail, mustSucceed } from "../harness/stack/steps";

const [mine, other, third] = publicKeys;
const aKey = (publicKey: string, name = "me"): Declared => ({ kind: "SshKey", name, args: { publicKey } });
const idOf = (line: string) => sshKeyIn(line)?.id ?? "";
const hosts: readonly Host[] = ["dynamic", "plugin"];
const slow = 600_000;

describe.each(hosts)("an SSH key under the %s host", (host) => {
  test("leaves the other keys of the account alone, through up, refresh, an outside removal and destroy", async () => {
    const { emulator, stack } = await emulated({}, { host });
    await send(emulator, "PUT", "/v2/account/ssh-keys", { keys: [other] });
    stack.declare([aKey(`${mine}\n`)]);

    await mustDo(stack.up(), { me: "create" });
    expect(stack.resource("me")).toMatchObject({ id: idOf(mine), outputs: { comment: "one@example.com" } });
    await mustChangeNothing(stack.preview({ refresh: true, expectNoChanges: true }));
    stack.declare([aKey(mine.replace("one", "first"))]);
    await mustDo(stack.up(), { me: "update" });
    expect(emulator.state().sshKeys).toEqual([other, mine.replace("one", "first")]);
    await send(emulator, "PUT", "/v2/account/ssh-keys", { keys: [other] });
    await mustDo(stack.up({ refresh: true }), { me: "create" });
    stack.declare([aKey(third)]);
    await mustDo(stack.up(), { me: "replace" });
    expect(emulator.state().sshKeys).toEqual([other, third]);
    await mustSucceed(stack.destroy());
    expect(emulator.state().sshKeys).toEqual([other]);
  });

  test.each(["engine", "plugin"] as const)(
    "continues after a kill of the %s with the key that it added, but only on the machine that noted it",
    async (victim) => {
      const { emulator, stack } = await emulated({}, { host });
      emulator.addFault({ operation: "updateSshKeys", effect: { delayMs: slow, afterWork: true } });
      stack.declare([aKey(mine)]);
      const isAdded = () => emulator.state().sshKeys.length === 1;
      if (victim === "engine") {
        await killUp(stack, isAdded);
        await stack.cancel();
      } else await killPlugin(stack, isAdded);
      emulator.advance(slow);
      const { XDG_STATE_HOME: state } = stack.env;

      stack.env.XDG_STATE_HOME = `${state}/other`;
      const { text: elsewhere } = await mustFail(stack.up());
      expect(elsewhere.replace(/\s+/g, " ")).toContain("this machine has no note that this resource did");
      stack.env.XDG_STATE_HOME = state;
      const { text } = await mustSucceed(stack.up());

      expect(text).toContain(
        `took over SSH key ${idOf(mine)}, which a ${victim === "engine" ? "killed" : "failed"} run`,
      );
      expect(emulator.state().sshKeys).toEqual([mine]);
      await mustSucceed(stack.destroy());
      expect(emulator.state().sshKeys).toEqual([]);
    },
  );
});

test("two stacks that add and remove keys of one account at the same time both succeed, and a third key stays", async () => {
  const emulator = await quickEmulator();
  onTestFinished(() => emulator.close());
  await send(emulator, "PUT", "/v2/account/ssh-keys", { keys: [other] });
  const stacks = await Promise.all(
    hosts.map(async (host, index) => {
      const stack = new TestStack({ url: emulator.url, host });
      onTestFinished(() => stack.dispose());
      stack.declare([aKey(index === 0 ? mine : third)]);
      return await stack.init();
    }),
  );

  for (const up of await Promise.all(stacks.map((stack) => stack.up()))) expect(up.ok, up.text).toBe(true);
  expect([...emulator.state().sshKeys].sort()).toEqual([mine, other, third].sort());
  for (const destroy of await Promise.all(stacks.map((stack) => stack.destroy())))
    expect(destroy.ok, destroy.text).toBe(true);
  expect(emulator.state().sshKeys).toEqual([other]);
});

test("pulumi import accepts the fingerprint and the line of a key that the create refuses, and the commands about an account do not list it", async () => {
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  await send(emulator, "PUT", "/v2/account/ssh-keys", { keys: [other, mine] });
  stack.declare([aKey(mine), aKey(other, "other")]);
  const { text } = await mustFail(stack.up());
  const [line = ""] = /pulumi import podwright:index:SshKey me [^"\s]+/.exec(text.replace(/\s+/g, " ")) ?? [];
  expect(line).toBe(`pulumi import podwright:index:SshKey me ${idOf(mine)}`);

  const importing = (...words: string[]) =>
    mustSucceed(stack.pulumi("import", "--stack", "test", "--yes", "--protect=false", ...words));
  await importing(...line.split(" ").slice(2));
  await importing("podwright:index:SshKey", "other", other);
  expect(stack.resource("other").id).toBe(idOf(other));
  await mustChangeNothing(stack.up());
  const { out: drift } = await runPodwright(stack, ["drift", "--unmanaged"]);
  expect(drift).not.toContain("SHA256");
  await send(emulator, "PUT", "/v2/account/ssh-keys", { keys: [other, mine, third] });
  expect((await runPodwright(stack, ["drift", "--unmanaged"])).out).not.toContain(idOf(third));
  expect((await runPodwright(stack, ["ps", "--kind", "ssh-key"])).out).toContain(idOf(third));
  await mustSucceed(stack.destroy());
  expect(emulator.state().sshKeys).toEqual([third]);
});
