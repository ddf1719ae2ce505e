import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { startEmulator } from "../../../emulator";
import { useEmulator } from "../support/harness";

const it = useEmulator({ workerStart: 500, jobDuration: 100 });
const far = "https://hooks.example.com/jobs?token=s3cret";

async function submit(webhook: string, input: object = {}): Promise<{ endpoint: string; job: string }> {
  const endpoint = await it.endpoint({ workersMax: 1 });
  it.emulator.handle(endpoint, ({ fail, ms }) => {
    if (fail) throw new Error("no luck");
    return { output: "done", ...(ms === undefined ? {} : { durationMs: Number(ms) }) };
  });
  const { body } = await it.send("POST", `/v2/${endpoint}/run`, { input, webhook });
  return { endpoint, job: body.id };
}

describe("a webhook", () => {
  test("receives a finished job, once, as status returns it, with its input and its own address", async () => {
    const input = { n: 1 };
    const { endpoint, job } = await submit(far, input);
    it.emulator.advance(599);
    expect(it.emulator.webhooks()).toEqual([]);
    it.emulator.advance(60_000);
    const body = (await it.send("GET", `/v2/${endpoint}/status/${job}`)).body;
    expect(body).toMatchObject({ id: job, status: "COMPLETED", output: "done" });
    const at = "2026-06-01T12:00:00Z";
    expect(it.emulator.webhooks()).toEqual([
      {
        at,
        url: far,
        endpointId: endpoint,
        jobId: job,
        attempt: 1,
        status: 200,
        body: { ...body, input, webhook: far },
      },
    ]);
  });

  test.each([
    ["FAILED", { fail: true }],
    ["TIMED_OUT", { ms: 1e9 }],
    ["CANCELLED", { ms: 1000 }],
  ])("is told of a job that is %s, and of its retry too", async (status, input) => {
    const { endpoint, job } = await submit(far, input);
    it.emulator.advance(600);
    if (status === "CANCELLED") await it.send("POST", `/v2/${endpoint}/cancel/${job}`);
    it.emulator.advance(600_000);
    expect(it.emulator.webhooks()).toMatchObject([{ jobId: job, body: { id: job, status } }]);
    const { status: code } = await it.send("POST", `/v2/${endpoint}/retry/${job}`);
    it.emulator.advance(600_000);
    expect(it.emulator.webhooks()).toHaveLength(code === 200 ? 2 : 1);
  });

  test("that does not accept it is called again after 5 and after 20 seconds", async () => {
    it.emulator.addFault({ operation: "webhook", effect: { status: 503 } });
    it.emulator.addFault({ operation: "webhook", effect: { dropResponse: true } });
    await submit(far);
    it.emulator.advance(600 + 4_999);
    expect(it.emulator.webhooks()).toMatchObject([{ attempt: 1, status: 503 }]);
    it.emulator.advance(1);
    expect(it.emulator.webhooks()).toMatchObject([{ status: 503 }, { attempt: 2, status: 0 }]);
    it.emulator.advance(14_999);
    expect(it.emulator.webhooks()).toHaveLength(2);
    it.emulator.advance(1);
    expect(it.emulator.webhooks().map(({ status }) => status)).toEqual([503, 0, 200]);
  });

  test("accepts it with any 2xx", async () => {
    it.emulator.addFault({ operation: "webhook", effect: { status: 202 } });
    await submit(far);
    it.emulator.advance(60_000);
    expect(it.emulator.webhooks().map(({ status }) => status)).toEqual([202]);
  });

  test("is given up after three attempts", async () => {
    it.emulator.addFault({ operation: "webhook", times: 9, effect: { status: 500 } });
    await submit(far);
    it.emulator.advance(600_000);
    expect(it.emulator.webhooks().map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });

  test("receives no job that was purged or whose time to live ran out", async () => {
    const endpoint = await it.endpoint({ workersMax: 0 });
    const run = (policy: object) => it.send("POST", `/v2/${endpoint}/run`, { input: {}, webhook: far, policy });
    await run({ ttl: 10_000 });
    it.emulator.advance(10_000);
    await run({});
    await it.send("POST", `/v2/${endpoint}/purge-queue`);
    it.emulator.advance(60_000);
    expect(it.emulator.webhooks()).toEqual([]);
  });

  test("does not take a fault that was meant for a request", async () => {
    const { endpoint } = await submit(far);
    it.emulator.addFault({ operation: "*", effect: { status: 500 } });
    it.emulator.advance(1000);
    expect(it.emulator.webhooks()).toMatchObject([{ status: 200 }]);
    expect((await it.send("GET", `/v2/${endpoint}/health`)).status).toBe(500);
  });

  test("on this machine is really called, and a redirection is not followed", async () => {
    const received: unknown[] = [];
    const receiver = createServer((request, response) => {
      let text = "";
      request.on("data", (data) => {
        text += data;
      });
      request.on("end", () => {
        received.push({ ...JSON.parse(text), agent: request.headers["user-agent"] });
        response.writeHead(received.length === 1 ? 302 : 200, { location: far }).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void receiver.close());
    const { job } = await submit(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
    it.emulator.advance(1000);
    await expect.poll(() => it.emulator.webhooks().length).toBe(1);
    it.emulator.advance(10_000);
    await expect.poll(() => it.emulator.webhooks().length).toBe(2);
    expect(it.emulator.webhooks()).toMatchObject([{ status: 302 }, { status: 200 }]);
    expect(received).toMatchObject([{ id: job }, { id: job, status: "COMPLETED", agent: "Go-http-client/2.0" }]);
  });

  test("is called although nobody asks, where time passes by itself", async () => {
    const emulator = await startEmulator({ workerStart: 10, jobDuration: 10 });
    onTestFinished(() => emulator.close());
    const headers = { authorization: `Bearer ${emulator.apiKey}` };
    const told = new Promise<void>((resolve) => {
      emulator.handle("*", () => {
        resolve();
        return { output: 1 };
      });
    });
    const scaling = { type: "QUEUE_DELAY", queueDelay: 4 };
    const endpoint = { name: "answers", image: "x", type: "QUEUE", scaling, gpu: { pools: ["ADA_24"] } };
    const { id } = (
      await emulator.inject({ method: "POST", url: "/v2/serverless", headers, payload: endpoint })
    ).json();
    const payload = { input: {}, webhook: far };
    await emulator.inject({ method: "POST", url: `/v2/${id}/run`, headers, payload });
    // No further request: only the handler shows that the job has begun.
    await told;
    await expect.poll(() => emulator.webhooks().length).toBe(1);
  });

  test("is listed over HTTP without what its address may hide", async () => {
    await submit(far);
    it.emulator.advance(1000);
    const { status, text, body } = await it.send("GET", "/_emulator/webhooks");
    expect([status, body.webhooks[0].url]).toEqual([200, "https://hooks.example.com/jobs"]);
    expect(text).not.toContain("s3cret");
    expect((await it.send("DELETE", "/_emulator/webhooks")).status).toBe(204);
    expect((await it.send("GET", "/_emulator/webhooks")).body).toEqual({ webhooks: [] });
  });

  test("that is still under way is forgotten by a reset: it is not listed, nor called again", async () => {
    let calls = 0;
    const receiver = createServer(() => {
      calls++;
    });
    await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      receiver.closeAllConnections();
      receiver.close();
    });
    const gone = new Promise((resolve) => receiver.on("connection", (socket) => socket.on("close", resolve)));
    await submit(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`);
    it.emulator.advance(1000);
    await expect.poll(() => calls).toBe(1);
    it.emulator.reset();
    await gone;
    it.emulator.advance(30_000);
    expect(it.emulator.webhooks()).toEqual([]);
    expect(calls).toBe(1);
  });

  test("is forgotten with everything else by a reset", async () => {
    await submit(far);
    it.emulator.advance(1000);
    it.emulator.reset();
    expect(it.emulator.webhooks()).toEqual([]);
  });
});
