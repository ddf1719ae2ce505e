import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { doctorReport } from "../../../cli/doctor/report";
import { temporaryFolder } from "../../support/temporary-folder";
import { emulated } from "../harness/emulated";
import { podwrightProgram } from "../harness/repository";
import { runPodwright } from "../harness/stack/podwright";
import type { TestStack } from "../harness/stack/stack";
import { deploy } from "../harness/stack/steps";

const canary = "canary-key-in-the-stack";

test("podwright doctor reports each broken setting and never prints the API key", async () => {
  const { emulator, stack } = await emulated({ apiKey: canary }, { apiKey: canary, withPassphrase: true });
  await deploy(stack, [{ kind: "Pod", name: "web", args: { image: "nginx", gpu: { id: "NVIDIA L4" } } }]);
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

test("podwright doctor --clean-up deletes all resources that a killed podwright doctor --live created", async () => {
  const { emulator, stack } = await emulated({ provision: 50 });
  const content = () => {
    const { pods, endpoints, templates } = emulator.state();
    return [...pods, ...endpoints, ...templates].map(({ name }) => name);
  };
  const env = await stack.environment({ PODWRIGHT_TIME_SCALE: "0.01" });
  // The probes need no project, and the engine has less work without a project.
  const cwd = temporaryFolder("probes");
  const live = ["doctor", "--live", "--yes", "--probe", "save-endpoint-omission", "--probe", "own-answer"];
  let leaving = 0;
  for (const operation of ["createTemplate", "saveEndpoint", "deleteEndpoint", "createPod", "podAction"]) {
    emulator.clearRequests();
    emulator.addFault({ operation, effect: { delayMs: 200 } });
    const child = spawn(process.execPath, [podwrightProgram, ...live], { cwd, env });
    const exit = once(child, "exit");
    await expect.poll(() => emulator.requests().some((entry) => entry.operation === operation)).toBe(true);
    child.kill("SIGKILL");
    await exit;
    // The delayed request arrives.
    await expect.poll(() => emulator.requests().every(({ status }) => status > 0)).toBe(true);
    if (content().length > 0) leaving += 1;
    const cleaned = await runPodwright(stack, ["doctor", "--clean-up", "--yes", "--cwd", cwd], env);
    expect({ operation, left: content(), exitCode: cleaned.exitCode }).toEqual({ operation, left: [], exitCode: 0 });
  }
  expect(leaving).toBeGreaterThan(2);
});

async function doctor(stack: TestStack, env: NodeJS.ProcessEnv = {}) {
  const { exitCode, out, err } = await runPodwright(stack, ["doctor", "--output", "json"], env);
  expect(out + err).not.toContain(canary);
  return { exitCode, report: doctorReport.parse(JSON.parse(out)) };
}

function problems({ findings }: ReturnType<typeof doctorReport.parse>): string[] {
  return findings.filter(({ level }) => level === "problem").map(({ check }) => check);
}
