import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createConnection } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { describe, expect, onTestFinished, test } from "vitest";
import { hasOpenssl } from "../../../support/company-proxy";
import { hasOtherUser, otherUser, sentTo } from "../../../support/other-user";
import { askThroughProxy } from "../../../support/through-proxy";
import { ask, clientOf, introduce, message, urn } from "./support/grpc";

describe("the plugin's process", () => {
  const main = resolve(__dirname, "../../../../dist/plugin/start.js");

  async function start(...args: string[]) {
    return await startIn(process.env, ...args);
  }

  async function startIn(env: NodeJS.ProcessEnv, ...args: string[]) {
    const child = spawn(process.execPath, [main, ...args], { env, stdio: ["pipe", "pipe", "pipe"] });
    onTestFinished(async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGKILL");
      await once(child, "exit");
    });
    const printed = { out: "", err: "" };
    child.stdout.on("data", (chunk: Buffer) => {
      printed.out += chunk;
    });
    child.stderr.on("data", (chunk: Buffer) => {
      printed.err += chunk;
    });
    await once(child.stdout, "data");
    return { child, printed, port: printed.out.trim() };
  }

  /** Returns once the whole plugin is loaded. */
  async function schemaOf(port: string, address?: string): Promise<void> {
    const provider = clientOf(port);
    await introduce(provider, address);
    await ask<proto.GetSchemaResponse>((answer) => provider.getSchema(new proto.GetSchemaRequest(), answer));
    provider.close();
  }

  test("prints nothing but its port", async () => {
    const { child, printed, port } = await start("127.0.0.1:1");
    await schemaOf(port, "127.0.0.1:1");

    child.stdin.end();

    const [code] = await once(child, "close");
    expect(code).toBe(0);
    expect(printed).toEqual({ out: expect.stringMatching(/^\d+\n$/), err: "" });
  });

  test("keeps running if a client hangs up before the plugin is fully loaded", async () => {
    const { port } = await start();
    for (let count = 0; count < 5; count++) {
      const early = createConnection(Number(port), "127.0.0.1");
      await once(early, "connect");
      early.resetAndDestroy();
    }

    await schemaOf(port);
  });

  test("answers a client that connects before the plugin is fully loaded", async () => {
    const { port } = await start();
    const clients = Array.from({ length: 5 }, () => clientOf(port));

    const news = { endpointId: "llm", input: { LONG: "x".repeat(200_000) } };
    const answers = clients.map(async (early) => {
      await introduce(early);
      const request = message(new proto.CheckRequest(), { urn: urn("Job"), news });
      return ask<proto.CheckResponse>((answer) => early.check(request, answer));
    });

    for (const answer of await Promise.all(answers)) expect(answer.getFailuresList()).toEqual([]);
    for (const early of clients) early.close();
  });

  test.runIf(process.platform === "linux")("accepts calls from its own user", async () => {
    const { port } = await start();
    expect(await sentTo({}, port)).not.toBe("");
  });

  test.skipIf(!hasOtherUser)("closes the connection of another user of the machine", async () => {
    const { port } = await start();
    for (const host of ["127.0.0.1", "::ffff:127.0.0.1"]) expect(await sentTo(otherUser, port, host)).toBe("");
    await schemaOf(port);
  });

  test("keeps its compiled code in the user's cache, not in the shared temporary folder", async () => {
    const folder = mkdtempSync(join(tmpdir(), "podwright-cache-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const [shared, own] = [join(folder, "shared"), join(folder, "own")];
    for (const one of [shared, own]) mkdirSync(one);
    const { child, port } = await startIn({ ...process.env, TMPDIR: shared, XDG_CACHE_HOME: own });

    await schemaOf(port);
    await expect.poll(() => readdirSync(own, { recursive: true }).length).toBeGreaterThan(3);

    child.stdin.end();
    await once(child, "exit");
    expect(readdirSync(shared)).toEqual([]);
  });

  test.skipIf(!hasOpenssl).each(["NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE"])(
    "reaches RunPod through a proxy with the certificate authority in %s",
    async (authority) => {
      const { volumes, tunnels } = await askThroughProxy([process.execPath, main], authority);
      expect(volumes).toEqual({ networkVolumes: [] });
      expect(tunnels).toEqual(["platform.test:443"]);
    },
  );

  test("ends at once on Ctrl-C", async () => {
    const { child } = await start();
    child.kill("SIGINT");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
