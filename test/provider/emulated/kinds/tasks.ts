import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import type { Values } from "../../../../kernel/values";
import { task } from "../../../../provider/kinds/task/lifecycle";
import { OneResource } from "../../../support/one-resource";
import { temporaryFolder } from "../../../support/temporary-folder";
import { useLifecycles } from "../harness";

export const shell = (...lines: string[]) => ["/bin/sh", "-c", lines.join("\n")];
export const cpu = { id: "cpu3c", vcpuCount: 2 };
export const hello: Values = { image: "ubuntu", cpu, timeout: "1m", command: shell("echo hello") };

/** Makes a line of shell that waits until `open` is called. */
export function aGate() {
  const file = join(temporaryFolder("task"), "go");
  return { gate: `while [ ! -e ${file} ]; do sleep 0.02; done`, open: () => writeFileSync(file, "") };
}

/** A platform whose containers run their commands as processes of this machine. */
export function useTasks() {
  const world = useLifecycles({ runCommands: true, apiKey: "a-key-of-this-test" });
  const pods = async () => (await world.platform.pods.list()).map(({ name, status }) => ({ name, status }));

  /** Waits until a pod of the account has this status. */
  const reaches = async (status: string) => {
    await expect
      .poll(async () => (await world.platform.pods.list()).map((pod) => pod.status), { timeout: 10_000 })
      .toContain(status);
  };
  const running = () => reaches("RUNNING");

  return {
    world,
    pods,
    running,
    exited: () => reaches("EXITED"),
    aStack: () => world.stackOf(task as never),
    stackIn: (engine: ReturnType<typeof world.engine>) => new OneResource(engine, task as never),
    /** Returns what RunPod has billed, in US dollars. */
    billed: async () => -Number((await world.platform.surfaces.account()).value?.balance),
    /** Ends the running pod as RunPod does with a broken host. */
    ends: async () => {
      await running();
      const [pod] = await world.platform.pods.list();
      world.emulator.changePod(String(pod?.id), { status: "EXITED" });
    },
  };
}
