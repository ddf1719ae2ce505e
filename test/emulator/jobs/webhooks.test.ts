import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { startWorld, useEmulator } from "../support/harness";

const it = useEmulator({ workerStart: 500, jobDuration: 100 });
const far = "https://hooks.example.com/jobs?token=s3cret";

async function submit(webhook: string, input: object = { n: 1 }): Promise<{ endpoint: string; job: string }> {
  const endpoint = await it.endpointOf(({ fail, ms }) => {
    if (fail) throw new Error("no luck");
    return { output: "done", ...(ms === undefined ? {} : { durationMs: Number(ms) }) };
  });
  return { endpoint, job: await it.run(endpoint, { input, webhook }) };
}

/** Starts a receiver on this machine. */
async function receiver(listener: RequestListener): Promise<{ server: Server; url: string }> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook` };
}

describe("a webhook", () => {
  test("receives a finished job once, with the job's input and result", async () => {
    const input = { n: 1 };
    const { endpoint, job } = await submit(far, input);
    it.advance(599);
    expect(it.emulator.webhooks()).toEqual([]);
    it.advance(60_000);
    const { workerId, ...body } = await it.job(endpoint, job);
    expect(workerId).toEqual(expect.any(String));
    expect(body).toMatchObject({ id: job, status: "COMPLETED", output: "done" });
    const call = { at: "2026-06-01T12:00:00Z", url: far, endpointId: endpoint, jobId: job, attempt: 1, status: 200 };
    expect(it.emulator.webhooks()).toEqual([{ ...call, body: { ...body, input, webhook: far } }]);
  });

  test.each([
    ["FAILED", { fail: true }],
    ["TIMED_OUT", { ms: 1e9 }],
    ["CANCELLED", { ms: 1000 }],
  ])("receives a job that is %s", async (status, input) => {
    const { endpoint, job } = await submit(far, input);
    it.advance(600);
    if (status === "CANCELLED") await it.send("POST", `/v2/${endpoint}/cancel/${job}`);
    it.advance(600_000);
    expect(it.emulator.webhooks()).toMatchObject([{ jobId: job, body: { id: job, status } }]);
    const { status: code } = await it.send("POST", `/v2/${endpoint}/retry/${job}`);
    it.advance(600_000);
    expect(it.emulator.webhooks()).toHaveLength(code === 200 ? 2 : 1);
  });

  test("is called up to three times if the receiver does not answer with a 2xx", async () => {
    const effects = [{ status: 503 }, { dropResponse: true }, { status: 500 }, { status: 202 }] as const;
    for (const effect of effects) it.emulator.addFault({ operation: "webhook", effect });
    await submit(far);
    const calls = () => it.emulator.webhooks().map(({ attempt, status }) => [attempt, status]);
    it.advance(600 + 4_999);
    expect(calls()).toEqual([[1, 503]]);
    it.advance(1 + 14_999);
    expect(calls().slice(1)).toEqual([[2, 0]]);
    it.advance(1);
    expect(calls().slice(2)).toEqual([[3, 500]]);
    it.advance(600_000);
    expect(calls()).toHaveLength(3);
    await submit(far);
    it.advance(600_000);
    expect(calls().slice(3)).toEqual([[1, 202]]);
  });

  test("does not receive a purged or expired job", async () => {
    const endpoint = await it.endpoint({ workersMax: 0 });
    const run = (policy: object) => it.send("POST", `/v2/${endpoint}/run`, { input: { n: 1 }, webhook: far, policy });
    await run({ ttl: 10_000 });
    it.advance(10_000);
    await run({});
    await it.send("POST", `/v2/${endpoint}/purge-queue`);
    it.advance(60_000);
    expect(it.emulator.webhooks()).toEqual([]);
  });

  test("does not use up a planned fault", async () => {
    const { endpoint } = await submit(far);
    it.emulator.addFault({ operation: "*", effect: { status: 500 } });
    it.advance(1000);
    expect(it.emulator.webhooks()).toMatchObject([{ status: 200 }]);
    expect((await it.send("GET", `/v2/${endpoint}/health`)).status).toBe(500);
  });

  test("receives a real HTTP request if the webhook's address is on this machine", async () => {
    const received: unknown[] = [];
    const { url } = await receiver(async (request, response) => {
      received.push({ ...((await json(request)) as object), agent: request.headers["user-agent"] });
      response.writeHead(received.length === 1 ? 302 : 200, { location: far }).end();
    });
    const { job } = await submit(url);
    it.advance(1000);
    await expect.poll(() => it.emulator.webhooks().length).toBe(1);
    it.advance(10_000);
    await expect.poll(() => it.emulator.webhooks().length).toBe(2);
    expect(it.emulator.webhooks()).toMatchObject([{ status: 302 }, { status: 200 }]);
    expect(received).toMatchObject([{ id: job }, { id: job, status: "COMPLETED", agent: "Go-http-client/2.0" }]);
  });

  test("is called even if no client sends another request", async () => {
    const real = await startWorld({ workerStart: 10, jobDuration: 10 });
    const told = new Promise<void>((resolve) => {
      real.emulator.handle("*", () => {
        resolve();
        return { output: 1 };
      });
    });
    await real.run(await real.endpoint(), { input: { n: 1 }, webhook: far });
    // No further request is sent. Only the handler shows that the job has begun.
    await told;
    await expect.poll(() => real.emulator.webhooks().length).toBe(1);
  });

  test("is listed over HTTP without the secrets in its address", async () => {
    await submit(far);
    it.advance(1000);
    const { status, text, body } = await it.send("GET", "/_emulator/webhooks");
    expect([status, body.webhooks[0].url]).toEqual([200, "https://hooks.example.com/jobs"]);
    expect(text).not.toContain("s3cret");
    expect((await it.send("DELETE", "/_emulator/webhooks")).status).toBe(204);
    expect((await it.send("GET", "/_emulator/webhooks")).body).toEqual({ webhooks: [] });
  });

  test("is neither listed nor called again after a reset", async () => {
    await submit(far);
    it.advance(1000);
    expect(it.emulator.webhooks()).toHaveLength(1);
    let calls = 0;
    const { server, url } = await receiver(() => {
      calls++;
    });
    const gone = new Promise((resolve) => server.on("connection", (socket) => socket.on("close", resolve)));
    await submit(url);
    it.advance(1000);
    await expect.poll(() => calls).toBe(1);
    it.emulator.reset();
    expect(it.emulator.webhooks()).toEqual([]);
    await gone;
    it.advance(30_000);
    expect(it.emulator.webhooks()).toEqual([]);
    expect(calls).toBe(1);
  });
});
