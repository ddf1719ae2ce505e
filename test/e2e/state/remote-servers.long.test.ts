import { createServer } from "node:net";
import { test as anyTest, expect, onTestFinished, vi } from "vitest";
import { postgres, s3Server } from "../../../toolchain/lib/test-tools.mjs";
import { listen } from "../../support/listen";
import { PostgresBackend } from "../harness/remote/postgres";
import { S3Backend } from "../harness/remote/s3";
import { isMissing } from "../harness/tools";

const test = anyTest.skipIf(isMissing(postgres, s3Server));

const { next } = vi.hoisted(() => ({ next: [] as number[] }));

vi.mock("../../support/free-port", async (original) => {
  const { freePort } = await original<typeof import("../../support/free-port")>();
  return { freePort: async () => next.shift() ?? (await freePort()) };
});

test.each([
  ["PostgreSQL", PostgresBackend],
  ["S3", S3Backend],
])("a stranger who took the port first is not taken for the tests' own server: %s", async (_, backends) => {
  const stranger = createServer((socket) => socket.end("hello\n"));
  const port = Number(new URL(await listen(stranger)).port);
  onTestFinished(() => void stranger.close());
  next.push(port);

  const backend = await backends.start();
  onTestFinished(() => backend.stop());

  expect(next).toEqual([]);
  expect(backend.url).not.toContain(`:${port}`);
});
