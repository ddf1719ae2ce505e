import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { findAllCreated } from "../../../cli/recover/find-created";
import type { PendingOperation } from "../../../cli/stack/state";
import { connect } from "../../../client";
import { startEmulator } from "../../../emulator";
import { openSession } from "../../../provider/operations/session";

test("a pod that the platform shows a moment later is found by a second look, and one that was found is not sought again", async () => {
  const emulator = await startEmulator({ strict: true });
  const platform = connect({ apiKey: emulator.apiKey, baseUrl: emulator.url, serverlessUrl: emulator.url });
  const pauses: number[] = [];
  const createPod = async (name: string) => {
    const headers = { authorization: `Bearer ${emulator.apiKey}` };
    const payload = { name, image: "nginx", gpu: { id: "NVIDIA L4" } };
    await emulator.inject({ method: "POST", url: "/v2/pods", headers, payload });
  };
  const clock = {
    now: () => Date.now(),
    sleep: async (ms: number) => {
      pauses.push(ms);
      // Long enough for a look that does not wait for this.
      await delay(100);
      await createPod("late-1234567");
    },
  };
  const run = {
    ...openSession({ platform, timeScale: 3 }),
    clock,
    signal: new AbortController().signal,
    timeoutMs: 0,
    report: () => {},
    warn: () => {},
  };
  const type = "pulumi-nodejs:dynamic/podwright:Pod";
  const pendingOf = (name: string): PendingOperation => ({
    type: "creating",
    resource: {
      ...{ urn: `urn:pulumi:dev::app::${type}::web`, type },
      inputs: { name, __autoname: name, image: "nginx" },
    },
  });
  const [web, late] = [pendingOf("web-1234567"), pendingOf("late-1234567")];
  await createPod("web-1234567");
  const idOf = (name: string) => emulator.state().pods.find((pod) => pod.name === name)?.id;

  const first = await findAllCreated([web], run);
  expect(pauses).toEqual([]);
  const findings = await findAllCreated([web, late], run);

  expect(pauses).toEqual([6_000]);
  expect(first.get(web)?.created).toMatchObject([{ id: idOf("web-1234567") }]);
  expect(findings.get(web)?.created).toMatchObject([{ id: idOf("web-1234567") }]);
  expect(findings.get(late)?.created).toMatchObject([{ id: idOf("late-1234567") }]);
  await platform.close();
  await emulator.close();
});
