import { expect, test } from "vitest";
import { driftReport } from "../../../cli/drift/report";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newPod, send } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { commandLine } from "../support/command-line";
import { project } from "../support/project";

const first = useAccount();

async function strays(second: Emulator, key = second.apiKey) {
  // Both emulators count their ids alike. RunPod gives each id once, so the second account skips the ids of the first.
  for (let id = 0; id < 3; id++) await send(second, "DELETE", `/v2/pods/${await newPod(second)}`);
  const web = await newPod(first, { name: "web" });
  await newPod(first, { name: "stray-of-first" });
  const api = await newPod(second, { name: "api" });
  await newPod(second, { name: "stray-of-second" });
  const { cwd, pulumi } = project({
    prod: [{ kind: "Pod", name: "web", id: web }],
    dev: [{ kind: "Pod", name: "api", id: api }],
  });
  pulumi.configure("dev", { "podwright:apiKey": key, "podwright:baseUrl": second.url });
  const args = ["drift", "--cwd", cwd, "--all", "--unmanaged", "--output", "json"];
  const { out, exitCode } = await commandLine(args, { env: { ...environmentOf(first), PATH: pulumi.path } });
  const report = driftReport.parse(JSON.parse(out));
  return { out, exitCode, report, names: report.unmanaged?.map(({ name }) => name).toSorted() };
}

test("podwright drift --all --unmanaged searches the account of each stack's key", async () => {
  const second = await startEmulator({ provision: 1, start: 1, strict: true });
  try {
    const { names, exitCode } = await strays(second);
    expect(names).toEqual(["stray-of-first", "stray-of-second"]);
    expect(exitCode).toBe(2);
  } finally {
    await second.close();
  }
});

test("podwright drift --all --unmanaged still reports the first account if RunPod refuses the second key", async () => {
  const second = await startEmulator({ provision: 1, start: 1, strict: true });
  try {
    const { names, exitCode, report, out } = await strays(second, "revoked-canary");
    expect(names).toEqual(["stray-of-first"]);
    expect(exitCode).toBe(1);
    expect(report.unmanagedError).toMatch(/refused|401|key/);
    expect(out).not.toContain("revoked-canary");
  } finally {
    await second.close();
  }
});
