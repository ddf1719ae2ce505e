import { expect, test } from "vitest";
import { findAllCreated } from "../../../cli/recover/find-created";
import type { PendingOperation } from "../../../cli/stack/state";
import { connect } from "../../../client";
import { startEmulator } from "../../../emulator";
import { openSession } from "../../../provider/operations/session";

test("a pod that the platform shows a moment later is found by a second look", async () => {
  const emulator = await startEmulator({ strict: true });
  const platform = connect({ apiKey: emulator.apiKey, baseUrl: emulator.url, serverlessUrl: emulator.url });
  let pauses = 0;
  const clock = {
    now: () => Date.now(),
    sleep: async () => {
      pauses += 1;
      const headers = { authorization: `Bearer ${emulator.apiKey}` };
      const payload = { name: "web-1234567", image: "nginx", gpu: { id: "NVIDIA L4" } };
      await emulator.inject({ method: "POST", url: "/v2/pods", headers, payload });
    },
  };
  const run = {
    ...openSession({ platform }),
    clock,
    signal: new AbortController().signal,
    timeoutMs: 0,
    report: () => {},
    warn: () => {},
  };
  const type = "pulumi-nodejs:dynamic/podwright:Pod";
  const inputs = { name: "web-1234567", __autoname: "web-1234567", image: "nginx" };
  const pending: PendingOperation = {
    type: "creating",
    resource: { urn: `urn:pulumi:dev::app::${type}::web`, type, inputs },
  };

  const findings = await findAllCreated([pending], run);

  expect(pauses).toBe(1);
  expect(findings.get(pending)?.created).toMatchObject([{ id: emulator.state().pods[0]?.id }]);
  await platform.close();
  await emulator.close();
});
