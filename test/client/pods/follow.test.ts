import { describe, expect, test } from "vitest";
import { type FollowedLine, NotFoundError, ValidationError } from "../../../client";
import { client, cut, failure, problem, type Reply, serve } from "../support/local-server";

const idOf = (number: number) => `2026-06-01T12:02:0${number}Z/${number}`;
const eventOf = (number: number) =>
  `id: ${idOf(number)}\ndata: ${JSON.stringify({ ts: idOf(number).slice(0, 20), source: "container", line: `line ${number}` })}\n\n`;

/** Begins a stream with these lines, and then ends it, cuts it or leaves it open. */
const streaming =
  (then: "end" | "cut" | "stay", ...numbers: number[]): Reply =>
  (response, _request, socket) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(`: hello\n\n${numbers.map(eventOf).join("")}`, () => {
      if (then === "end") response.end();
      if (then === "cut") setTimeout(() => socket.destroy(), 10);
    });
  };

async function all(lines: AsyncIterable<FollowedLine>): Promise<string[]> {
  const seen: string[] = [];
  for await (const { id, line } of lines) seen.push(`${line} at ${id}`);
  return seen;
}

describe("a followed log", () => {
  test("yields each line with its id until RunPod ends the stream", async () => {
    const server = await serve(streaming("end", 1, 2));
    expect(await all(client(server.url).pods.follow("p1", { tail: 5, source: "container" }))).toEqual([
      `line 1 at ${idOf(1)}`,
      `line 2 at ${idOf(2)}`,
    ]);
    expect(server.seen.map(({ url }) => url)).toEqual(["/v2/pods/p1/logs?tail=5&source=container"]);
  });

  test("continues after the last received line when the connection breaks", async () => {
    const server = await serve(streaming("cut", 1, 2), cut, streaming("end", 3));
    const lines = await all(client(server.url).workers.follow("ep1", "w1", { source: "system" }));
    expect(lines.map((line) => line.slice(0, 6))).toEqual(["line 1", "line 2", "line 3"]);
    expect(server.seen.map(({ url, headers }) => [url, headers["last-event-id"]])).toEqual([
      ["/v2/serverless/ep1/workers/w1/logs?tail=100&source=system", undefined],
      ["/v2/serverless/ep1/workers/w1/logs?source=system", idOf(2)],
      ["/v2/serverless/ep1/workers/w1/logs?source=system", idOf(2)],
    ]);
  });

  test("can start after a given line, at a given time, or with new lines only", async () => {
    const server = await serve(streaming("end"));
    const { pods } = client(server.url);
    for (const options of [{ after: idOf(4), tail: 9 }, { since: "2026-06-01T00:00:00Z" }, { tail: 0 }]) {
      await all(pods.follow("p1", options));
    }
    expect(server.seen.map(({ url, headers }) => [url, headers["last-event-id"]])).toEqual([
      ["/v2/pods/p1/logs", idOf(4)],
      ["/v2/pods/p1/logs?since=2026-06-01T00%3A00%3A00Z", undefined],
      ["/v2/pods/p1/logs?tail=0", undefined],
    ]);
  });

  test("ends when the abort signal fires, even during the wait for a line", async () => {
    const server = await serve(streaming("stay", 1));
    const enough = new AbortController();
    const lines = client(server.url).pods.follow("p1", { signal: enough.signal })[Symbol.asyncIterator]();
    expect((await lines.next()).value).toMatchObject({ line: "line 1" });
    const next = failure(lines.next());
    enough.abort("enough");
    expect(await next).toBe("enough");
    expect(server.seen).toHaveLength(1);
  });

  test("closes its connection when the program stops reading", async () => {
    let closed: () => void = () => undefined;
    const gone = new Promise<void>((resolve) => {
      closed = resolve;
    });
    const server = await serve((response, request, socket) => {
      socket.once("close", closed);
      streaming("stay", 1)(response, request, socket);
    });
    for await (const { line } of client(server.url).pods.follow("p1")) {
      expect(line).toBe("line 1");
      break;
    }
    await gone;
  });

  test("throws an error if the connection keeps breaking without a new line", async () => {
    const server = await serve(streaming("cut"));
    const error = await failure(all(client(server.url).pods.follow("p1")));
    expect(error).toMatchObject({ code: "NETWORK", retryable: true, operation: "getPodLogs" });
    expect(server.seen).toHaveLength(4);
  });

  test("throws NotFoundError if the pod is deleted", async () => {
    const server = await serve(problem(404, "resource not found"));
    expect(await failure(all(client(server.url).pods.follow("p1")))).toBeInstanceOf(NotFoundError);
  });

  test("never blocks other requests, even if a program follows twenty logs", async () => {
    const server = await serve((response, request, socket) =>
      request.url.includes("logs")
        ? streaming("stay", 1)(response, request, socket)
        : problem(404, "no")(response, request, socket),
    );
    const { pods } = client(server.url);
    const followed = Array.from({ length: 20 }, () => pods.follow("p1")[Symbol.asyncIterator]());
    for (const lines of followed) expect((await lines.next()).done).toBe(false);
    expect(await failure(pods.get("p1"))).toBeInstanceOf(NotFoundError);
    for (const lines of followed) await lines.return?.();
  });

  test.each([
    { tail: 5001 },
    { tail: -1 },
    { since: "yesterday" },
    { source: "kernel" as "system" },
    { after: "a\r\nb: c" },
  ])("is refused with the invalid option %j", async (options) => {
    const server = await serve(streaming("end"));
    expect(await failure(all(client(server.url).pods.follow("p1", options)))).toBeInstanceOf(ValidationError);
    expect(server.seen).toHaveLength(0);
  });
});
