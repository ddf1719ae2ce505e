import { expect } from "vitest";
import type { Emulator, FaultEffect } from "../../../../emulator";
import { emulated } from "../emulated";
import type { Declared, TestStack } from "../stack";

const gpu = { id: "NVIDIA L4" };
const serverless = { image: "worker", serverless: true };
const volume = { size: 10, dataCenter: "US-KS-2" };
const robot = { username: "robot", password: "none" };
const endpoint = { gpuIds: "AMPERE_16", workersMax: 1 };

const idOf = (name: string) => `\${${name}.id}`;

/** After the one of its kind before it, so that it is certain which request meets which fault. */
export const after = (name: string) => ({ options: { dependsOn: [name] } });

/** Two of each: one whose name is generated, one whose name is the user's own. */
export const program: readonly Declared[] = [
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

export const creates = [
  "createPod",
  "createTemplate",
  "createNetworkVolume",
  "createRegistry",
  "saveEndpoint",
] as const;

export interface Fault {
  readonly effect: FaultEffect;
  /** The requests that one creation takes. */
  readonly sent: number;
  /** What the user is told. */
  readonly text: RegExp;
}

/** Every create of the program meets the fault: of each exactly one is made, and recorded. */
export async function createDespite(fault: Fault): Promise<void> {
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
}

/** Hits the first request of each of two creates that follow each other and take `sent` requests each. */
export function addFaultTo2Creates(
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
export function expectRecorded(emulator: Emulator, stack: TestStack, strangers: readonly string[]): void {
  const { pods, templates, endpoints, networkVolumes, registries } = emulator.state();
  const there = [pods, templates, endpoints, networkVolumes, registries].flat().map(({ id }) => id);
  const recorded = stack.resources().map(({ id }) => id);
  expect(there.sort()).toEqual([...recorded, ...strangers].sort());
  expect(pods.every(({ status }) => status === "RUNNING")).toBe(true);
}
