import { Agent, type Dispatcher } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { type Platform, TimeoutError } from "../../../client";
import { client, failure, problem, type Reply, serve } from "../support/local-server";

/** A client whose calls are refused, and how long each call would have waited for its response. */
async function watched() {
  const patience: object[] = [];
  class Watched extends Agent {
    override dispatch(options: Dispatcher.DispatchOptions, handler: Dispatcher.DispatchHandler): boolean {
      const { headersTimeout, bodyTimeout } = options;
      patience.push({ headersTimeout, bodyTimeout });
      return super.dispatch(options, handler);
    }
  }
  const dispatcher = new Watched();
  onTestFinished(() => dispatcher.close());
  const server = await serve(problem(403, "no"));
  return { patience, platform: client(server.url, { dispatcher, timeoutMs: 7_000 }) };
}

test("every call has a time limit for the headers and the body of its response", async () => {
  const { patience, platform } = await watched();
  const { pods, networkVolumes, templates, endpoints, jobs } = platform;
  const calls = [
    ...[pods.get("p"), pods.list(), pods.delete("p"), pods.update("p", { name: "n" }), pods.act("p", "stop")],
    ...[networkVolumes.list(), networkVolumes.delete("v"), templates.delete("t"), endpoints.delete("e")],
    ...[jobs.health("e"), jobs.cancel("e", "j")],
  ];
  await Promise.all(calls.map(failure));
  expect(patience).toHaveLength(calls.length);
  for (const limits of patience) expect(limits).toEqual({ headersTimeout: 7_000, bodyTimeout: 7_000 });
});

/** A response that sends its next byte before any time-out of its parts. */
const dripping =
  (head: string): Reply =>
  (_response, _seen, socket) => {
    socket.write(head);
    const drip = setInterval(() => socket.write(" "), 5);
    socket.on("close", () => clearInterval(drip)).on("error", () => clearInterval(drip));
  };
const body = dripping("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 100000\r\n\r\n{");
const headers = dripping("HTTP/1.1 200 OK\r\nx-long: ");

test.each([
  ["body", "REST", body, (platform: Platform) => platform.pods.list()],
  ["head", "REST", headers, (platform: Platform) => platform.pods.list()],
  ["body", "GraphQL", body, (platform: Platform) => platform.endpoints.list()],
  ["body", "the jobs API", body, (platform: Platform) => platform.jobs.health("e")],
])("the client stops reading the endless %s of a response over %s", async (_part, _surface, reply, call) => {
  const server = await serve(reply);
  expect(await failure(call(client(server.url, { timeoutMs: 100 })))).toBeInstanceOf(TimeoutError);
});

test("a create with an endless response has an unknown outcome", async () => {
  const server = await serve(body);
  const create = { name: "web", image: "nginx", gpu: { id: "NVIDIA L4" } };
  const error = await failure(client(server.url, { timeoutMs: 100 }).pods.create(create));
  expect(error).toMatchObject({ outcomeUnknown: true });
  expect(server.seen).toHaveLength(1);
});
