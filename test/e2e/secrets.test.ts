import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Emulated, emulated } from "./harness/emulated";
import type { EngineRun } from "./harness/engine";
import type { Declared } from "./harness/stack";

const canaries = {
  key: "canary-key-51f0c2",
  pod: "canary-pod-env-8a31",
  multiline: "canary-first-line\ncanary-second-line",
  template: "canary-template-env-77",
  drifted: "canary-drifted-env-c4",
  platform: "canary-platform-env-9e",
  username: "canary-robot-5d02",
  password: "canary-password-b7f3",
} as const;
const traces = Object.values(canaries).flatMap((canary) => canary.split("\n"));

const output = (name: string, key: string) => `\${${name}.${key}}`;
const verbose = ["-v=8", "--logtostderr"];
const env = { TOKEN: canaries.pod, CERTIFICATE: canaries.multiline };

/**
 * A pod that runs, one that prints its environment and fails, and an endpoint: its requests have the key in their URL.
 * A registry credential, whose password a job answers as its output and another one complains of.
 */
const program: readonly Declared[] = [
  { kind: "Pod", name: "web", args: { name: "web", image: "nginx", gpu: { id: "NVIDIA L4" }, env } },
  { kind: "Pod", name: "talks", args: { image: "nginx", gpu: { id: "NVIDIA L4" }, env } },
  { kind: "Template", name: "worker", args: { image: "worker", serverless: true, env: { TOKEN: canaries.template } } },
  { kind: "ServerlessEndpoint", name: "endpoint", args: { gpuIds: "AMPERE_16", templateId: output("worker", "id") } },
  { kind: "RegistryCredential", name: "ghcr", args: { username: canaries.username, password: canaries.password } },
  ...["echoes", "complains"].map(
    (name): Declared => ({
      kind: "Job",
      name,
      args: { endpointId: output("endpoint", "id"), input: { name, token: output("ghcr", "password") } },
    }),
  ),
];

test("key, environment and passwords occur in no output, log, state or journal: not when a pod or a job tells them and fails, nor when they drift", async () => {
  const emulation = await emulated({ apiKey: canaries.key }, { apiKey: canaries.key });
  const { emulator, stack } = emulation;
  emulator.addPlatformEnv({ PLATFORM_TOKEN: canaries.platform });
  emulator.scriptPods({ match: { name: "talks-*" }, outcome: "error", echoEnv: true });
  let patient = false;
  emulator.handle("endpoint-*", ({ name, token }) => {
    if (name === "complains" && !patient) throw new Error(`cannot sign in with ${token}`);
    return { output: { token } };
  });
  stack.declare(program, { url: output("endpoint", "url"), answer: output("echoes", "output") });

  const failed = await stack.up("--continue-on-error", ...verbose);
  expect(failed.text).toContain("| container: TOKEN=[secret]");
  expect(failed.text).toContain("| container: PLATFORM_TOKEN=[secret]");
  expect(failed.text).toContain("failed: cannot sign in with [secret]");
  expect(stack.resource("echoes").outputs).toMatchObject({
    status: "COMPLETED",
    output: { ciphertext: expect.any(String) },
  });
  expectNoTrace(emulation, failed);

  for (const { id, name } of emulator.state().pods)
    if (name === "web") emulator.changePod(id, { env: { TOKEN: canaries.drifted, NEW: canaries.drifted } });
  const drifted = [await stack.refresh(...verbose), await stack.preview(...verbose)];
  expect(drifted[1]?.text).toMatch(/env\s*:? ({\s+)?.*\[secret\]/);
  for (const run of drifted) expectNoTrace(emulation, run);

  emulator.scriptPods({});
  patient = true;
  const mended = [await stack.up(...verbose), await stack.destroy(...verbose)];
  for (const run of mended) {
    expect(run.ok).toBe(true);
    expectNoTrace(emulation, run);
  }
});

test("a key in the stack's configuration is stored encrypted, and is in no refusal", async () => {
  const emulation = await emulated({ apiKey: canaries.key }, { env: { PODWRIGHT_API_KEY: undefined } });
  const { emulator, stack } = emulation;
  await stack.run(["config", "set", "--secret", "podwright:apiKey", canaries.key, "--stack", "test"]);
  stack.declare([
    ...program.slice(0, 1),
    { kind: "ServerlessEndpoint", name: "endpoint", args: { gpuIds: "AMPERE_16", templateId: "nowhere" } },
    { kind: "RegistryCredential", name: "ghcr", args: { username: canaries.username, password: canaries.password } },
  ]);
  // The key travels in the address there, and a server may repeat all it was sent.
  emulator.addFault({
    operation: "createPod",
    effect: { status: 400, body: { title: "Bad", status: 400, detail: `env ${canaries.pod} of ${canaries.key}` } },
  });
  const echo = `${canaries.username} with ${canaries.password}`;
  emulator.addFault({ operation: "createRegistry", effect: { status: 400, body: { status: 400, detail: echo } } });
  emulator.addFault({
    operation: "saveEndpoint",
    effect: { status: 400, body: { errors: [{ message: `POST /graphql?api_key=${canaries.key}` }] } },
  });

  const refused = await stack.up("--continue-on-error", ...verbose);

  expect(refused.text).toContain("env [secret] of [secret]");
  expect(refused.text).toContain("[secret] with [secret]");
  expect(refused.text).toContain("api_key=[secret]");
  expectNoTrace(emulation, refused);
  expect(stack.stateText()).toContain(stack.host === "plugin" ? '"apiKey"' : "podwright:apiKey");
});

test("a check failure prints no secret", async () => {
  // YAML over the plugin finds these mistakes in the schema, before any check.
  const emulation = await emulated({}, { host: "dynamic" });
  const { stack } = emulation;
  const wrong = { env: { TOKEN: [canaries.pod] }, mounts: { persistent: { size: canaries.pod, path: "/data" } } };
  stack.declare([{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" }, ...wrong } }]);

  const refused = await stack.preview(...verbose);

  expect(refused.text).toContain("env.TOKEN: must be a string, not a list");
  expect(refused.text).toContain("mounts.persistent.size: must be");
  // That one is no secret to the engine, which shows a program's inputs; the failure itself must not quote it.
  expect(refused.text).not.toMatch(new RegExp(`must be.*${canaries.pod}`));
  expectNoTrace(emulation, refused);
});

/** Nothing the command printed, the platform recorded or the backend and the event logs keep holds a canary. */
function expectNoTrace({ emulator, stack }: Emulated, { text }: EngineRun): void {
  const kept = [...filesUnder(join(stack.dir, "backend")), ...filesUnder(stack.dir, /^events-/)];
  expect(kept.length).toBeGreaterThan(1);
  const places = [["output", text], ["journal", JSON.stringify(emulator.requests())], ...kept];
  const found = places.flatMap(([place = "", content = ""]) =>
    traces
      .filter((trace) => withoutSdkAnswers(content).includes(trace))
      .map((trace) => `${trace} in ${place}: ${around(content, trace)}`),
  );
  expect(found).toEqual([]);
}

/** Names and contents of the files of a folder; at any depth, unless they are picked by name. */
function filesUnder(dir: string, picked?: RegExp): string[][] {
  return readdirSync(dir, { recursive: picked === undefined, withFileTypes: true })
    .filter((entry) => entry.isFile() && (picked?.test(entry.name) ?? true))
    .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), "utf8")]);
}

/**
 * Pulumi's own SDK for Node tells the engine each registered resource with all its values in a debug message, whatever
 * the provider; it is in the log from `-v=3` on and in the event log. A line each, and no other line is left out.
 */
function withoutSdkAnswers(text: string): string {
  return text
    .split("\n")
    .filter((line) => !/^{.*"(msg|message)":"(<{%reset%}>)?RegisterResource RPC finished: /.test(line))
    .join("\n");
}

function around(content: string, trace: string): string {
  const at = content.indexOf(trace);
  return content.slice(Math.max(0, at - 200), at + 80);
}
