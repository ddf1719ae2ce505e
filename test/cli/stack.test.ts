import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { locationsOf } from "../../cli/flags/locations";
import { commandFor, headingOf, placeOf } from "../../cli/stack/place";
import { sharedAccount, sharingAccounts } from "../../cli/stack/shared-accounts";
import { Stack } from "../../cli/stack/stack";
import type { Platform } from "../../client";
import type { Settings } from "../../provider/settings/read-settings";
import { commandLine, quietContext } from "./support/command-line";
import { FakePulumi } from "./support/fake-pulumi";

describe("the compared stacks", () => {
  test("include one stack of each --cwd folder: the stack in --stack or the selected stack", () => {
    expect(locationsOf({})).toEqual([{ cwd: "." }]);
    expect(locationsOf({ cwd: ["a", "b"] })).toEqual([{ cwd: "a" }, { cwd: "b" }]);
    expect(locationsOf({ cwd: ["a", "b"], stack: ["prod"] })).toEqual([
      { cwd: "a", stack: "prod" },
      { cwd: "b", stack: "prod" },
    ]);
  });

  test("can have a different name in each folder", () => {
    expect(locationsOf({ stack: ["infra:prod", "../c:/jobs:staging"] })).toEqual([
      { cwd: "infra", stack: "prod" },
      { cwd: "../c:/jobs", stack: "staging" },
    ]);
    expect(locationsOf({ cwd: ["a"], stack: ["org/app/dev", "infra:prod", ":test"] })).toEqual([
      { cwd: "a", stack: "org/app/dev" },
      { cwd: "infra", stack: "prod" },
      { cwd: ".", stack: "test" },
    ]);
  });

  test("appear in the output with the name and the folder from the command line", () => {
    expect(placeOf({ cwd: ".", stack: "prod" })).toBe("prod");
    expect(placeOf({ cwd: "infra" })).toBe("the selected stack in infra");
    expect(headingOf({ cwd: "infra", stack: "prod" }).title).toBe("Stack prod in infra");
    expect(headingOf({ cwd: ".", stack: null }).title).toBe("The selected stack");
  });
});

test("a printed command has shell quotes around a folder name with spaces", () => {
  const line = (cwd: string, stack?: string) =>
    new Stack({ cwd, stack }, quietContext()).commandLine("podwright recover");

  expect(line(".")).toBe("podwright recover");
  expect(line("../infra", "org/app/prod")).toBe("podwright recover --cwd ../infra --stack org/app/prod");
  expect(line("my stack's")).toBe("podwright recover --cwd 'my stack'\\''s'");
});

test.each([
  ["recover", "--cwd", __filename],
  ["ps", "--cwd", __filename],
  ["guard", "--idle", "1h", "--stack", `${__filename}:dev`],
  ["drift", "--all", "--cwd", ".", "--cwd", __filename],
  ["billing", "pods", "--cwd", __filename],
  ["rm", "web", "--cwd", __filename],
])("a command refuses a path that is no folder: %s %s", async (...args) => {
  const { err, exitCode } = await commandLine(args);

  expect(err).toContain(`error: there is no folder ${__filename}: set --cwd to the folder that contains Pulumi.yaml\n`);
  expect(exitCode).toBe(64);
});

test("--config-file gives Pulumi another file with the configuration, and only for one stack", async () => {
  const pulumi = new FakePulumi({ deployment: { resources: [] } });
  const file = join(pulumi.dir, "other.yaml");
  writeFileSync(file, "config: {}\n");
  pulumi.recordEnvironment();
  const run = async (...args: string[]) =>
    await commandLine([...args, "--config-file", file], { env: { PATH: pulumi.path } });

  await run("drift", "--cwd", pulumi.dir, "--stack", "dev");
  expect(pulumi.environment().PULUMI_OPTION_CONFIG_FILE).toBe(file);
  expect((await run("drift", "--all")).err).toContain(
    "--config-file is the configuration of one stack: name one stack",
  );
  expect(commandFor({ cwd: ".", stack: "dev", configFile: file }, "pulumi preview")).toContain(`--config-file ${file}`);
  expect(commandFor({ cwd: ".", stack: "dev", configFile: file }, "pulumi cancel --yes")).not.toContain("config-file");
});

test("a command reports Pulumi as missing if the file `pulumi` is not executable", async () => {
  const pulumi = new FakePulumi({});
  chmodSync(join(pulumi.dir, "pulumi"), 0o644);

  const { err } = await commandLine(["recover"], { env: { PATH: pulumi.dir } });

  expect(err).toMatch(/^error: there is no `pulumi` on the PATH: install it/);
});

test("Podwright hides all PULUMI_OPTION_ variables except PULUMI_OPTION_STACK from Pulumi", async () => {
  const pulumi = new FakePulumi({ version: 3, deployment: null });
  pulumi.recordEnvironment();
  const env = {
    PATH: pulumi.path,
    PULUMI_OPTION_YES: "true",
    PULUMI_OPTION_TARGET: "urn:pulumi:dev::app::some::one",
    PULUMI_OPTION_STACK: "production",
    PULUMI_SKIP_CONFIRMATIONS: "true",
  };

  await commandLine(["drift"], { env });

  const seen = pulumi.environment();
  expect(seen).toMatchObject({ PULUMI_OPTION_STACK: "production" });
  for (const name of ["PULUMI_OPTION_YES", "PULUMI_OPTION_TARGET", "PULUMI_SKIP_CONFIRMATIONS"]) {
    expect(seen).not.toHaveProperty(name);
  }
});

test("if a killed run left an empty state file, the error names the file to remove", async () => {
  const pulumi = new FakePulumi({});
  pulumi.recordInFiles("app");
  const folder = join(pulumi.dir, ".pulumi/stacks/app");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "dev.json.attrs"), "");
  writeFileSync(join(folder, "other.json.attrs"), "{}");
  pulumi.fail("stack export", "error: failed to load checkpoint: EOF\n");
  const stack = new Stack({ cwd: pulumi.dir }, quietContext({ env: { PATH: pulumi.path } }));

  const file = join(folder, "dev.json.attrs");
  await expect(stack.export()).rejects.toThrow(
    `a killed run left an empty file: ${file}. The state itself is intact. Run \`podwright recover --yes --cwd ${pulumi.dir}\`, which deletes the empty file, then this command again`,
  );
  rmSync(file);
  await expect(stack.export()).rejects.toThrow("`pulumi stack export` failed: failed to load checkpoint: EOF");
});

test("a report that shares accounts closes every account, and fails with its own error", async () => {
  const closed: string[] = [];
  const account = (name: string, { opens = true, closes = true } = {}) => {
    const close = async () => {
      closed.push(name);
      if (!closes) throw new Error("cannot close");
    };
    const open = async () => {
      if (!opens) throw new Error("cannot open");
      return { close } as Platform;
    };
    return [{ apiKey: name } as Settings, open] as const;
  };
  const working = sharingAccounts(quietContext(), async ({ accounts = new Map() }) => {
    await sharedAccount(accounts, ...account("a", { opens: false })).catch(() => undefined);
    await sharedAccount(accounts, ...account("b", { closes: false }));
    await sharedAccount(accounts, ...account("c"));
    throw new Error("the reason");
  });
  await expect(working).rejects.toThrow("the reason");
  expect(closed).toEqual(["b", "c"]);
});
