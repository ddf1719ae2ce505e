import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { KEY } from "../../client/support/local-server";
import { temporaryFolder } from "../../support/temporary-folder";
import { at, BILLED, platform } from "../support/billing-platform";
import { FakePulumi } from "../support/fake-pulumi";

describe("the bill of a deleted pod", () => {
  const entry = { at: at(0), event: "created", kind: "Pod", id: "gone", gpu: "NVIDIA A40", name: "web" };

  test("shows the pod's GPU if the journal of this machine contains the pod", async () => {
    const folder = journalWith(entry, { ...entry, kind: "ServerlessEndpoint", gpu: "AMPERE_80" });
    const { cli } = await platform(BILLED);
    const env = { PODWRIGHT_JOURNAL: folder };
    const byGpu = await cli("pods", { env });
    expect(JSON.parse(byGpu.out).records.map(({ gpuId }: { gpuId: string }) => gpuId)).not.toContain("unattributed");
    expect(byGpu.err).toBe("");
    expect(JSON.parse((await cli(["pods", "--gpu-id", "NVIDIA A40"], { env })).out).totals.totalAmount).toBe(1.2);
    expect((await cli("pods --pod-id gonne", { env })).err).toContain("did you mean gone?");
  });

  test("shows the pod's GPU if the stack that --gpus-from names contains the pod", async () => {
    const pulumi = new FakePulumi({ version: 3, deployment: { resources } });
    const { cli } = await platform(BILLED);
    const env = { PATH: pulumi.path };
    expect((await cli("pods", { env })).err).toContain("$1.00 of the cost of pods");
    expect((await cli("pods --grouping podId --gpus-from dev", { env })).err).toBe("");
    expect(pulumi.commands()).toEqual([]);
    const { out, err } = await cli("pods --gpus-from dev", { env });
    expect(err).toBe("");
    expect(JSON.parse(out).records.map(({ gpuId }: { gpuId: string }) => gpuId)).not.toContain("unattributed");
    expect(pulumi.calls()).toEqual([expect.stringContaining("stack export --stack dev")]);
  });

  const type = "podwright:index:Pod";
  const outputs = { placement: { gpu: { id: "NVIDIA A40", count: 1 } } };
  const resources = [{ urn: `urn:pulumi:dev::app::${type}::web`, type, id: "gone", outputs }];

  /** The bill of all pods names the GPU of each pod, without a warning. */
  async function attributesAll(pulumi: FakePulumi): Promise<void> {
    const { cli } = await platform(BILLED);
    const { out, err } = await cli(["pods", "--gpus-from", `${pulumi.dir}:dev`], { env: { PATH: pulumi.path } });
    expect(err).toBe("");
    expect(JSON.parse(out).records.map(({ gpuId }: { gpuId: string }) => gpuId)).not.toContain("unattributed");
  }

  test("shows the pod's GPU even if a destroy has emptied the stack's state", async () => {
    const pulumi = new FakePulumi({ version: 3, deployment: { resources: [] } });
    pulumi.recordInFiles("app", { resources: [] }, { resources });
    await attributesAll(pulumi);
  });

  test("shows the pod's GPU if an earlier state in Pulumi Cloud contains the pod", async () => {
    const state = (held: readonly object[]) => ({ version: 3, deployment: { resources: held } });
    const pulumi = new FakePulumi(state([]));
    const left = [state([]), state(resources), state([])];
    pulumi.record(...left.map((one, index) => ({ version: 3 - index, left: one })));
    await attributesAll(pulumi);
    const exports = pulumi.calls().filter((call) => call.includes("--version"));
    expect(exports.map((call) => /--version (\d+)/.exec(call)?.[1])).toEqual(["3", "2"]);
    expect(pulumi.commands()).not.toContain("whoami --json");
  });

  test("shows no GPU if Podwright cannot read the stack", async () => {
    const pulumi = new FakePulumi({});
    pulumi.fail("stack export", "error: no stack named 'dev' found\n");
    const { cli } = await platform(BILLED);
    const { exitCode, err } = await cli("pods --gpus-from dev", { env: { PATH: pulumi.path } });
    expect(exitCode).toBe(0);
    expect(err).toContain(
      "the state and history of dev could not be read: `pulumi stack export` failed: no stack named",
    );
  });
});

describe("the bill of a stack", () => {
  const one = (kind: string, name: string, id: string) => {
    const type = `podwright:index:${kind}`;
    return { urn: `urn:pulumi:dev::app::${type}::${name}`, type, id, outputs: {} };
  };
  const state = { resources: [one("Pod", "now", "pod2"), one("ServerlessEndpoint", "answers", "ep1")] };
  const before = { resources: [one("Pod", "then", "gone"), one("NetworkVolume", "models", "volume-gone")] };
  const ids = (out: string, group: string) =>
    JSON.parse(out).records.map((record: Readonly<Record<string, unknown>>) => record[group]);

  test.each([
    ["pods", "podId", ["pod2", "gone"]],
    ["serverless", "endpointId", ["ep1"]],
    ["network-volume", "networkVolumeId", ["volume-gone"]],
  ])("contains only resources that the stack manages or once managed: %s", async (subject, group, expected) => {
    const pulumi = new FakePulumi({ version: 3, deployment: state });
    pulumi.recordInFiles("app", state, before);
    const others = ["ep1", "ep2", "volume", "volume-gone"].map((id) => ({ day: 2, id, gpu: 1, disk: 1 }));
    const { cli } = await platform([...BILLED, ...others]);
    const flags = ["--grouping", group].slice(0, group === "networkVolumeId" ? 0 : 2);
    const stack = ["--stack", "dev", "--cwd", pulumi.dir];
    const { out, err } = await cli([subject, ...flags, ...stack], { env: { PATH: pulumi.path } });
    expect(err).toBe("");
    expect(ids(out, group)).toEqual(expected);
  });

  test("uses only the stack's own entries in the billing journal", async () => {
    const pulumi = new FakePulumi({ version: 3, deployment: { resources: [one("Pod", "now", "pod2")] } });
    const entry = { at: at(0), event: "created", kind: "Pod", id: "gone", gpu: "NVIDIA A40", name: "web" };
    const folder = journalWith(
      { ...entry, project: "app", stack: "dev" },
      { ...entry, id: "cpupod", project: "app", stack: "prod" },
      { ...entry, id: "cpupod", project: "other", stack: "dev" },
    );
    const { cli } = await platform(BILLED);
    const env = { PATH: pulumi.path, PODWRIGHT_JOURNAL: folder };
    const { out } = await cli("pods --grouping podId --stack dev", { env });
    expect(ids(out, "podId")).toEqual(["pod2", "gone"]);
    const { totals } = JSON.parse((await cli("pods --stack dev", { env })).out);
    expect(totals.totalAmount).toBe(1.2);
  });

  const urnOf = (provider: string) => `urn:pulumi:dev::app::pulumi:providers:podwright::${provider}`;
  const provider = (name: string, inputs: object) => ({
    urn: urnOf(name),
    id: "1f3a",
    type: "pulumi:providers:podwright",
    inputs,
  });

  test("comes from the account of the stack's own key and of each explicit provider", async () => {
    const other = await platform([{ day: 1, id: "elsewhere", gpu: 5 }]);
    const own = await platform([{ day: 1, id: "own", gpu: 3 }]);
    const foreign = await platform(BILLED);
    const there = { apiKey: KEY, baseUrl: other.url, serverlessUrl: other.url };
    const resources = [
      provider("there", there),
      one("Pod", "web", "own"),
      { ...one("Pod", "api", "elsewhere"), provider: `${urnOf("there")}::1f3a` },
    ];
    const pulumi = new FakePulumi({ version: 3, deployment: { resources } });
    pulumi.configure("dev", { "podwright:apiKey": KEY, "podwright:baseUrl": own.url });
    const { out, err } = await foreign.cli("pods --grouping podId --stack dev", { env: { PATH: pulumi.path } });
    expect(err).toBe("");
    expect(ids(out, "podId").toSorted()).toEqual(["elsewhere", "own"]);
    expect(JSON.parse(out).totals.totalAmount).toBe(8);
    expect(foreign.requests()).toEqual([]);
  });

  test("fails if an account of the stack is unknown", async () => {
    const mappings = { __internal: { envVarMappings: { OTHER_KEY: "PODWRIGHT_API_KEY" } } };
    const resources = [provider("there", mappings), { ...one("Pod", "api", "a"), provider: `${urnOf("there")}::1f3a` }];
    const pulumi = new FakePulumi({ version: 3, deployment: { resources } });
    const { cli } = await platform(BILLED);
    const { exitCode, err } = await cli("pods --stack dev", { env: { PATH: pulumi.path } });
    expect(exitCode).toBe(1);
    expect(err).toMatch(/^error: Podwright could not read the account of dev: provider there takes .* set OTHER_KEY/);
  });

  test("names a provider that the state has lost with its key", async () => {
    const gone = { ...one("Pod", "api", "elsewhere"), provider: `${urnOf("there")}::1f3a` };
    const now = { resources: [one("Pod", "web", "pod2")] };
    const pulumi = new FakePulumi({ version: 3, deployment: now });
    pulumi.recordInFiles("app", now, { resources: [...now.resources, provider("there", {}), gone] });
    const { cli } = await platform(BILLED);
    const { err } = await cli(["pods", "--stack", "dev", "--cwd", pulumi.dir], { env: { PATH: pulumi.path } });
    expect(err).toContain("note: The bill of dev in");
    expect(err).toContain("lacks the resources of provider there, because the state no longer contains the provider");
  });

  test("leaves out a resource that moved to another stack, and --grouping stack bills the present stack", async () => {
    const moved = { ...one("Pod", "moved", "pod2"), urn: "urn:pulumi:prod::app::podwright:index:Pod::moved" };
    const now = { resources: [one("Pod", "now", "gone")] };
    const before = { resources: [...now.resources, one("Pod", "moved", "pod2")] };
    const pulumi = new FakePulumi({ version: 3, deployment: now });
    pulumi.stacks("dev", "prod");
    pulumi.another("prod", { version: 3, deployment: { resources: [moved] } });
    pulumi.recordInFiles("app", now, before);
    const { cli } = await platform(BILLED);
    const world = { env: { PATH: pulumi.path } };
    const { out, err } = await cli(["pods", "--grouping", "podId", "--stack", "dev", "--cwd", pulumi.dir], world);
    expect(ids(out, "podId")).toEqual(["gone"]);
    expect(err).toMatch(/^note: pod2 is in prod in .* now, so the bill of dev in .* leaves it out\.$/m);
    const both = ["--stack", "dev", "--stack", "prod", "--cwd", pulumi.dir];
    const grouped = JSON.parse((await cli(["pods", "--grouping", "owner", ...both], world)).out);
    const groups = grouped.records.map((record: Readonly<Record<string, unknown>>) => record.owner ?? record.group);
    expect(groups.toSorted()).toEqual(["app/dev/now", "app/prod/moved"]);
  });

  test("is empty for a stack without resources", async () => {
    const pulumi = new FakePulumi({ version: 3, deployment: { resources: [] } });
    const { cli } = await platform(BILLED);
    const { out, err } = await cli("pods --stack dev", { env: { PATH: pulumi.path } });
    expect(JSON.parse(out)).toMatchObject({ records: [], totals: { totalAmount: 0 } });
    expect(err).toMatch(/^Nothing was billed for pods of dev from /);
  });

  test("fails if Podwright cannot read the stack", async () => {
    const pulumi = new FakePulumi({});
    pulumi.fail("stack export", "error: no stack named 'dev' found\n");
    const { cli } = await platform(BILLED);
    const { exitCode, out, err } = await cli("pods --stack dev", { env: { PATH: pulumi.path } });
    expect({ exitCode, out }).toEqual({ exitCode: 1, out: "" });
    expect(err).toContain("no stack named 'dev' found");
  });
});

function journalWith(...entries: readonly object[]): string {
  const folder = temporaryFolder("journal");
  writeFileSync(join(folder, "resources-2026-06.jsonl"), entries.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return folder;
}
