import { describe, expect, test } from "vitest";
import { useEmulator } from "../support/harness";

const it = useEmulator();

/** A stopped pod's log ends, so it can be read to the end. */
async function stopped(lines: string[]) {
  it.emulator.scriptPods({ log: lines });
  const { id } = await it.runningPod();
  await it.post(`/v2/pods/${id}/action`, { action: "stop" });
  return id;
}
const lines = (text: string) =>
  [...text.matchAll(/^data: (.*)$/gm)].map(
    (match) => JSON.parse(match[1]!) as { ts: string; source: string; line: string },
  );

describe("pod logs", () => {
  test("are server-sent events with an id, a time, a source and a line", async () => {
    const reply = await it.send("GET", `/v2/pods/${await stopped(["one"])}/logs`);
    expect(reply.headers).toMatchObject({
      "content-type": "text/event-stream",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
    });
    expect(reply.text).toMatch(/^id: 2026-06-01T\d\d:\d\d:\d\dZ\/000000000001\ndata: \{"ts":"2026-06-01T/);
    expect(lines(reply.text).map((line) => line.source)).toEqual([
      "system",
      "system",
      "system",
      "container",
      "container",
      "system",
    ]);
  });

  test("can be limited by source and tail, and 0 means only what comes", async () => {
    const id = await stopped(["one", "two"]);
    const read = async (query: string) =>
      lines((await it.send("GET", `/v2/pods/${id}/logs?${query}`)).text).map((l) => l.line);
    expect(await read("source=container")).toEqual(["one", "two", "container is ready"]);
    expect(await read("source=container&tail=2")).toEqual(["two", "container is ready"]);
    expect(await read("tail=0")).toEqual([]);
  });

  test("can be continued after an event's id, and from a time", async () => {
    const id = await stopped(["one", "two"]);
    const all = await it.send("GET", `/v2/pods/${id}/logs`);
    const ids = [...all.text.matchAll(/^id: (.*)$/gm)].map((match) => match[1]!);
    const rest = await it.send("GET", `/v2/pods/${id}/logs?tail=1`, undefined, { "last-event-id": ids[3]! });
    expect(lines(rest.text)).toEqual(lines(all.text).slice(4));
    const since = await it.send("GET", `/v2/pods/${id}/logs?since=2099-01-01T00:00:00Z&tail=5`);
    expect(since.text).toBe("");
  });

  test.each(["tail=5001", "tail=-1", "tail=x", "source=kernel", "since=yesterday"])("%s is 422", async (query) => {
    const { id } = await it.pod();
    expect((await it.send("GET", `/v2/pods/${id}/logs?${query}`)).status).toBe(422);
  });

  test("of a live pod stay open and bring what comes", async () => {
    const { id } = await it.runningPod();
    const abort = new AbortController();
    const response = await fetch(`${it.emulator.url}/v2/pods/${id}/logs?tail=0`, {
      headers: { authorization: "Bearer emulator-key" },
      signal: abort.signal,
    });
    const reader = response.body!.getReader();
    await it.post(`/_emulator/pods/${id}/log`, { line: "later" });
    let text = "";
    while (!text.includes("later")) text += new TextDecoder().decode((await reader.read()).value);
    await it.delete(`/v2/pods/${id}`);
    let done = false;
    while (!done) done = (await reader.read()).done;
    abort.abort();
    expect(lines(text).at(-1)).toMatchObject({ source: "container", line: "later" });
  });
});
