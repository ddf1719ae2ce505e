import { expect, test } from "vitest";
import { driftReport } from "../../../cli/drift/report";
import { startEmulator } from "../../../emulator";
import { environmentOf, newPod, send } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { temporaryFolder } from "../../support/temporary-folder";
import { commandLine } from "../support/command-line";
import { FakePulumi } from "../support/fake-pulumi";
import { project } from "../support/project";

const emulator = useAccount();
const type = "podwright:index:Pod";
const mark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

test("podwright drift --all --unmanaged reads the pods of an account once for all stacks", async () => {
  const names = Array.from({ length: 6 }, (_, index) => `stack-${index}`);
  const stacks: Record<string, { kind: string; name: string; id: string; outputs: object }[]> = {};
  for (const name of names) {
    const outputs = { name: "web", __autoname: "web" };
    stacks[name] = [{ kind: "Pod", name: "web", id: await newPod(emulator), outputs }];
  }
  await newPod(emulator, { name: "stray" });
  const { cwd, pulumi } = project(stacks);
  emulator.clearRequests();
  const args = ["drift", "--cwd", cwd, "--all", "--unmanaged", "--output", "json"];
  const { out } = await commandLine(args, { env: { ...environmentOf(emulator), PATH: pulumi.path } });
  const report = driftReport.parse(JSON.parse(out));
  expect(report.stacks.map(({ checked, error }) => [checked, error])).toEqual(names.map(() => [1, undefined]));
  expect(report.unmanaged?.map(({ name }) => name)).toEqual(["stray"]);
  expect(emulator.counts()).toMatchObject({ listPods: 1 });
  expect(pulumi.calls().filter((call) => call.startsWith("refresh"))).toEqual([]);
});

test("podwright drift reads each stack with the account that its state records", async () => {
  const second = await startEmulator({ provision: 1, start: 1, strict: true, apiKey: "canary-of-second" });
  try {
    for (let id = 0; id < 3; id++) await send(second, "DELETE", `/v2/pods/${await newPod(second)}`);
    const provider = "urn:pulumi:there::shop::pulumi:providers:podwright::default";
    const [web, api] = [await newPod(emulator, { name: "web" }), await newPod(second, { name: "api" })];
    const { cwd, pulumi } = project({ here: [{ kind: "Pod", name: "web", id: web }], there: [] });
    const apiKey = { ...mark, plaintext: JSON.stringify("canary-of-second") };
    const inputs = { apiKey, baseUrl: second.url, serverlessUrl: second.url };
    const state = {
      deployment: {
        resources: [
          { urn: provider, id: "1f3a", type: "pulumi:providers:podwright", custom: true, inputs },
          { urn: `urn:pulumi:there::shop::${type}::api`, type, id: api, custom: true, provider: `${provider}::1f3a` },
        ],
      },
    };
    pulumi.another("there", state);
    pulumi.decrypt(state);
    const args = ["drift", "--cwd", cwd, "--all", "--output", "json"];
    const { out, err } = await commandLine(args, { env: { ...environmentOf(emulator), PATH: pulumi.path } });
    const report = driftReport.parse(JSON.parse(out));
    // These states record no inputs, so both pods differ. On the other account, a pod would be gone.
    expect(report.stacks.map(({ stack, resources }) => [stack, resources.map(({ drift }) => drift)])).toEqual([
      ["here", ["changed"]],
      ["there", ["changed"]],
    ]);
    expect([emulator.counts().listPods, second.counts().listPods]).toEqual([1, 1]);
    expect(out + err).not.toContain("canary-of-second");
  } finally {
    await second.close();
  }
});

test.each([
  ["a key that the program declares", { TOKEN: "old-canary" }, { TOKEN: "new-canary" }, ["env.TOKEN"]],
  ["a key that somebody added", { TOKEN: "old-canary" }, { TOKEN: "old-canary", ADDED: "new-canary" }, []],
])("podwright drift shows no secret value of %s", async (_, before, after, paths) => {
  const id = await newPod(emulator, { name: "web", env: after });
  const stateWith = (env: object) => {
    const values = { name: "web", image: "nginx", env, __autoname: "web" };
    const outputs = { ...values, __undeclared: [], __baseline: { open: ["env"] } };
    return {
      deployment: {
        resources: [{ urn: `urn:pulumi:dev::shop::${type}::web`, type, id, custom: true, inputs: values, outputs }],
      },
    };
  };
  const pulumi = new FakePulumi(stateWith({ ...mark, ciphertext: "v1:abc" }));
  pulumi.decrypt(stateWith({ ...mark, plaintext: JSON.stringify(before) }));
  const args = ["drift", "--cwd", temporaryFolder("project"), "--stack", "dev", "--output", "json"];
  const { out, err } = await commandLine(args, { env: { ...environmentOf(emulator), PATH: pulumi.path } });
  const [drift] = driftReport.parse(JSON.parse(out)).stacks;
  expect(drift?.error).toBeUndefined();
  const properties = drift?.resources.flatMap((one) => one.properties) ?? [];
  expect(properties.map(({ path, secret }) => [path, secret])).toEqual(paths.map((path) => [path, true]));
  const added = drift?.undeclared.map(({ path, secret }) => [path, secret]);
  expect(added).toEqual(paths.length === 0 ? [["env.ADDED", true]] : []);
  expect(out + err).not.toContain("canary");
});

test("podwright drift asks for an update if a newer release wrote the state", async () => {
  const { cwd, pulumi } = project({ dev: [{ kind: "Wormhole", name: "web", id: "w1" }] });
  const args = ["drift", "--cwd", cwd, "--all"];
  const { err, exitCode } = await commandLine(args, { env: { ...environmentOf(emulator), PATH: pulumi.path } });
  expect(exitCode).toBe(1);
  expect(err).toContain(
    "this release of Podwright does not know the type podwright:index:Wormhole of web: update podwright",
  );
});
