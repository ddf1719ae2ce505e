import { expect, test } from "vitest";
import type { Emulator, FaultEffect } from "../../emulator";
import { emulated } from "./harness/emulated";
import type { Declared, TestStack } from "./harness/stack";

const gpu = { id: "NVIDIA L4" };
const serverless = { image: "worker", serverless: true };
const volume = { size: 10, dataCenter: "US-KS-2" };
const robot = { username: "robot", password: "none" };
const endpoint = { gpuIds: "AMPERE_16", workersMax: 1 };

const idOf = (name: string) => `\${${name}.id}`;

/** After the one of its kind before it, so that it is certain which request meets which fault. */
const after = (name: string) => ({ options: { dependsOn: [name] } });

/** Two of each: one whose name is generated, one whose name is the user's own. */
const program: readonly Declared[] = [
  { kind: "Pod", name: "pod", args: { image: "nginx", gpu } },
  { kind: "Pod", name: "named-pod", args: { name: "web", image: "nginx", gpu }, ...after("pod") },
  { kind: "Template", name: "template", args: serverless },
  { kind: "Template", name: "named-template", args: { ...serverless, name: "worker" }, ...after("template") },
  { kind: "NetworkVolume", name: "volume", args: volume },
  { kind: "NetworkVolume", name: "named-volume", args: { ...volume, name: "models" }, ...after("volume") },
  { kind: "RegistryCredential", name: "credential", args: robot },
  { kind: "RegistryCredential", name: "named-credential", args: { ...robot, name: "ghcr" }, ...after("credential") },
  { kind: "ServerlessEndpoint", name: "endpoint", args: { ...endpoint, templateId: idOf("template") } },
  {
    kind: "ServerlessEndpoint",
    name: "named-endpoint",
    args: { ...endpoint, name: "answers", templateId: idOf("named-template") },
    ...after("endpoint"),
  },
];

const creates = ["createPod", "createTemplate", "createNetworkVolume", "createRegistry", "saveEndpoint"] as const;

const faults: readonly { title: string; effect: FaultEffect; sent: number; text: RegExp }[] = [
  { title: "the answer to a create is lost", effect: { dropResponse: true }, sent: 1, text: /: going on with it/ },
  {
    title: "a create is cut off before it arrives",
    effect: { dropRequest: true },
    sent: 2,
    text: /nothing was made; creating/,
  },
  {
    title: "a create is answered 500 after its work was done",
    effect: { status: 500, afterWork: true },
    sent: 1,
    text: /: going on with it/,
  },
  { title: "the answer to a create cannot be read", effect: { malformed: true }, sent: 1, text: /: going on with it/ },
];

test.each(faults)("when $title, exactly one of each exists and is in the state", async (fault) => {
  const { emulator, stack } = await emulated();
  const strangers = await lookAlikes(emulator);
  emulator.clearRequests();
  for (const operation of creates) addFaultTo2Creates(emulator, operation, fault);
  stack.declare(program);

  const up = await stack.up();

  expect(up.ok, up.text).toBe(true);
  expect(up.text).toMatch(fault.text);
  expectRecorded(emulator, stack, strangers);
  for (const operation of creates) expect(emulator.counts()[operation], operation).toBe(2 * fault.sent);
});

test("a create that is refused twice for the rate limit waits as told and makes exactly one", async () => {
  const { emulator, stack } = await emulated();
  for (const operation of creates) emulator.addFault({ operation, times: 2, effect: { status: 429 } });
  stack.declare(program.filter(({ name }) => !name.startsWith("named-")));

  const up = await stack.up();

  expect(up.ok, up.text).toBe(true);
  expectRecorded(emulator, stack, []);
  for (const operation of creates) expect(emulator.counts()[operation], operation).toBe(3);
});

test("a replacement whose create is lost never takes the pod it replaces for the new one", async () => {
  const { emulator, stack } = await emulated();
  const declare = (id: string) =>
    stack.declare([
      { kind: "Pod", name: "pod", args: { image: "nginx", gpu: { id } } },
      { kind: "Pod", name: "named-pod", args: { name: "web", image: "nginx", gpu: { id } }, ...after("pod") },
    ]);
  declare("NVIDIA L4");
  expect((await stack.up()).ok).toBe(true);
  const replaced = stack.resources().map(({ id }) => id);
  addFaultTo2Creates(emulator, "createPod", { effect: { dropRequest: true }, sent: 2 });
  declare("NVIDIA A40");

  const up = await stack.up();

  expect(up.ok, up.text).toBe(true);
  expectRecorded(emulator, stack, []);
  expect(emulator.state().pods).toMatchObject(Array(2).fill({ gpu: { id: "NVIDIA A40" } }));
  expect(stack.resources().some(({ id }) => replaced.includes(id))).toBe(false);
});

/** Hits the first request of each of two creates that follow each other and take `sent` requests each. */
function addFaultTo2Creates(
  emulator: Emulator,
  operation: string,
  { effect, sent }: { effect: FaultEffect; sent: number },
): void {
  emulator.addFault({ operation, effect });
  emulator.addFault({ operation, effect, skip: sent - 1 });
}

/** What other people have under the very names this program gives. Answers the ids. */
async function lookAlikes(emulator: Emulator): Promise<string[]> {
  const post = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${emulator.apiKey}` };
    const answer = await emulator.inject({ method: "POST", url, headers, payload });
    expect(answer.statusCode, answer.payload).toBeLessThan(300);
    return answer.json<{ id: string; data?: { saveEndpoint: { id: string } } }>();
  };
  const pod = await post("/v2/pods", { name: "web", image: "nginx", gpu });
  const template = await post("/v2/templates", { ...serverless, name: "others" });
  const models = await post("/v2/network-volumes", { ...volume, name: "models" });
  const ghcr = await post("/v2/registries", { ...robot, name: "ghcr" });
  const answers = await post("/graphql", {
    query: `mutation { saveEndpoint(input: { name: "answers", templateId: "${template.id}", gpuIds: "AMPERE_16" }) { id } }`,
  });
  return [pod.id, template.id, models.id, ghcr.id, answers.data?.saveEndpoint.id ?? ""];
}

/** The account holds what the state holds and what was there before, and nothing else. */
function expectRecorded(emulator: Emulator, stack: TestStack, strangers: readonly string[]): void {
  const { pods, templates, endpoints, networkVolumes, registries } = emulator.state();
  const there = [pods, templates, endpoints, networkVolumes, registries].flat().map(({ id }) => id);
  const recorded = stack.resources().map(({ id }) => id);
  expect(there.sort()).toEqual([...recorded, ...strangers].sort());
  expect(pods.every(({ status }) => status === "RUNNING")).toBe(true);
}
