import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "../../support/listen";
import { type Emulated, emulated } from "../harness/emulated";
import type { EngineRun } from "../harness/stack/engine";
import { mustChangeNothing, mustSucceed } from "../harness/stack/steps";

test("the error about a wrong key or address is one sentence with the next step", async () => {
  const emulation = await emulated();
  const { emulator, stack } = emulation;
  const pod = { image: "nginx", gpu: { id: "NVIDIA L4" } };
  stack.declare([{ kind: "Pod", name: "web", args: pod }]);

  // A preview without a key still checks the program, because a reviewer of a change may have no key.
  const keyless = { PODWRIGHT_API_KEY: undefined };
  await mustSucceed(withEnv(emulation, keyless, () => stack.preview()));
  expectSentence(await up(emulation, keyless), [
    "listPods needs an API key, and no key is set.",
    "Set it with `pulumi config set --secret podwright:apiKey <key>` or in the environment as PODWRIGHT_API_KEY.",
  ]);

  // A preview finds a mistyped setting wherever the user wrote it.
  await stack.configure("podwright:apikey", "not-for-eyes");
  const mistyped = await withEnv(emulation, { PODWRIGHT_ENDPOINT_TRANSPORT: "soap" }, () => stack.preview());
  expectSentence(mistyped, [
    "podwright:apikey is no setting of Podwright; did you mean podwright:apiKey? Remove podwright:apikey, and set the key with",
    'PODWRIGHT_ENDPOINT_TRANSPORT is "soap", but must be graphql or rest.',
  ]);
  expect(mistyped.text).not.toContain("not-for-eyes");
  await stack.pulumi("config", "rm", "podwright:apikey");
  expect(emulator.requests()).toEqual([]);

  expectSentence(await up(emulation, { PODWRIGHT_API_KEY: "not-the-key" }), [
    "RunPod did not accept the API key (401",
    "Set it with `pulumi config set --secret podwright:apiKey <key>` or in the environment as PODWRIGHT_API_KEY.",
  ]);

  expectSentence(await up(emulation, { PODWRIGHT_API_KEY: emulator.readOnlyKey }), [
    "RunPod refused createPod (403)",
    "The key is valid but lacks this permission: give it the permission in RunPod's console, or use another key.",
  ]);

  // No program listens at a port of the system. The port of a closed server may already serve another test.
  const closed = "127.0.0.1:9";
  expectSentence(await up(emulation, { PODWRIGHT_BASE_URL: `http://${closed}` }), [
    `listPods could not reach ${closed}: no program listens at that address (ECONNREFUSED).`,
    "Check PODWRIGHT_BASE_URL and this machine's network.",
  ]);

  const page = await serve("<!doctype html><title>Welcome</title>");
  expectSentence(await up(emulation, { PODWRIGHT_BASE_URL: `http://${page.host}` }), [
    `${page.host} answered listPods with HTML instead of JSON.`,
    "Check that PODWRIGHT_BASE_URL is RunPod's address.",
  ]);

  // This address leads to the same machine, but is not on the list of local addresses.
  const open = await serve("{}");
  const elsewhere = open.host.replace("127.0.0.1", "0.0.0.0");
  expectSentence(await up(emulation, { PODWRIGHT_BASE_URL: `http://${elsewhere}` }), [
    `PODWRIGHT_BASE_URL is plain http to ${elsewhere}, which would send the API key unencrypted.`,
    "Use https, or set podwright:allowInsecureUrl to true if you accept this risk.",
  ]);
  expect(open.requests()).toBe(0);

  expect(emulator.state().pods).toEqual([]);
  expect(stack.resources()).toEqual([]);
});

test("the error about RunPod's retired GraphQL API names the setting that makes the next up succeed", async () => {
  const emulation = await emulated({ retireGraphql: true });
  const { emulator, stack } = emulation;
  const declare = (image: string, own: object) =>
    stack.declare([
      { kind: "Template", name: "worker", args: { image, serverless: true, env: { MODE: "shared", ZONE: "eu" } } },
      { kind: "ServerlessEndpoint", name: "jobs", args: { gpuIds: "ADA_24", templateId: `\${worker.id}`, ...own } },
    ]);
  declare("worker:1", {});
  const retired = await up(emulation, {});
  expectSentence(retired, [
    "RunPod has retired GraphQL, so it did not execute myself (410",
    'Set podwright:endpointTransport to rest ("pulumi config set podwright:endpointTransport rest") and run the same command again',
  ]);
  expect(retired.text.split("Diagnostics:")[1]?.split("has retired GraphQL")).toHaveLength(2);
  expect(emulator.counts().graphql).toBe(1);
  expect(emulator.state().endpoints).toEqual([]);
  await stack.configure("podwright:endpointTransport", "rest");
  await mustSucceed(stack.up());
  expect(emulator.state().endpoints).toHaveLength(1);

  declare("worker:1", { env: { MODE: "canary-own" } });
  const own = await mustSucceed(stack.up());
  declare("worker:2", { env: { MODE: "canary-own" } });
  const renewed = await mustSucceed(stack.up());
  expect(emulator.state().endpoints[0]?.workerEnv).toMatchObject({ MODE: "canary-own", ZONE: "eu" });
  const settled = await mustChangeNothing(stack.preview({ refresh: true }));

  await stack.configure("podwright:endpointTransport", "graphql");
  const beyond = await stack.preview();
  expectSentence(beyond, [
    "env: cannot be managed over GraphQL, only over REST. Set podwright:endpointTransport to rest",
  ]);
  const said = [own, renewed, settled, beyond].map(({ text }) => text).join("");
  expect(said + JSON.stringify(stack.resources())).not.toContain("canary-own");
});

const up = (emulation: Emulated, env: NodeJS.ProcessEnv) => withEnv(emulation, env, () => emulation.stack.up());

async function withEnv({ stack }: Emulated, env: NodeJS.ProcessEnv, command: () => Promise<EngineRun>) {
  const before = { ...stack.env };
  Object.assign(stack.env, { RUNPOD_API_KEY: undefined, ...env });
  try {
    return await command();
  } finally {
    for (const name of Object.keys(env)) delete stack.env[name];
    Object.assign(stack.env, before);
  }
}

function expectSentence({ ok, text }: EngineRun, parts: readonly string[]): void {
  expect(ok, text).toBe(false);
  for (const part of parts) expect(text).toContain(part);
  expect(text).not.toMatch(/^\s+at .*[:(]/m);
}

/** A server with the same response to every request. */
async function serve(text: string): Promise<{ host: string; requests(): number }> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(200, { "content-type": text.startsWith("<") ? "text/html" : "application/json" }).end(text);
  });
  onTestFinished(() => void server.close());
  return { host: new URL(await listen(server)).host, requests: () => requests };
}
