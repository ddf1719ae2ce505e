import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { LogLine, Platform } from "../../../client";
import { throughClient } from "../support/client";
import { useEmulator } from "../support/harness";

const it = useEmulator();

interface Logged {
  readonly url: string;
  /** The log ends with the deletion of this resource. */
  readonly owner: string;
  readonly seen: (platform: Platform) => Promise<LogLine[]>;
}

async function pod(): Promise<Logged> {
  it.emulator.scriptPods({ log: ["one", "two"] });
  const { id } = await it.runningPod();
  return { url: `/v2/pods/${id}/logs`, owner: `/v2/pods/${id}`, seen: ({ pods }) => pods.logs(id) };
}

/** Creates the worker of an endpoint, which has finished a job. */
async function worker(): Promise<Logged> {
  it.emulator.scriptWorkers({ log: ["one", "two"] });
  const id = await it.endpoint({ workersMin: 1, workersMax: 1 });
  it.advance(1000);
  await it.run(id);
  it.advance(1000);
  const owner = `/v2/serverless/${id}`;
  const [{ id: workerId }] = (await it.get(`${owner}/workers`)).workers;
  return { url: `${owner}/workers/${workerId}/logs`, owner, seen: ({ workers }) => workers.logs(id, workerId) };
}

const logs = {
  "a pod": {
    begin: pod,
    system: ["allocating machine in US-TX-3", "pulling image nginx", "starting container"],
    container: ["one", "two", "container is ready"],
    end: [],
  },
  "a worker": {
    begin: worker,
    system: ["allocating worker in US-TX-3", "pulling image worker"],
    container: ["one", "two", "worker is ready", "job JOB started", "job JOB completed"],
    end: ["worker stopped"],
  },
};

describe.each(Object.entries(logs))("the log of %s", (_, { begin, system, container, end }) => {
  /** Reads existing and new lines until the stream ends. */
  async function read({ url, owner }: Logged, query = "", headers: Record<string, string> = {}) {
    const reading = it.send("GET", `${url}${query}`, undefined, headers);
    await turn();
    await it.delete(owner);
    const reply = await reading;
    const events = [...reply.text.matchAll(/^data: (.*)$/gm)].map((match): LogLine => JSON.parse(match[1]!));
    const lines = events.map(({ line }) => line.replace(/[0-9a-f-]{36}-e1/, "JOB"));
    return { ...reply, sources: events.map(({ source }) => source), lines };
  }

  test("consists of server-sent events with an id, a time, a source and a line", async () => {
    const { headers, text, lines, sources } = await read(await begin());
    const expected = { "content-type": "text/event-stream", "cache-control": "no-cache", "x-accel-buffering": "no" };
    expect(headers).toMatchObject(expected);
    expect(text).toMatch(/^id: 2026-06-01T\d\d:\d\d:\d\dZ\/000000000001\ndata: \{"ts":"2026-06-01T/);
    expect(lines).toEqual([...system, ...container, ...end]);
    const of = (source: string, those: readonly string[]) => those.map(() => source);
    expect(sources).toEqual([...of("system", system), ...of("container", container), ...of("system", end)]);
  });

  test.each<[string, readonly string[]]>([
    ["?source=system", [...system, ...end]],
    ["?source=container&tail=2", container.slice(-2)],
    ["?tail=0", end],
    ["?tail=0&source=container", []],
    ["?since=2099-01-01T00:00:00Z&source=container", []],
  ])("with the query %s shows the lines %j", async (query, lines) => {
    expect((await read(await begin(), query)).lines).toEqual(lines);
  });

  test("continues after the last event that the reader has seen", async () => {
    const logged = await begin();
    const seen = await throughClient(it.emulator, logged.seen);
    expect(seen).toHaveLength(system.length + container.length);
    const last = `${seen[2]!.ts}/000000000003`;
    const { lines } = await read(logged, "?tail=1", { "last-event-id": last });
    expect(lines).toEqual([...system, ...container, ...end].slice(3));
  });

  test("refuses an invalid selection of lines with a 422", async () => {
    const { url, owner } = await begin();
    for (const query of ["tail=5001", "tail=-1", "tail=x", "source=kernel", "since=yesterday"])
      expect([query, await it.statusOf(`${url}?${query}`)]).toEqual([query, 422]);
    await it.delete(owner);
    expect(await it.statusOf(url)).toBe(404);
  });
});

test("the log of a running pod stays open and sends new lines", async () => {
  const { id } = await it.runningPod();
  const headers = { authorization: "Bearer emulator-key" };
  const response = await fetch(`${it.emulator.url}/v2/pods/${id}/logs?tail=0`, { headers });
  const reader = response.body!.getReader();
  await it.post(`/_emulator/pods/${id}/log`, { line: "later" });
  let text = "";
  while (!text.includes("later")) text += new TextDecoder().decode((await reader.read()).value);
  expect(text).toContain('"source":"container","line":"later"');
  await it.delete(`/v2/pods/${id}`);
  while (!(await reader.read()).done);
});
