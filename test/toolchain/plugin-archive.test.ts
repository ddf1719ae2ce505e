import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { writeArchives } from "../../toolchain/lib/release/archives.mjs";
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

test("each archive of a plugin contains all files, and the program under its name", () => {
  const [folder, elsewhere] = [temporaryFolder("archives"), temporaryFolder("archives")];
  const programs = ["pulumi-resource-podwright", "pulumi-tool-podwright"];
  const archives = Object.fromEntries(programs.map((name) => [name, join(elsewhere, `${name}.tar.gz`)]));
  // One file ends with its last block, and the other files do not.
  const texts = { "schema.json": "x".repeat(1024), LICENSE: "free" };
  for (const [name, text] of Object.entries({ ...texts, "pulumi-resource-podwright": "#!/bin/sh\necho started\n" }))
    writeFileSync(join(folder, name), text);

  writeArchives(folder, "pulumi-resource-podwright", archives);

  for (const [name, archive] of Object.entries(archives)) {
    const unpacked = join(elsewhere, name);
    mkdirSync(unpacked);
    execFileSync("tar", ["-xzf", archive, "-C", unpacked]);
    expect(execFileSync(join(unpacked, name), { encoding: "utf8" })).toBe("started\n");
    for (const [file, text] of Object.entries(texts)) {
      expect(readFileSync(join(unpacked, file), "utf8")).toBe(text);
      expect(statSync(join(unpacked, file)).mode & 0o111).toBe(0);
    }
  }
  const first = readFileSync(join(elsewhere, "pulumi-tool-podwright.tar.gz"));
  writeArchives(folder, "pulumi-resource-podwright", archives);
  expect(readFileSync(join(elsewhere, "pulumi-tool-podwright.tar.gz")).equals(first)).toBe(true);
});
