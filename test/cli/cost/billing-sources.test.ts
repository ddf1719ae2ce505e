import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../../support/temporary-folder";
import { at, BILLED, platform } from "../support/billing-platform";
import { FakePulumi } from "../support/fake-pulumi";

describe("what is gone", () => {
  const entry = { at: at(0), event: "created", kind: "Pod", id: "gone", gpu: "NVIDIA A40", name: "web" };

  test("is known by the journal of this machine, for the GPU, the filter and the id", async () => {
    const folder = journalWith(entry, { ...entry, kind: "ServerlessEndpoint", gpu: "AMPERE_80" });
    const { cli } = await platform(BILLED);
    const env = { PODWRIGHT_JOURNAL: folder };
    const byGpu = await cli("pods", { env });
    expect(JSON.parse(byGpu.out).records.map(({ gpuId }: { gpuId: string }) => gpuId)).not.toContain("unattributed");
    expect(byGpu.err).toBe("");
    expect(JSON.parse((await cli(["pods", "--gpu-id", "NVIDIA A40"], { env })).out).totals.totalAmount).toBe(1.2);
    expect((await cli("pods --pod-id gonne", { env })).err).toContain("did you mean gone?");
  });

  test("is known by a stack's state, which is read only where it is named and something is missing", async () => {
    const type = "pulumi-nodejs:dynamic/podwright:Pod";
    const urn = `urn:pulumi:dev::app::${type}::web`;
    const outputs = { placement: { gpu: { id: "NVIDIA A40", count: 1 } } };
    const resources = [{ urn, type, id: "gone", outputs, delete: true }];
    const pulumi = new FakePulumi({ version: 3, deployment: { resources } });
    const { cli } = await platform(BILLED);
    const env = { PATH: pulumi.path };
    expect((await cli("pods", { env })).err).toContain("$1.00 of pods");
    expect((await cli("pods --grouping podId --stack dev", { env })).err).toBe("");
    expect(pulumi.commands()).toEqual([]);
    const { out, err } = await cli("pods --stack dev", { env });
    expect(err).toBe("");
    expect(JSON.parse(out).records.map(({ gpuId }: { gpuId: string }) => gpuId)).not.toContain("unattributed");
    expect(pulumi.calls()).toEqual([expect.stringContaining("stack export --stack dev")]);
  });

  const type = "podwright:index:Pod";
  const outputs = { placement: { gpu: { id: "NVIDIA A40", count: 1 } } };
  const resources = [{ urn: `urn:pulumi:dev::app::${type}::web`, type, id: "gone", outputs }];

  /** Whether the bill of the stack's pods names the GPU of every pod, and warns of nothing. */
  async function attributesAll(pulumi: FakePulumi): Promise<void> {
    const { cli } = await platform(BILLED);
    const { out, err } = await cli(["pods", "--stack", "dev", "--cwd", pulumi.dir], { env: { PATH: pulumi.path } });
    expect(err).toBe("");
    expect(JSON.parse(out).records.map(({ gpuId }: { gpuId: string }) => gpuId)).not.toContain("unattributed");
  }

  test("is known by the history of a stack whose state a destroy has emptied", async () => {
    const pulumi = new FakePulumi({ version: 3, deployment: { resources: [] } });
    pulumi.recordInFiles("app", { resources: [] }, { resources });
    await attributesAll(pulumi);
  });

  test("is known by the numbered states of Pulumi's own service, read back until nothing is missing", async () => {
    const state = (held: readonly object[]) => ({ version: 3, deployment: { resources: held } });
    const pulumi = new FakePulumi(state([]));
    const left = [state([]), state(resources), state([])];
    pulumi.record(...left.map((one, index) => ({ version: 3 - index, left: one })));
    await attributesAll(pulumi);
    const exports = pulumi.calls().filter((call) => call.includes("--version"));
    expect(exports.map((call) => /--version (\d+)/.exec(call)?.[1])).toEqual(["3", "2"]);
    expect(pulumi.commands()).not.toContain("whoami --json");
  });

  test("stays unattributed where a stack cannot be read, with a note", async () => {
    const pulumi = new FakePulumi({});
    pulumi.fail("stack export", "error: no stack named 'dev' found\n");
    const { cli } = await platform(BILLED);
    const { exitCode, err } = await cli("pods --stack dev", { env: { PATH: pulumi.path } });
    expect(exitCode).toBe(0);
    expect(err).toContain(
      "the state and history of dev could not be read: `pulumi stack export` failed: no stack named",
    );
  });
});

function journalWith(...entries: readonly object[]): string {
  const folder = temporaryFolder("journal");
  writeFileSync(join(folder, "resources-2026-06.jsonl"), entries.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return folder;
}
