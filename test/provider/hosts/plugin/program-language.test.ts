import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runtimeIn } from "../../../../provider/hosts/plugin/program-language";
import { temporaryFolder } from "../../../support/temporary-folder";

test.each([
  ["Pulumi.yaml", "name: a\nruntime: python\n", "python"],
  ["Pulumi.yaml", 'name: a\nruntime: "go"\n', "go"],
  ["Pulumi.yaml", "runtime:\n  name: python\n  options:\n    virtualenv: venv\nname: a\n", "python"],
  ["Pulumi.yaml", "name: a\nruntime: { name: dotnet, options: { binary: a } }\n", "dotnet"],
  ["Pulumi.yaml", "runtime:\n  options:\n    binary: a\n  name: java\n", undefined],
  ["Pulumi.yml", "runtime: yaml\n", "yaml"],
  ["Pulumi.json", '{ "name": "e2e",\n "runtime": { "name": "python" } }', "python"],
  ["Pulumi.json", '{ "name": "e2e", "runtime": "nodejs" }', "nodejs"],
])("the plugin reads the language of the program from %s: %j", (file, text, language) => {
  const folder = temporaryFolder("project");
  const main = join(folder, "src");
  mkdirSync(main);
  writeFileSync(join(folder, file), text);
  expect(runtimeIn(main)).toBe(language);
});
