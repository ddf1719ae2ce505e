import { Agent, type Dispatcher } from "undici";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { client, failure, json, POD, problem, serve, silence } from "../support/local-server";

const CREATE = { name: "trainer", image: "ubuntu", gpu: { id: "NVIDIA L4" } };

describe("an abort signal", () => {
  test("ends a running request with the signal's reason", async () => {
    let isClosed = false;
    const server = await serve((response) => {
      response.on("close", () => {
        isClosed = true;
      });
    });
    const abort = new AbortController();
    const call = client(server.url).pods.get(POD.id, { signal: abort.signal });
    await expect.poll(() => server.seen.length).toBe(1);
    abort.abort(new Error("the user pressed Ctrl-C"));
    await expect(call).rejects.toThrow("the user pressed Ctrl-C");
    await expect.poll(() => isClosed).toBe(true);
  });

  test("ends the pause before a repeated request", async () => {
    const server = await serve(problem(503, "busy"));
    const abort = new AbortController();
    const call = client(server.url, { timeScale: 1_000 }).pods.get(POD.id, { signal: abort.signal });
    await expect.poll(() => server.seen.length).toBe(1);
    abort.abort(new Error("enough"));
    await expect(call).rejects.toThrow("enough");
  });

  test("prevents a request if the signal has already fired", async () => {
    const server = await serve(json(200, POD));
    await expect(client(server.url).pods.get(POD.id, { signal: AbortSignal.abort(new Error("no")) })).rejects.toThrow(
      "no",
    );
    expect(server.seen).toHaveLength(0);
  });

  test("leaves no timer if the request starts only after the signal has fired, so that the program can end", async () => {
    const begins: (() => void)[] = [];
    class Queue extends Agent {
      override dispatch(...request: Parameters<Dispatcher["dispatch"]>): boolean {
        begins.push(() => super.dispatch(...request));
        return true;
      }
    }
    const dispatcher = new Queue();
    onTestFinished(() => dispatcher.close());
    const server = await serve(silence);
    const abort = new AbortController();
    const call = client(server.url, { dispatcher, timeoutMs: 7_000 }).pods.get(POD.id, { signal: abort.signal });
    await expect.poll(() => begins.length).toBe(1);
    abort.abort(new Error("the user pressed Ctrl-C"));
    await expect(call).rejects.toThrow("the user pressed Ctrl-C");
    const timers = vi.spyOn(globalThis, "setTimeout");
    onTestFinished(() => timers.mockRestore());
    begins[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    expect(timers.mock.calls.map(([, delay]) => delay)).not.toContain(14_000);
  });
});

describe("the grace period of a create", () => {
  const reason = new Error("the user pressed Ctrl-C");

  test("lets a running create return the new resource after the abort signal fires", async () => {
    let answer = () => {};
    const server = await serve((...request) => {
      answer = () => json(201, POD)(...request);
    });
    const abort = new AbortController();
    const call = client(server.url).pods.create(CREATE, { signal: abort.signal, graceMs: 5_000 });
    await expect.poll(() => server.seen.length).toBe(1);
    abort.abort(reason);
    answer();
    expect(await call).toMatchObject({ id: POD.id });
  });

  test("leaves the outcome unknown if RunPod does not respond in time", async () => {
    const server = await serve(silence);
    const abort = new AbortController();
    const call = failure(client(server.url).pods.create(CREATE, { signal: abort.signal, graceMs: 20 }));
    await expect.poll(() => server.seen.length).toBe(1);
    abort.abort(reason);
    expect(await call).toMatchObject({ code: "TIMEOUT", outcomeUnknown: true });
    expect(server.seen).toHaveLength(1);
  });

  test("does not apply to a create that still waits for the rate limit", async () => {
    const spent = { "ratelimit-policy": '"minute";q=60;w=60', ratelimit: '"minute";r=0;t=50' };
    const server = await serve(json(200, { pods: [] }, spent));
    const platform = client(server.url);
    await platform.pods.list();
    const abort = new AbortController();
    const call = failure(platform.pods.create(CREATE, { signal: abort.signal, graceMs: 60_000 }));
    await new Promise((resolve) => setImmediate(resolve));
    abort.abort(reason);
    expect(await call).toBe(reason);
    expect(server.seen).toHaveLength(1);
  });
});

test("`close` ends all running calls of the client", async () => {
  const server = await serve(silence);
  const platform = client(server.url);
  const call = failure(platform.pods.create(CREATE));
  await expect.poll(() => server.seen.length).toBe(1);
  await platform.close();
  expect(await call).toMatchObject({ code: "NETWORK", outcomeUnknown: true });
});
