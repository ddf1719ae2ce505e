import { expect, test } from "vitest";
import { doctorReport } from "../../../cli/doctor/report";
import { emulated } from "../harness/emulated";
import { runPodwright } from "../harness/podwright";
import type { TestStack } from "../harness/stack";

const canary = "canary-key-in-the-stack";

test("doctor finds nothing in the way of a stack that is up, then each broken setting, and never prints the key", async () => {
  const { emulator, stack } = await emulated({ apiKey: canary }, { apiKey: canary });
  stack.declare([{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } }]);
  const up = await stack.up();
  expect(up.ok, up.text).toBe(true);
  await stack.configure("podwright:apiKey", canary, true);
  emulator.clearRequests();

  const { exitCode, report } = await doctor(stack);

  expect(report.findings.filter(({ level }) => level !== "ok" && level !== "unchecked")).toEqual([]);
  expect({ exitCode, result: report.result }).toEqual({ exitCode: 0, result: "well" });
  expect(report.findings.find(({ check }) => check === "stack")?.message).toBe("The stack is test.");
  expect(report.findings.find(({ check }) => check === "last-update")?.message).toBe("The last update succeeded.");
  expect(report.account.spendPerHour).toBe(0.39);
  expect(emulator.requests().map(({ method }) => method)).not.toContain("DELETE");

  const broken = await doctor(stack, { PULUMI_CONFIG_PASSPHRASE: "another" });
  expect(problems(broken.report)).toContain("configuration");
  const unknown = await doctor(stack, { PODWRIGHT_BASE_URL: "ftp://nowhere" });
  expect(problems(unknown.report)).toEqual(expect.arrayContaining(["setting", "pods", "graphql"]));
  await stack.configure("podwright:apiKey", `${canary}-revoked`);
  const refused = await doctor(stack);
  expect(refused.report.findings.map(({ check }) => check)).toContain("key-in-clear");
  expect(problems(refused.report)).toContain("key");
  expect([broken, unknown, refused].map((one) => one.exitCode)).toEqual([7, 7, 7]);
});

async function doctor(stack: TestStack, env: NodeJS.ProcessEnv = {}) {
  const { exitCode, out, err } = await runPodwright(stack, ["doctor", "--output", "json"], env);
  expect(out + err).not.toContain(canary);
  return { exitCode, report: doctorReport.parse(JSON.parse(out)) };
}

function problems({ findings }: ReturnType<typeof doctorReport.parse>): string[] {
  return findings.filter(({ level }) => level === "problem").map(({ check }) => check);
}
