import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { findAllCreated } from "../../../cli/recover/find-created";
import type { PendingOperation } from "../../../cli/stack/state";
import { connect } from "../../../client";
import { startEmulator } from "../../../emulator";
import { openSession } from "../../../provider/session/session";
import { createdPod } from "../../support/account";

const type = "pulumi-nodejs:dynamic/podwright:Pod";
const pendingOf = (name: string): PendingOperation => ({
  type: "creating",
  resource: {
    ...{ urn: `urn:pulumi:dev::app::${type}::web`, type },
    inputs: { name, __autoname: name, image: "nginx" },
  },
});
const quiet = { signal: new AbortController().signal, timeoutMs: 0, report: () => {}, warn: () => {} };

async function anAccount() {
  const emulator = await startEmulator({ strict: true });
  const platform = connect({ apiKey: emulator.apiKey, baseUrl: emulator.url, serverlessUrl: emulator.url });
  onTestFinished(async () => {
    await platform.close();
    await emulator.close();
  });
  return { emulator, platform };
}

test("podwright recover lists the account once for all interrupted creations", async () => {
  const { emulator, platform } = await anAccount();
  const names = Array.from({ length: 12 }, (_, index) => `web-${index + 1_000_000}`);
  for (const name of names) await createdPod(emulator, name);
  emulator.clearRequests();
  const found = await findAllCreated(names.map(pendingOf), { ...openSession({ platform }), ...quiet });
  expect([...found.values()].map(({ created }) => created.length)).toEqual(names.map(() => 1));
  expect(emulator.counts()).toEqual({ listPods: 1 });
});

test("podwright recover finds a pod that RunPod lists late", async () => {
  const { emulator, platform } = await anAccount();
  const pauses: number[] = [];
  const clock = {
    now: () => Date.now(),
    sleep: async (ms: number) => {
      pauses.push(ms);
      // Long enough for a second search that does not wait.
      await delay(100);
      await createdPod(emulator, "late-1234567");
    },
  };
  const run = {
    ...openSession({ platform, timeScale: 3 }),
    clock,
    ...quiet,
  };
  const [web, late] = [pendingOf("web-1234567"), pendingOf("late-1234567")];
  await createdPod(emulator, "web-1234567");
  const idOf = (name: string) => emulator.state().pods.find((pod) => pod.name === name)?.id;

  const first = await findAllCreated([web], run);
  expect(pauses).toEqual([]);
  const findings = await findAllCreated([web, late], run);

  expect(pauses).toEqual([6_000]);
  expect(first.get(web)?.created).toMatchObject([{ id: idOf("web-1234567") }]);
  expect(findings.get(web)?.created).toMatchObject([{ id: idOf("web-1234567") }]);
  expect(findings.get(late)?.created).toMatchObject([{ id: idOf("late-1234567") }]);
});
