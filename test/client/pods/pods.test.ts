import { describe, expect, test } from "vitest";
import { NotFoundError } from "../../../client";
import { client, failure, json, POD, problem, type Reply, serve } from "../support/local-server";

const stream =
  (...lines: string[]): Reply =>
  (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write(lines.map((line, index) => eventOf(line, index)).join(""));
  };

const eventOf = (line: string, index: number) =>
  `id: 2026-06-01T12:02:0${index}Z/1\ndata: ${JSON.stringify({ ts: `2026-06-01T12:02:0${index}Z`, source: "container", line })}\n\n`;

describe("a pod's log", () => {
  test("is returned as soon as the requested number of lines has arrived", async () => {
    const server = await serve(stream("one", "two", "three"));
    // Time stands still, so a wait for the stream's silence would never end.
    const clock = { now: () => 0, sleep: () => new Promise<void>(() => undefined) };
    const lines = await client(server.url, { clock }).pods.logs("p1", { tail: 3, source: "container" });
    expect(lines.map(({ line }) => line)).toEqual(["one", "two", "three"]);
    expect(server.seen[0]?.url).toBe("/v2/pods/p1/logs?tail=3&source=container");
  });

  test("is returned as soon as no more lines arrive", async () => {
    const server = await serve(stream("one"));
    expect(await client(server.url).pods.logs("p1")).toEqual([
      { ts: "2026-06-01T12:02:00Z", source: "container", line: "one" },
    ]);
  });

  test("contains the lines that came before the connection broke", async () => {
    const server = await serve((response, request, socket) => {
      stream("one", "two")(response, request, socket);
      setTimeout(() => socket.destroy(), 50);
    });
    expect(await client(server.url).pods.logs("p1")).toHaveLength(2);
  });

  test("causes NotFoundError if the pod is deleted", async () => {
    const server = await serve(problem(404, "resource not found"));
    expect(await failure(client(server.url).pods.logs("p1"))).toBeInstanceOf(NotFoundError);
  });

  test("contains even a line in an undocumented form", async () => {
    const server = await serve((response) => response.end("data: plain words\n\n"));
    expect(await client(server.url).pods.logs("p1", { tail: 1 })).toEqual([
      { ts: "", source: "container", line: "plain words" },
    ]);
  });
});

test("the client returns the pod after a stop and nothing after a termination", async () => {
  const server = await serve(json(200, { ...POD, status: "EXITED" }), (response) => response.writeHead(204).end());
  const { pods } = client(server.url);
  expect(await pods.act("p1", "stop")).toMatchObject({ status: "EXITED" });
  expect(await pods.act("p1", "terminate")).toBeUndefined();
  expect(server.seen.map(({ url, body }) => [url, body])).toEqual([
    ["/v2/pods/p1/action", '{"action":"stop"}'],
    ["/v2/pods/p1/action", '{"action":"terminate"}'],
  ]);
});

test("a create of a pod discards the cached list of pods", async () => {
  const server = await serve(json(200, { pods: [] }), json(201, POD), json(200, { pods: [POD] }));
  const { pods } = client(server.url, { timeScale: 1 });
  expect(await pods.find(POD.id)).toBeUndefined();
  await pods.create({ name: "trainer", image: "ubuntu" });
  expect(await pods.find(POD.id)).toMatchObject({ id: POD.id });
});

test("an update of a pod omits undefined values and sends empty values", async () => {
  const server = await serve(json(200, POD));
  await client(server.url).pods.update("p1", { name: undefined, args: "", ports: [], registry: null });
  expect(JSON.parse(server.seen[0]?.body ?? "")).toEqual({ args: "", ports: [], registry: null });
});

test("the list of pods contains cluster members only with `includeClusterPods`", async () => {
  const member = { ...POD, id: "member1", cluster: { id: "clu1", rank: 1 } };
  const server = await serve(json(200, { pods: [POD, member] }), json(200, { pods: [POD] }));
  const { pods } = client(server.url, { timeScale: 1 });
  expect(await pods.list({ includeClusterPods: true })).toHaveLength(2);
  expect(await pods.find("member1")).toBeUndefined();
  expect(server.seen.map(({ url }) => url)).toEqual(["/v2/pods?includeClusterPods=true", "/v2/pods"]);
});
