import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { version } from "../../package.json";
import { type Emulated, emulated } from "./harness/emulated";
import type { Declared } from "./harness/stack";

/*
 * What is stored with a resource runs years later, with whatever version is installed then. Each file under golden/ is
 * the state that one release wrote for the program below. A release adds its own and never touches another's:
 * PODWRIGHT_WRITE_GOLDEN=1 npx vitest run --project e2e test/e2e/state-contract.test.ts && npm run format
 */
const golden = join(__dirname, "golden");
const releases = readdirSync(golden).filter((file) => file.endsWith(".json"));

const idOf = (name: string) => `\${${name}.id}`;
const volume = { size: 10, dataCenter: "US-TX-3" };
const mounts = { network: [{ volumeId: idOf("volume"), path: "/models" }] };
const program: readonly Declared[] = [
  { kind: "Template", name: "template", args: { image: "worker", serverless: true, env: { MODE: "fast" } } },
  { kind: "NetworkVolume", name: "volume", args: volume },
  {
    kind: "Pod",
    name: "pod",
    args: { image: "nginx", gpu: { id: "NVIDIA L4" }, ports: ["80/http"], env: { TOKEN: "old" }, mounts },
  },
  {
    kind: "ServerlessEndpoint",
    name: "endpoint",
    args: { gpuIds: "AMPERE_16", templateId: idOf("template"), drain: { queued: "process" } },
    options: { customTimeouts: { delete: "1m" } },
  },
  { kind: "RegistryCredential", name: "credential", args: { username: "robot", password: "none" } },
  {
    kind: "Job",
    name: "job",
    args: { endpointId: idOf("endpoint"), input: { prompt: "hello" }, triggers: ["v1"], timeout: "5m" },
  },
];
const names = program.map(({ name }) => name);

test.each(releases)("the state in %s is understood and destroyed by this version", async (release) => {
  const emulation = await emulated();
  const { emulator, stack } = emulation;
  const ids = await make(emulator);
  const file = join(stack.dir, "state.json");
  writeFileSync(file, fill(readFileSync(join(golden, release), "utf8"), { ...ids, url: emulator.url }));
  const imported = await stack.run(["stack", "import", "--file", file, "--stack", "test"]);
  expect(imported.ok, imported.text).toBe(true);
  stack.declare(program);

  const preview = await stack.preview("--expect-no-changes");
  const destroyed = await stack.destroy();

  expect(preview.ok, preview.text).toBe(true);
  expect(destroyed.ok, destroyed.text).toBe(true);
  expect(emulator.state()).toMatchObject({
    pods: [],
    endpoints: [],
    templates: [],
    networkVolumes: [],
    registries: [],
  });
  expect(stack.resources()).toEqual([]);
});

test("the release that is being made has its state among the golden ones", async () => {
  if (process.env.PODWRIGHT_WRITE_GOLDEN !== undefined) await write(await emulated());
  expect(readdirSync(golden)).toContain(`${version}.json`);
});

/** What the golden state holds, made on an emulator of today. */
async function make(emulator: Emulator): Promise<Record<string, string>> {
  const post = async (url: string, payload: object) => {
    const headers = { authorization: `Bearer ${emulator.apiKey}` };
    const answer = await emulator.inject({ method: "POST", url, headers, payload });
    expect(answer.statusCode, answer.payload).toBeLessThan(300);
    return answer.json<{ id: string; data: { saveEndpoint: { id: string } } }>();
  };
  const template = await post("/v2/templates", { name: "template", image: "worker", serverless: true });
  const { id: volumeId } = await post("/v2/network-volumes", { name: "volume", ...volume });
  const mounts = { network: [{ volumeId, path: "/models" }] };
  const pod = await post("/v2/pods", { name: "pod", image: "nginx", gpu: { id: "NVIDIA L4" }, mounts });
  const { data } = await post("/graphql", {
    query: `mutation { saveEndpoint(input: { name: "endpoint", templateId: "${template.id}", gpuIds: "AMPERE_16", workersMin: 1 }) { id } }`,
  });
  const credential = await post("/v2/registries", { name: "credential", username: "robot", password: "none" });
  const ids = { template: template.id, volume: volumeId, pod: pod.id, credential: credential.id };
  // The platform has long forgotten the job.
  return { ...ids, endpoint: data.saveEndpoint.id, job: "forgotten-e1" };
}

/** Ids and addresses differ from run to run; the file has `{{name}}` in their place. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name) => values[name] ?? whole);
}

async function write({ emulator, stack }: Emulated): Promise<void> {
  stack.declare(program);
  const up = await stack.up();
  expect(up.ok, up.text).toBe(true);
  const { text } = await stack.run(["stack", "export", "--stack", "test"]);
  const values = new Map([
    [emulator.url, "url"],
    ...names.map((name) => [stack.resource(name).id ?? "", name] as const),
  ]);
  const scrubbed = [...values].reduce((state, [value, name]) => state.replaceAll(value, `{{${name}}}`), text);
  // Where the program lay on this machine is nobody's business, and no part of the contract.
  const noise = ["sourcePosition", "stackTrace", "created", "modified"];
  const kept = JSON.parse(scrubbed, (key, value) => (noise.includes(key) ? undefined : value));
  writeFileSync(join(golden, `${version}.json`), `${JSON.stringify(kept, undefined, 2)}\n`);
}
