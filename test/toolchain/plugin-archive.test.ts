import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { launcher, requireSchemaOf, windowsLauncher } from "../../toolchain/lib/release/plugin-archive.mjs";
import { temporaryFolder } from "../support/temporary-folder";

const repository = resolve(__dirname, "../..");

test("the plugin's launcher reports an error if the PATH has no node", () => {
  const folder = temporaryFolder("launcher");
  const executable = join(folder, "pulumi-resource-podwright");
  writeFileSync(executable, launcher, { mode: 0o755 });
  writeFileSync(join(folder, "start.js"), "console.log(process.argv.slice(2).join());");
  const { status, stdout, stderr } = spawnSync("/bin/sh", [executable, "a"], {
    env: { PATH: folder },
    encoding: "utf8",
  });
  expect({ status, stdout, stderr }).toEqual({
    status: 127,
    stdout: "",
    stderr: 'error: the podwright plugin needs Node 22.19 or newer, and the PATH has no "node"\n',
  });
  expect(execFileSync(executable, ["a", "b"], { encoding: "utf8" })).toBe("a,b\n");
});

test("the plugin's launcher tells the plugin the name under which a user started the launcher", () => {
  const [folder, elsewhere] = [temporaryFolder("launcher"), temporaryFolder("links")];
  writeFileSync(join(folder, "pulumi-resource-podwright"), launcher, { mode: 0o755 });
  writeFileSync(join(folder, "start.js"), "console.log(process.title, ...process.argv.slice(2));");
  symlinkSync(join(folder, "pulumi-resource-podwright"), join(elsewhere, "podwright"));
  expect(execFileSync(join(elsewhere, "podwright"), ["drift"], { encoding: "utf8" })).toBe("podwright drift\n");
});

test("the plugin's launcher for Windows reports an error if the PATH has no node", () => {
  const lines = windowsLauncher.split("\r\n");
  const sentence = lines.findIndex((line) => line.includes("error:"));
  expect(lines[sentence]).toBe(
    '  echo error: the podwright plugin needs Node 22.19 or newer, and the PATH has no "node" 1>&2',
  );
  expect(lines[sentence + 1]).toBe("  exit /b 127");
  expect(lines.findIndex((line) => line.startsWith("node "))).toBeGreaterThan(sentence);
  expect(windowsLauncher).not.toMatch(/[^\r]\n/);
});

test("the command that packages the plugin refuses a schema with another version than the package", () => {
  const schema = readFileSync(join(repository, "schema.json"), "utf8");
  const { version } = JSON.parse(readFileSync(join(repository, "package.json"), "utf8")) as { version: string };
  expect(() => requireSchemaOf(version, schema)).not.toThrow();
  expect(() => requireSchemaOf("9.9.9", schema)).toThrow(
    `schema.json has version ${version}, but package.json has 9.9.9: run "npm run generated"`,
  );
});
