import { expect, test } from "vitest";
import { type Emulated, emulated } from "../harness/emulated";
import type { Declared } from "../harness/stack";

const l4 = { id: "NVIDIA L4" };

const pod = (name: string, options: Declared["options"] = {}): Declared => ({
  kind: "Pod",
  name,
  args: { image: "nginx", gpu: l4 },
  options,
});

test("a pod that fails, never starts or ends by itself is told with id, state, log, cost and what to type, and is gone on with by up or removed by destroy", async () => {
  const { emulator, stack } = await emulated();
  emulator.scriptPods({ match: { name: "broken-*" }, outcome: "error", log: ["cannot find /model.bin"] });
  emulator.scriptPods({ match: { name: "stuck-*" }, outcome: "stuck" });
  emulator.scriptPods({ match: { name: "ended-*" }, outcome: "exit", log: ["nothing to do"] });
  const wanted = [pod("broken"), pod("stuck", { customTimeouts: { create: "2s" } }), pod("ended")];
  stack.declare([...wanted, pod("broken-too")]);

  const failed = await stack.up("--continue-on-error");

  expect(failed.ok).toBe(false);
  const names = ["broken", "stuck", "ended"];
  const ids = expectKept({ emulator, stack }, [...names, "broken-too"]);
  for (const id of Object.values(ids)) expect(failed.text).toContain(`pod ${id} `);
  const told = (name: string) => stack.resource(name).initErrors?.join("\n") ?? "";
  expect(told("broken")).toMatch(/error state.*last state is ERROR/);
  expect(told("broken")).toContain("| container: cannot find /model.bin");
  expect(told("broken")).toContain("It costs nothing at present.");
  expect(told("stuck")).toMatch(
    /gave up waiting for pod \w+ to leave STARTING after \d+s\. Its last state is STARTING/,
  );
  expect(told("stuck")).toContain("| system: pulling image nginx");
  expect(told("stuck")).toMatch(/It costs \$0\.\d+ an hour until it is stopped or removed/);
  expect(told("stuck")).toContain('the next "pulumi up" waits as long as customTimeouts.update says');
  expect(told("ended")).toMatch(/ended or was stopped.*last state is EXITED/);
  expect(told("ended")).toContain("| container: nothing to do");
  for (const name of names) {
    expect(told(name)).toContain('"pulumi up" continues with this pod, and "pulumi destroy" deletes it');
    expect(failed.text).toContain(told(name).split("\n")[0]);
  }

  const destroyed = await stack.destroy("--target", stack.resource("broken-too").urn);
  expect(destroyed.ok, destroyed.text).toBe(true);
  expect(expectKept({ emulator, stack }, names)).toMatchObject({ broken: ids.broken, stuck: ids.stuck });

  emulator.scriptPods({});
  stack.declare(wanted);
  emulator.changePod(ids.stuck ?? "", { status: "PROVISIONING" });
  const mended = await stack.up();

  expect(mended.text).toContain("3 updated");
  for (const [name, id] of Object.entries(expectKept({ emulator, stack }, names))) expect(id).toBe(ids[name]);
  expect(emulator.state().pods.map(({ status }) => status)).toEqual(["RUNNING", "RUNNING", "RUNNING"]);
  expect(emulator.counts()).toMatchObject({ createPod: 4, podAction: 2 });
  expect(stack.resources().flatMap(({ initErrors = [] }) => initErrors)).toEqual([]);
});

test("a replacement whose new pod fails says to fix forward, and doing so leaves one running pod", async () => {
  const { emulator, stack } = await emulated();
  stack.declare([pod("web")]);
  await stack.up();
  const old = stack.resource("web").id;
  emulator.scriptPods({ outcome: "error" });
  stack.declare([{ ...pod("web"), args: { image: "nginx", gpu: { id: "NVIDIA A40" } } }]);

  const failed = await stack.up();

  expect(failed.ok).toBe(false);
  expect(failed.text).toContain("fix forward: the old pod is already marked for deletion");
  expect(emulator.state().pods.find(({ id }) => id === old)?.status).toBe("RUNNING");
  const next = stack.resource("web").id;
  expect(next).not.toBe(old);

  emulator.scriptPods({});
  const mended = await stack.up();

  expect(mended.ok).toBe(true);
  expect(emulator.state().pods.map(({ id, status }) => ({ id, status }))).toEqual([{ id: next, status: "RUNNING" }]);
  expect(stack.resources().map(({ id }) => id)).toEqual([next]);
});

/** The state and the account hold the same pods, one for each name. Answers their ids. */
function expectKept({ emulator, stack }: Emulated, names: readonly string[]): Record<string, string> {
  const ids = Object.fromEntries(names.map((name) => [name, stack.resource(name).id ?? ""]));
  expect(
    emulator
      .state()
      .pods.map(({ id }) => id)
      .sort(),
  ).toEqual(Object.values(ids).sort());
  return ids;
}
