import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { type Declared, diffs, steps } from "../harness/stack";

const gpu = { id: "NVIDIA L4" };
const options = { customTimeouts: { update: "1s" } };

const pod = (name: string, args: Declared["args"]): Declared => ({
  kind: "Pod",
  name,
  args: { image: "nginx:1", gpu, dataCenterIds: ["US-TX-3"], ...args },
  options,
});

test("updates whose pods did not become ready are gone on with by the next up, without a second PATCH or restart", async () => {
  const { emulator, stack } = await emulated();
  stack.declare([pod("image", {}), pod("network", {})]);
  expect((await stack.up()).ok).toBe(true);
  const ids = ["image", "network"].map((name) => stack.resource(name).id);
  emulator.scriptPods({ outcome: "stuck" });
  stack.declare([
    pod("image", { image: "nginx:2", env: { MODE: "fast" } }),
    pod("network", { globalNetworking: true }),
  ]);

  const failed = await stack.up("--continue-on-error");
  const again = await stack.up("--continue-on-error");

  for (const run of [failed, again]) {
    expect(run.ok).toBe(false);
    for (const name of ["image", "network"])
      expect(run.text).toMatch(new RegExp(`\\("${name}-\\w+"\\) was updated but is not .* STARTING after \\d+m?s`));
    expect(run.text).toContain("A slow image may need a longer customTimeouts.update");
  }
  expect(emulator.counts()).toMatchObject({ updatePod: 2, podAction: 1 });

  emulator.scriptPods({});
  for (const id of ids) emulator.changePod(id ?? "", { status: "PROVISIONING" });
  const mended = await stack.up();

  expect(mended.ok, mended.text).toBe(true);
  expect(["image", "network"].map((name) => stack.resource(name))).toMatchObject([
    { id: ids[0], outputs: { image: "nginx:2", status: "RUNNING" } },
    { id: ids[1], outputs: { globalNetworking: true, globalNetwork: { enabled: true }, status: "RUNNING" } },
  ]);
  expect(emulator.counts()).toMatchObject({ createPod: 2, updatePod: 2, podAction: 1 });
  expect(steps(await stack.preview())).toEqual({});
});

test("after a refresh a pod that never ran is still drift, one that nobody waits for is not, and up starts the first", async () => {
  const { emulator, stack } = await emulated();
  emulator.scriptPods({ match: { name: "broken-*" }, outcome: "error" });
  emulator.scriptPods({ match: { name: "unawaited-*" }, outcome: "stuck" });
  const cpu = { gpu: undefined, cpu: { id: "cpu3c", vcpuCount: 2 } };
  stack.declare([pod("broken", {}), pod("unawaited", { ...cpu, skipAwait: true })]);
  expect((await stack.up("--continue-on-error")).ok).toBe(false);
  const { id } = stack.resource("broken");
  // The platform's answer lacks all that a pod has only once it runs; the pod is recorded all the same.
  expect(stack.resource("unawaited").outputs).toMatchObject({ status: "PROVISIONING", portMappings: [] });

  const refreshed = await stack.refresh();
  const preview = await stack.preview();

  expect(refreshed.ok, refreshed.text).toBe(true);
  expect(steps(preview)).toEqual({ broken: "update" });
  expect(diffs(preview)).toEqual({ broken: ["desiredStatus"] });
  expect(preview.text).toMatch(/desiredStatus: "ERROR"\s+=> "RUNNING"/);

  emulator.scriptPods({});
  expect((await stack.up()).ok).toBe(true);
  expect(emulator.state().pods.find((pod) => pod.id === id)?.status).toBe("RUNNING");
  expect(emulator.counts()).toMatchObject({ createPod: 2, podAction: 1 });
  expect(steps(await stack.preview())).toEqual({});
});
