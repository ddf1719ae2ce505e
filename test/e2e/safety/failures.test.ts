import { expect, test } from "vitest";
import { type Emulated, emulated } from "../harness/emulated";
import { onItsWay } from "../harness/quick-emulator";
import type { Declared } from "../harness/stack/stack";
import { diffs, mustChangeNothing, mustFail, mustSucceed, steps } from "../harness/stack/steps";

const pod = (name: string, args: Declared["args"] = {}, options: Declared["options"] = {}): Declared => ({
  kind: "Pod",
  name,
  args: { image: "nginx", gpu: { id: "NVIDIA L4" }, ...args },
  options,
});

test("the error of a failed pod shows the pod's id, log, cost and next command", async () => {
  const { emulator, stack } = await emulated();
  emulator.scriptPods({ match: { name: "broken-*" }, outcome: "error", log: ["cannot find /model.bin"] });
  emulator.scriptPods({ match: { name: "stuck-*" }, outcome: "stuck" });
  emulator.scriptPods({ match: { name: "ended-*" }, outcome: "exit", log: ["nothing to do"] });
  const wanted = [pod("broken"), pod("stuck", {}, { customTimeouts: { create: "2s" } }), pod("ended")];
  stack.declare([...wanted, pod("broken-too")]);

  const failed = await mustFail(stack.up({ continueOnError: true }));
  const names = ["broken", "stuck", "ended"];
  const ids = expectKept({ emulator, stack }, [...names, "broken-too"]);
  for (const id of Object.values(ids)) expect(failed.text).toContain(`pod ${id} `);
  const reported = (name: string) => stack.resource(name).initErrors?.join("\n") ?? "";
  expect(reported("broken")).toMatch(/error state.*last state is ERROR/);
  expect(reported("broken")).toContain("| container: cannot find /model.bin");
  expect(reported("broken")).toContain("The pod costs nothing at present.");
  expect(reported("stuck")).toMatch(
    new RegExp(`gave up after \\d+s waiting for ${onItsWay.awaited}\\. Its last state is ${onItsWay.state}`),
  );
  expect(reported("stuck")).toContain("| system: pulling image nginx");
  expect(reported("stuck")).toMatch(/The pod costs \$0\.\d+ an hour until you stop or remove it/);
  expect(reported("stuck")).toContain('(for the next "pulumi up": customTimeouts.update)');
  expect(reported("ended")).toMatch(/ended or was stopped.*last state is EXITED/);
  expect(reported("ended")).toContain("| container: nothing to do");
  for (const name of names) {
    expect(reported(name)).toContain('"pulumi up" continues with this pod. "pulumi destroy" deletes the pod');
    expect(failed.text).toContain(reported(name).split("\n")[0]);
  }

  await mustSucceed(stack.destroy({ target: [stack.resource("broken-too").urn] }));
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

/** The state and the account hold the same pods, with one pod for each name. Returns their ids. */
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

test("a preview after a refresh still plans the start of a pod that never ran", async () => {
  const { emulator, stack } = await emulated();
  emulator.scriptPods({ match: { name: "broken-*" }, outcome: "error" });
  emulator.scriptPods({ match: { name: "unawaited-*" }, outcome: "stuck" });
  const cpu = { gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2 } };
  stack.declare([pod("broken"), pod("unawaited", { ...cpu, skipAwait: true })]);
  await mustFail(stack.up({ continueOnError: true }));
  const { id } = stack.resource("broken");
  // RunPod's response lacks the values of a running pod, but Podwright still records the pod.
  expect(stack.resource("unawaited").outputs).toMatchObject({ status: onItsWay.created, portMappings: [] });

  const refreshed = await stack.refresh();
  const preview = await stack.preview();

  expect(refreshed.ok, refreshed.text).toBe(true);
  expect(steps(preview)).toEqual({ broken: "update" });
  expect(diffs(preview)).toEqual({ broken: ["desiredStatus"] });
  expect(preview.text).toMatch(/desiredStatus: "ERROR"\s+=> "RUNNING"/);

  emulator.scriptPods({});
  await mustSucceed(stack.up());
  expect(emulator.state().pods.find((pod) => pod.id === id)?.status).toBe("RUNNING");
  expect(emulator.counts()).toMatchObject({ createPod: 2, podAction: 1 });
  await mustChangeNothing(stack.preview());
});
