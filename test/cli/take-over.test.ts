import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { holdingsOf } from "../../cli/migrate/official";
import type { ExportedState } from "../../cli/stack/state";
import { type Emulator, startEmulator } from "../../emulator/index";
import { environmentOf, newPod } from "../support/account";
import { exportedState, generated, native } from "../support/official-state";
import { temporaryFolder } from "../support/temporary-folder";
import { commandLine } from "./support/command-line";
import { FakePulumi } from "./support/fake-pulumi";

const holdings = (...args: Parameters<typeof exportedState>) =>
  holdingsOf(exportedState(...args) as unknown as ExportedState);

test("podwright migrate reads the states of RunPod's own two providers", () => {
  const { taken, left } = holdings([
    native("Template", "worker", "t1"),
    native("NetworkStorage", "data", "v1"),
    native("Endpoint", "jobs", "e1"),
    native("Pod", "web", "p1"),
    generated("NetworkVolume", "more", "v2"),
    generated("Endpoint", "later", "e2"),
    generated("ContainerRegistryAuth", "pull", "r1"),
    generated("Secret", "token", "s1"),
  ]);
  expect(taken.map(({ name, kind, id }) => [name, kind, id])).toEqual([
    ["worker", "Template", "t1"],
    ["data", "NetworkVolume", "v1"],
    ["jobs", "ServerlessEndpoint", "e1"],
    ["web", "Pod", "p1"],
    ["more", "NetworkVolume", "v2"],
    ["later", "ServerlessEndpoint", "e2"],
    ["pull", "RegistryCredential", "r1"],
    ["token", "Secret", "s1"],
  ]);
  expect(left).toEqual([]);
});

test("podwright migrate explains why a resource cannot be imported", () => {
  const secret = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", ciphertext: "v1:A:A" };
  const { taken, left } = holdings(
    [
      native("Pod", "web", "p1"),
      native("Template", "web", "t1"),
      native("Pod", "hidden", "", {}, { outputs: { pod: secret } }),
      native("Pod", "unborn", ""),
      native("Pod", "replaced", "p2", {}, { delete: true }),
      generated("Pod", "looked-up", "p3", {}, { external: true }),
      generated("Cluster", "many", "c1"),
    ],
    {
      pending: [
        {
          type: "creating",
          resource: { urn: "urn:pulumi:old::e2e::runpod:index:Pod::half", type: "runpod:index:Pod" },
        },
        { type: "creating", resource: { urn: "urn:pulumi:old::e2e::aws:s3:Bucket::b", type: "aws:s3:Bucket" } },
      ],
    },
  );
  expect(taken.map(({ name }) => name)).toEqual(["web", "web-t1"]);
  expect(left.map(({ name, reason }) => `${name}: ${reason}`)).toEqual([
    "hidden: the state does not contain the resource's id: `podwright drift --unmanaged` finds the resource",
    "unborn: the state does not contain the resource's id: `podwright drift --unmanaged` finds the resource",
    "replaced: it was replaced, and Pulumi deletes it next",
    "looked-up: the stack only reads the resource, and another stack may manage the resource",
    "many: Podwright has no such resource",
    "half: a run was interrupted while creating it: `podwright drift --unmanaged` shows whether RunPod has it",
  ]);
});

test("podwright migrate lists each used input that Podwright does not support", () => {
  // The older provider records the zero value of its type for an input that a program leaves out.
  const zeros = { savingsPlan: null, terminateAfter: "", minDisk: 0, supportPublicIp: false, imageName: "nginx" };
  const { taken } = holdings([
    native("Pod", "web", "p1", { stopAfter: "2026-12-01", volumeKey: "key", ...zeros }),
    generated("Endpoint", "jobs", "e1", { env: { MODE: "fast" }, modelReferences: [] }),
  ]);
  expect(taken.map(({ undeclared }) => undeclared)).toEqual([["stopAfter", "volumeKey"], ["env"]]);
});

let emulator: Emulator;
let folder: string;
let out: string;

beforeEach(async () => {
  emulator = await startEmulator();
  folder = temporaryFolder("take-over");
  out = join(folder, "resources.json");
});
afterEach(() => emulator.close());

const migrate = (...args: readonly string[]) =>
  commandLine(["migrate", ...args, "--out", out], { env: environmentOf(emulator) });

function exported(...args: Parameters<typeof exportedState>): string {
  const file = join(folder, "state.json");
  writeFileSync(file, JSON.stringify(exportedState(...args)));
  return file;
}

test("podwright migrate writes no values of the state into the import files", async () => {
  const id = await newPod(emulator);
  emulator.clearRequests();
  const env = [{ key: "TOKEN", value: "canary-env" }];
  const file = exported([
    native("Pod", "web", id, { env, volumeKey: "canary-key" }, { protect: true }),
    native("Pod", "it's gone", "nowhere"),
    generated("Secret", "token", "nosecret", { value: "canary-secret" }),
  ]);

  const { exitCode, out: text, err } = await migrate("--state", file);

  expect(exitCode, err).toBe(0);
  expect(JSON.parse(readFileSync(out, "utf8"))).toEqual({
    resources: [{ type: "podwright:index:Pod", name: "web", id }],
  });
  expect(text.replaceAll(out, "FILE").replaceAll(id, "ID")).toMatchInlineSnapshot(`
    "NAME  KIND  ID
    web   Pod   ID

    Not taken over:
      it's gone (Pod): RunPod has no resource nowhere on this account
      token (Secret): RunPod has no resource nosecret on this account

    Podwright has no inputs for these settings. RunPod keeps the settings, and no program declares them:
      web: volumeKey

    FILE lists 1 resource; RunPod and the stack are unchanged. Run these commands in a stack of the plugin:
      pulumi import --file FILE --out imported.txt
      pulumi preview     # with the contents of imported.txt as the program

    When the preview shows no changes, remove the resources from the old state. These commands delete nothing on RunPod. Do not run \`pulumi up\` or \`pulumi destroy\` in the old stack again:
      pulumi state delete --yes --force urn:pulumi:old::e2e::runpod:index:Pod::web --stack old
    "
  `);
  expect(text + err + readFileSync(out, "utf8")).not.toContain("canary");
  expect(emulator.requests().filter(({ method, operation }) => method !== "GET" && operation !== "myself")).toEqual([]);
});

test("podwright migrate overwrites no existing file", async () => {
  const file = exported([native("Pod", "web", await newPod(emulator))]);
  writeFileSync(out, "mine");
  expect(await migrate("--state", file)).toMatchObject({ exitCode: 1, err: expect.stringContaining("exists already") });
  expect(readFileSync(out, "utf8")).toBe("mine");
  rmSync(out);
  const { exitCode, out: text } = await migrate("--state", exported([]));
  expect({ exitCode, text }).toEqual({
    exitCode: 0,
    text: `There is no resource to import, so Podwright did not write ${out}.\n`,
  });
  expect(() => readFileSync(out)).toThrow("ENOENT");
});

test("podwright migrate refuses a file that is not a state", async () => {
  const file = join(folder, "state.json");
  writeFileSync(file, '{"canary": canary');
  const { exitCode, err } = await migrate("--state", file);
  expect(exitCode).toBe(1);
  expect(err).toContain("write the state with `pulumi stack export --file");
  expect(err).not.toContain("canary");
});

test("podwright migrate reports all conflicting flags in one error", async () => {
  const { exitCode, err } = await commandLine(["migrate", "--yes", "--state", "a", "--stack", "b"]);
  expect(exitCode).toBe(64);
  expect(err).toContain("--state needs --out");
  expect(err).toContain("--state and --stack exclude each other");
});

test("podwright migrate suggests the command that imports a stack of RunPod's own provider", async () => {
  const pulumi = new FakePulumi(exportedState([native("Pod", "web", "p1")]));
  const { exitCode, out: text } = await commandLine(["migrate", "--cwd", pulumi.dir], { env: { PATH: pulumi.path } });
  expect(exitCode).toBe(0);
  expect(text).toContain("1 resource of RunPod's own provider: `podwright migrate --cwd");
  expect(text).toContain("--out resources.json`");
});
