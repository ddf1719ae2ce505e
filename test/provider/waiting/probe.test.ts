import { createServer } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../client";
import { probe } from "../../../provider/waiting/probe";
import { listen } from "../../support/listen";

const ask = (url: string) => probe(systemClock, { url }, 5_000, new AbortController().signal);

test("a probe uses the path, the query and the login of its address", async () => {
  const seen: unknown[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    seen.push([method, url, headers.authorization]);
    response.end();
  });
  onTestFinished(() => void server.close());
  const address = await listen(server);

  await ask(`${address}/health?deep=1`);
  await ask(`${address.replace("://", "://me:p%40ss@")}/`);

  const login = `Basic ${Buffer.from("me:p@ss").toString("base64")}`;
  expect(seen).toEqual([
    ["GET", "/health?deep=1", undefined],
    ["GET", "/", login],
  ]);
});

test("a probe reports a port that speaks another protocol", async () => {
  const server = createTcpServer((socket) => socket.resume().end("SSH-2.0-OpenSSH_9.9\r\n"));
  onTestFinished(() => void server.close());
  expect(await ask(await listen(server))).toEqual({ ok: false, text: "did not answer over HTTP" });
});

test("a probe closes its connection after the status, even if the body does not end", async () => {
  let closed = () => {};
  const isClosed = new Promise<void>((resolve) => {
    closed = resolve;
  });
  const server = createServer((_, response) => {
    response.on("close", closed).write("first part");
  });
  onTestFinished(() => void server.close());
  expect(await ask(await listen(server))).toEqual({ ok: true, text: "answered 200" });
  await isClosed;
});

test.each([
  ["SSH-2.0-OpenSSH_9.9\r\n", { ok: true, text: "answered as an SSH server" }],
  ["HTTP/1.1 400 Bad Request\r\n", { ok: false, text: "did not answer as an SSH server" }],
  ["", { ok: false, text: "closed the connection without an answer" }],
])("a probe that expects an SSH server judges the greeting %j", async (greeting, answer) => {
  const server = createTcpServer((socket) => socket.resume().end(greeting));
  onTestFinished(() => void server.close());
  const { hostname: host, port } = new URL(await listen(server));
  const target = { host, port: Number(port), greeting: "SSH-" };
  expect(await probe(systemClock, target, 5_000, new AbortController().signal)).toEqual(answer);
});

test("a probe waits in vain for the greeting of a port on which nothing listens", async () => {
  const server = createTcpServer((socket) => void socket.resume());
  onTestFinished(() => void server.close());
  const { hostname: host, port } = new URL(await listen(server));
  const target = { host, port: Number(port), greeting: "SSH-" };
  expect(await probe(systemClock, target, 20, new AbortController().signal)).toEqual({
    ok: false,
    text: "did not answer within 20ms",
  });
});
