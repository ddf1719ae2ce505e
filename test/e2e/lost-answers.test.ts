import { expect, test } from "vitest";
import type { Emulator, FaultEffect } from "../../emulator";
import { emulated } from "./harness/emulated";
import type { Declared, TestStack } from "./harness/stack";

const gpu = { id: "NVIDIA L4" };
const serverless = { image: "worker", serverless: true };
const volume = { size: 10, dataCenter: "US-KS-2" };
const endpoint = { gpuIds: "AMPERE_16", workersMax: 1 };

const idOf = (name: string) => `\${${name}.id}`;

/** Two of each: one whose name is generated, one whose name is the user's own. */
const program: readonly Declared[] = [
  { kind: "Pod", name: "pod", args: { image: "nginx", gpu } },
  { kind: "Pod", name: "named-pod", args: { name: "web", image: "nginx", gpu } },
  { kind: "Template", name: "template", args: serverless },
  { kind: "Template", name: "named-template", args: { ...serverless, name: "worker" } },
  { kind: "NetworkVolume", name: "volume", args: volume },
  { kind: "NetworkVolume", name: "named-volume", args: { ...volume, name: "models" } },
  { kind: "ServerlessEndpoint", name: "endpoint", args: { ...endpoint, templateId: idOf("template") } },
  {
    kind: "ServerlessEndpoint",
    name: "named-endpoint",
    args: { ...endpoint, name: "answers", templateId: idOf("named-template") },
  },
];

const creates = ["createPod", "createTemplate", "createNetworkVolume", "saveEndpoint"] as const;

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
  for (const operation of creates) emulator.addFault({ operation, times: 2, effect: fault.effect });
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

/** What other people have under the very names this program gives. Answers the ids. */
async function lookAlikes(emulator: Emulator): Promise<string[]> {
  const post = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${emulator.apiKey}` };
    const answer = await emulator.inject({ method: "POST", url, headers, payload });
    expect(answer.statusCode).toBeLessThan(300);
    return answer.json<{ id: string; data?: { saveEndpoint: { id: string } } }>();
  };
  const pod = await post("/v2/pods", { name: "web", image: "nginx", gpu });
  const template = await post("/v2/templates", { ...serverless, name: "others" });
  const models = await post("/v2/network-volumes", { ...volume, name: "models" });
  const answers = await post("/graphql", {
    query: `mutation { saveEndpoint(input: { name: "answers", templateId: idOf("template"), gpuIds: "AMPERE_16" }) { id } }`,
  });
  return [pod.id, template.id, models.id, answers.data?.saveEndpoint.id ?? ""];
}

/** The account holds what the state holds and what was there before, and nothing else. */
function expectRecorded(emulator: Emulator, stack: TestStack, strangers: readonly string[]): void {
  const { pods, templates, endpoints, networkVolumes } = emulator.state();
  const there = [pods, templates, endpoints, networkVolumes].flat().map(({ id }) => id);
  const recorded = stack.resources().map(({ id }) => id);
  expect(there.sort()).toEqual([...recorded, ...strangers].sort());
  expect(pods.every(({ status }) => status === "RUNNING")).toBe(true);
}
