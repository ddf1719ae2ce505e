import { Agent, type Dispatcher } from "undici";
import { expect, onTestFinished, test } from "vitest";
import { client, failure, problem, serve } from "../support/local-server";

/** A client whose calls are refused, and how long each would have waited for its answer. */
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

test("every call that hangs ends by itself, in its headers and in its body", async () => {
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
