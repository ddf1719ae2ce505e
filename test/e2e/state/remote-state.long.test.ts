import { test as anyTest, expect } from "vitest";
import { postgres, s3Server } from "../../../toolchain/lib/test-tools/tools.mjs";
import { endedByThemselves, killEngine } from "../harness/kills/kill";
import { until } from "../harness/kills/processes";
import { PostgresBackend } from "../harness/remote/postgres";
import { heldBy, heldOn, locksIn, sharedState, takeSettings } from "../harness/remote/runner";
import { S3Backend } from "../harness/remote/s3";
import { sharedForTest } from "../harness/remote/shared-stack";
import { runPodwright } from "../harness/stack/podwright";
import type { Declared } from "../harness/stack/stack";
import { mustFail, mustSucceed } from "../harness/stack/steps";
import { isMissing } from "../harness/tools";

const test = anyTest.skipIf(isMissing(postgres, s3Server));

const canaries = {
  key: "canary-key-41d7",
  pod: "canary-pod-env-c902",
  drifted: "canary-drifted-env-55",
  template: "canary-template-env-07ab",
  password: "canary-password-e1f3",
} as const;

const program: readonly Declared[] = [
  { kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" }, env: { TOKEN: canaries.pod } } },
  { kind: "Template", name: "worker", args: { image: "worker", serverless: true, env: { TOKEN: canaries.template } } },
  { kind: "RegistryCredential", name: "ghcr", args: { username: "robot", password: canaries.password } },
];

/** A host for each backend, so that both hosts run against a store. */
const backends = [
  { name: "PostgreSQL", start: () => PostgresBackend.start(), host: "plugin" },
  { name: "S3", start: () => S3Backend.start(), host: "dynamic" },
] as const;

/** Longer than any test, for a pod that a test interrupts during its wait. */
const never = 3_600_000;

test.each(backends)(
  "with the state on $name, the error of a second simultaneous run names the holder of the lock",
  async ({ start, host }) => {
    const { emulator, backend, first, second } = await sharedForTest(start, { provision: never }, { host });
    for (const runner of [first, second]) runner.declare(program);
    const up = first.start("up");
    await until("the first run creates its pod", () => emulator.counts().createPod === 1, 60_000);

    const refused = await mustFail(second.up());
    expect(refused.text).toMatch(/the stack is currently locked by 1 lock\(s\)\..*`pulumi cancel`/);
    expect(refused.text).toMatch(/created by \S+@\S+ \(pid \d+\) at \d{4}-/);
    const recover = await runPodwright(second, ["recover", "--stack", "test"]);
    expect(recover).toMatchObject({ exitCode: 1, err: expect.stringContaining("the stack is locked by a run") });
    emulator.advance(never);
    await mustSucceed(up.finished);
    await mustSucceed(second.preview({ expectNoChanges: true }));
    expect(emulator.counts()).toMatchObject({ createPod: 1, createTemplate: 1 });
    const state = await sharedState(backend);
    expect(state.pending).toEqual([]);
    expect(heldBy(state)).toEqual(heldOn(emulator));
    expect(await locksIn(backend)).toEqual([]);
  },
);

test.each(backends)("with the state on $name, another machine can continue a killed run", async ({ start, host }) => {
  const env = { PODWRIGHT_API_KEY: undefined };
  const { emulator, backend, first, second } = await sharedForTest(
    start,
    { provision: never, apiKey: canaries.key },
    { host, env },
  );
  await first.configure("podwright:apiKey", canaries.key, true);
  takeSettings(second, first);
  for (const runner of [first, second]) runner.declare(program);
  const up = first.start("up");
  await until("the first run waits for its pod", () => emulator.counts().getPod !== undefined, 60_000);

  const { providers } = await killEngine(up);

  const whileKilled = await backend.files();
  await endedByThemselves(providers);
  expect(await locksIn(backend)).toHaveLength(1);
  await mustSucceed(second.cancel());
  const recover = await runPodwright(second, ["recover", "--stack", "test"]);
  expect(recover).toMatchObject({ exitCode: 0, out: expect.stringMatching(/^web +Pod +adopted/m) });
  emulator.advance(never);
  const [{ id = "" } = {}] = emulator.state().pods;
  emulator.changePod(id, { env: { TOKEN: canaries.drifted } });
  await mustSucceed(second.up({ refresh: true }));

  const state = await sharedState(backend);
  expect(state.pending).toEqual([]);
  expect(emulator.counts()).toMatchObject({ createPod: 1 });
  expect(heldBy(state)).toEqual(heldOn(emulator));
  const stored = [...whileKilled, ...(await backend.files())];
  const kinds = stored.map(([path]) => path.split("/")[1]);
  expect(kinds).toEqual(expect.arrayContaining(["stacks", "locks", "history", "backups"]));
  // Proves that the search finds present text.
  expect(stored.filter(([, text]) => text.includes("NVIDIA L4"))).not.toEqual([]);
  for (const canary of Object.values(canaries)) {
    expect(stored.filter(([, text]) => text.includes(canary)).map(([path]) => path)).toEqual([]);
  }
});
