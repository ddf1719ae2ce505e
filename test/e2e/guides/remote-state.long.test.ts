import { test as anyTest, expect, onTestFinished } from "vitest";
import { startEmulator } from "../../../emulator";
import { postgres, s3Server } from "../../../toolchain/lib/test-tools/tools.mjs";
import { emptyDesk } from "../harness/guide/desk";
import { follow } from "../harness/guide/follow";
import { endAll, endedByThemselves } from "../harness/kills/kill";
import { descendantsOf, providersAmong, type RunningProcess } from "../harness/kills/processes";
import { PostgresBackend, writePsql } from "../harness/remote/postgres";
import { heldBy, heldOn, locksIn, sharedState } from "../harness/remote/runner";
import { S3Backend } from "../harness/remote/s3";
import { isMissing } from "../harness/tools";

const test = anyTest.skipIf(isMissing(postgres, s3Server));

test("the commands in remote-state.md move a stack to PostgreSQL and to S3", async () => {
  const emulator = await startEmulator({ provision: 20, start: 20, strict: true, apiKey: "canary-key" });
  const [postgres, s3] = [await PostgresBackend.start(), await S3Backend.start()];
  const desk = emptyDesk({ withPassphrase: true });
  onTestFinished(async () => {
    desk.clear();
    await emulator.close();
    await postgres.stop();
    await s3.stop();
  });
  writePsql(desk.bin);
  let background: readonly RunningProcess[] = [];

  const said = await follow("remote-state.md", {
    desk: { ...desk, env: { ...desk.env, DATABASE_ADMIN: `${postgres.address}/postgres?sslmode=disable` } },
    url: emulator.url,
    inserted: {
      "emulator-key": emulator.apiKey,
      "nobody-must-read-this": "canary-token",
      "<password>": "secret",
      "db.example.com:5432": postgres.address.replace(/^.*@/, ""),
      "sslmode=verify-full": "sslmode=disable",
      "s3://my-state?endpoint=s3.example.com&s3ForcePathStyle=true&region=us-east-1": s3.url,
      "<key id>": s3.env.AWS_ACCESS_KEY_ID,
      "<secret key>": s3.env.AWS_SECRET_ACCESS_KEY,
      "<new passphrase>": "second",
    },
    meanwhile: {
      "another runner is at work": () => {
        const engine = descendantsOf(process.pid).find(({ args }) => /\/pulumi up --yes --skip-preview$/.test(args));
        background = descendantsOf(engine?.pid ?? Number.NaN);
      },
      "the other runner is killed": async () => {
        const providers = providersAmong(background);
        expect(providers).not.toEqual([]);
        await endedByThemselves(providers);
        // The language host is not part of this test.
        endAll(background.map(({ pid }) => pid));
      },
    },
  });

  expect(said).toBe("");
  expect(emulator.counts().createPod).toBe(2);
  expect(heldBy(await sharedState(s3, "deployed/production"))).toEqual(heldOn(emulator));
  expect(await locksIn(s3)).toEqual([]);
  const stored = [...(await postgres.files("pulumi_state")), ...(await s3.files())];
  expect(stored.filter(([, text]) => text.includes("NVIDIA L4"))).not.toEqual([]);
  expect(stored.filter(([, text]) => text.includes("canary"))).toEqual([]);
}, 600_000);
