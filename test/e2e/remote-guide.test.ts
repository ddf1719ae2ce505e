import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../emulator";
import { deskOf } from "./harness/guide/desk";
import { follow } from "./harness/guide/follow";
import { until } from "./harness/processes";
import { endedByThemselves, killEngine } from "./harness/kill";
import { PostgresBackend } from "./harness/remote/postgres";
import { anotherRunner, heldBy, heldOn, locksIn, sharedState } from "./harness/remote/runner";
import { S3Backend } from "./harness/remote/s3";
import { type Declared, TestStack } from "./harness/stack";

const pod = (name: string): Declared => ({
  kind: "Pod",
  name,
  args: { image: "nginx", gpu: { id: "NVIDIA L4" }, env: { TOKEN: "canary-token" } },
});

test("remote-state.md: a stack moves to PostgreSQL and on to S3, is locked, taken over after a kill, and put back", async () => {
  const emulator = await startEmulator({ provision: 20, start: 20, strict: true, apiKey: "canary-key" });
  const [postgres, s3] = [await PostgresBackend.start(), await S3Backend.start()];
  const account = { host: "plugin", apiKey: emulator.apiKey } as const;
  const stack = new TestStack({ url: emulator.url, ...account, env: { PULUMI_CONFIG_PASSPHRASE: "first" } });
  onTestFinished(async () => {
    stack.dispose();
    await emulator.close();
    await postgres.stop();
    await s3.stop();
  });
  await stack.init();
  stack.declare([pod("web")]);
  const up = await stack.up();
  expect(up.ok, up.text).toBe(true);
  const desk = deskOf(stack);
  symlinkSync(postgres.psql, join(desk.bin, "psql"));
  let killed: (() => Promise<void>) | undefined;

  const said = await follow("remote-state.md", {
    desk: { ...desk, env: { ...desk.env, DATABASE_ADMIN: `${postgres.address}/postgres?sslmode=disable` } },
    url: emulator.url,
    inserted: {
      production: "test",
      "<password>": "secret",
      "db.example.com:5432": postgres.address.replace(/^.*@/, ""),
      "sslmode=verify-full": "sslmode=disable",
      "s3://my-state?endpoint=s3.example.com&s3ForcePathStyle=true&region=us-east-1": s3.url,
      "<key id>": s3.env.AWS_ACCESS_KEY_ID,
      "<secret key>": s3.env.AWS_SECRET_ACCESS_KEY,
      "<new passphrase>": "second",
    },
    meanwhile: {
      "another runner is at work": async () => {
        emulator.addFault({ operation: "getPod", times: 1_000, effect: { delayMs: 600_000 } });
        stack.declare([pod("web"), pod("batch")]);
        const env = { PULUMI_CONFIG_PASSPHRASE: "second" };
        const other = anotherRunner(stack, emulator, s3, { ...account, env });
        other.declare([pod("web"), pod("batch")]);
        const run = other.start(["up", "--yes", "--skip-preview", "--stack", "test"]);
        await until("it waits for its pod", () => emulator.state().pods.length === 2, 60_000);
        killed = async () => {
          const { providers } = await killEngine(run);
          emulator.clearFaults();
          await endedByThemselves(providers);
          other.dispose();
        };
      },
      "the other runner is killed": () => killed?.(),
    },
  });

  expect(said).toBe("");
  expect(emulator.counts().createPod).toBe(2);
  expect(heldBy(await sharedState(s3))).toEqual(heldOn(emulator));
  expect(await locksIn(s3)).toEqual([]);
  const stored = [...(await postgres.files("pulumi_state")), ...(await s3.files())];
  expect(stored.filter(([, text]) => text.includes("NVIDIA L4"))).not.toEqual([]);
  expect(stored.filter(([, text]) => text.includes("canary"))).toEqual([]);
}, 600_000);
