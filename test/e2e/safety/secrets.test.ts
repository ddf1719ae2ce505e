import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import type { Declared } from "../harness/stack/stack";
import { mustSucceed } from "../harness/stack/steps";
import { expectNoTrace } from "../harness/traces";

const canaries = {
  key: "canary-key-51f0c2",
  pod: "canary-pod-env-8a31",
  multiline: "canary-first-line\ncanary-second-line",
  template: "canary-template-env-77",
  drifted: "canary-drifted-env-c4",
  rotated: "canary-rotated-env-e0",
  platform: "canary-platform-env-9e",
  username: "canary-robot-5d02",
  password: "canary-password-b7f3",
} as const;
const traces = Object.values(canaries).flatMap((canary) => canary.split("\n"));

const output = (name: string, key: string) => `\${${name}.${key}}`;
const verbose = { logVerbosity: 8, logToStdErr: true };
const env = { TOKEN: canaries.pod, CERTIFICATE: canaries.multiline };

/**
 * A running pod; a pod that prints its environment and command and fails; a pod that copies a command from its
 * template; an endpoint, whose requests have the key in their URL; a registry credential; a job that outputs the
 * credential's password, and a job that fails with it.
 */
const program: readonly Declared[] = [
  { kind: "RegistryCredential", name: "ghcr", args: { username: canaries.username, password: canaries.password } },
  { kind: "Pod", name: "web", args: { name: "web", image: "nginx", gpu: { id: "NVIDIA L4" }, env } },
  {
    kind: "Pod",
    name: "talks",
    args: { image: "nginx", gpu: { id: "NVIDIA L4" }, env, cmd: ["serve", output("ghcr", "password")] },
  },
  { kind: "Template", name: "settings", args: { image: "nginx", cmd: ["serve", output("ghcr", "password")] } },
  { kind: "Pod", name: "copies", args: { templateId: output("settings", "id"), gpu: { id: "NVIDIA L4" } } },
  { kind: "Template", name: "worker", args: { image: "worker", serverless: true, env: { TOKEN: canaries.template } } },
  { kind: "ServerlessEndpoint", name: "endpoint", args: { gpuIds: "AMPERE_16", templateId: output("worker", "id") } },
  ...["echoes", "complains"].map(
    (name): Declared => ({
      kind: "Job",
      name,
      args: { endpointId: output("endpoint", "id"), input: { name, token: output("ghcr", "password") } },
    }),
  ),
];

const talking = {
  match: { name: "talks-*" },
  outcome: "error",
  echoEnv: true,
  log: [`signing in with ${canaries.password}`],
} as const;

test("no output, log, state or journal contains a secret in clear text", async () => {
  const emulation = await emulated({ apiKey: canaries.key }, { apiKey: canaries.key });
  const { emulator, stack } = emulation;
  emulator.addPlatformEnv({ PLATFORM_TOKEN: canaries.platform });
  emulator.scriptPods(talking);
  let patient = false;
  emulator.handle("endpoint-*", ({ name, token }) => {
    if (name === "complains" && !patient) throw new Error(`cannot sign in with ${token}`);
    return { output: { token } };
  });
  stack.declare(program, { url: output("endpoint", "url"), answer: output("echoes", "output") });

  const failed = await stack.up({ continueOnError: true, ...verbose });
  expect(failed.text).toContain("| container: TOKEN=[secret]");
  expect(failed.text).toContain("| container: PLATFORM_TOKEN=[secret]");
  expect(failed.text).toContain("| container: signing in with [secret]");
  expect(failed.text).toContain("failed: cannot sign in with [secret]");
  expect(stack.resource("echoes").outputs).toMatchObject({
    status: "COMPLETED",
    output: { ciphertext: expect.any(String) },
  });
  expectNoTrace(traces, emulation, failed);

  for (const { id, name } of emulator.state().pods)
    if (name === "web") emulator.changePod(id, { env: { TOKEN: canaries.drifted, NEW: canaries.drifted } });
  const drifted = [await stack.refresh(verbose), await stack.preview(verbose)];
  expect(drifted[1]?.text).toMatch(/env\s*:? ({\s+)?.*\[secret\]/);
  for (const run of drifted) expectNoTrace(traces, emulation, run);

  emulator.scriptPods({});
  patient = true;
  const mended = await mustSucceed(stack.up(verbose));
  expectNoTrace(traces, emulation, mended);

  emulator.scriptPods(talking);
  const rotated = { ...env, TOKEN: canaries.rotated };
  stack.declare(program.map((one) => (one.name === "talks" ? { ...one, args: { ...one.args, env: rotated } } : one)));
  const failedUpdate = await stack.up(verbose);
  expect(failedUpdate.text).toContain("| container: TOKEN=[secret]");
  expect(stack.resource("talks").outputs).toMatchObject({ status: "ERROR", env: { ciphertext: expect.any(String) } });
  expectNoTrace(traces, emulation, failedUpdate);

  const destroyed = await mustSucceed(stack.destroy(verbose));
  expectNoTrace(traces, emulation, destroyed);
});

test("an API key in the stack's configuration appears in no error", async () => {
  const emulation = await emulated({ apiKey: canaries.key }, { env: { PODWRIGHT_API_KEY: undefined } });
  const { emulator, stack } = emulation;
  await stack.configure("podwright:apiKey", canaries.key, true);
  stack.declare([
    ...program.filter(({ name }) => name === "web"),
    { kind: "ServerlessEndpoint", name: "endpoint", args: { gpuIds: "AMPERE_16", templateId: "nowhere" } },
    { kind: "RegistryCredential", name: "ghcr", args: { username: canaries.username, password: canaries.password } },
  ]);
  // The URL contains the key there, and a server may repeat everything that it received.
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

  const refused = await stack.up({ continueOnError: true, ...verbose });

  expect(refused.text).toContain("env [secret] of [secret]");
  expect(refused.text).toContain("[secret] with [secret]");
  expect(refused.text).toContain("api_key=[secret]");
  expectNoTrace(traces, emulation, refused);
  expect(stack.stateText()).toContain(stack.host === "plugin" ? '"apiKey"' : "podwright:apiKey");
});
