import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Declared, declarationsOf } from "../../../cli/adopt/declared";
import { writeProgram } from "../../../cli/adopt/program-file";
import { type ProjectFile, projectAt } from "../../../cli/stack/project-file";
import { temporaryFolder } from "../../support/temporary-folder";

const web: Declared = { kind: "Pod", name: "web", id: "p1", group: "", inputs: { image: "nginx" } };

/** A project with these files, and a function that reads all of them. */
async function project(runtime: string, files: Readonly<Record<string, string>> = {}) {
  const folder = temporaryFolder("adopt");
  const all = { "Pulumi.yaml": `name: shop\nruntime: ${runtime}\n`, ...files };
  for (const [name, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const found = await projectAt(folder);
  const read = (name: string) => readFileSync(join(folder, name), "utf8");
  return { folder, file: (found as { readonly value: ProjectFile }).value, all, read };
}

describe("podwright adopt replaces no file", () => {
  test.each([
    ["nodejs", { "index.ts": 'import * as podwright from "pulumi-podwright";\n' }, "adopted.ts"],
    ["nodejs", { "index.ts": "" }, "adopted.ts"],
    ["nodejs", { "index.js": "// the program\n" }, "adopted.ts"],
    ["nodejs", { "package.json": '{ "main": "src/program.ts" }', "src/program.ts": "export {};\n" }, "adopted.ts"],
    ["nodejs", { "index.ts": "", "adopted.ts": "// of the first adoption\n" }, "adopted2.ts"],
    ["python", { "__main__.py": '"""A new program"""\nimport pulumi\n' }, "adopted.py"],
    ["go", { "main.go": "package main\n\nfunc main() {\n}\n" }, "adopted.go"],
    ["go", { "main.go": "package main\n", "adopted.go": "package main\n" }, "adopted2.go"],
    ["go", { "program.go": "package main\n\nfunc main() {}\n" }, "adopted.go"],
    ["yaml", { "Main.yaml": "resources: {}\n" }, "adopted.yaml"],
    ["yaml", { "Pulumi.yaml": "name: shop\nruntime: yaml\nmain: program\n" }, "adopted.yaml"],
    ["yaml", { "Pulumi.yaml": "{ name: shop, runtime: yaml, resources: {} }\n" }, "adopted.yaml"],
    [
      "yaml",
      { "Pulumi.yaml": "name: shop\nruntime: yaml\nresources:\n  web:\n    type: podwright:Pod\n" },
      "adopted.yaml",
    ],
  ])("of a project in %s with %j, and writes %s", async (runtime, files, written) => {
    const { folder, file, all, read } = await project(runtime, files);
    const { isMain, file: path, use } = await writeProgram(file, [web]);
    expect([isMain, path]).toEqual([false, join(folder, written)]);
    expect(use).not.toBe("");
    for (const [name, text] of Object.entries(all)) expect(read(name)).toBe(text);
    if (written === "adopted2.go") expect(read(written)).toContain("func adopted2(ctx *pulumi.Context) error {");
  });

  test.each(["nodejs", "python", "go"])("of a new project in %s, and writes the program once", async (runtime) => {
    const { folder, file } = await project(runtime);
    const first = await writeProgram(file, [web]);
    // An interrupted run has written the program, and the next run continues.
    expect(await writeProgram(file, [web])).toEqual(first);
    expect(first.isMain).toBe(true);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test.each([
    "name: shop\nruntime: yaml",
    "name: shop # ours\nruntime: yaml\nconfig:\n  pulumi:tags:\n    value:\n      pulumi:template: yaml\n",
    "resources:\n    api: # keep\n        type: podwright:Pod\n        properties: { image: 'a' } # end\n\n# about the name\nname: shop\nruntime: yaml\n",
    "name: shop\nruntime: yaml\nresources:\n  api:\n    type: podwright:Pod\n    properties:\n      args: |\n        text\n\noutputs:\n  a: b\n",
  ])("of a project in YAML, and adds lines between its lines: %j", async (text) => {
    const { file, folder, read } = await project("yaml", { "Pulumi.yaml": text });
    const pods = [web, { ...web, name: "other", inputs: { env: { "fn::x": "y" } } }];
    expect(await writeProgram(file, pods)).toMatchObject({ isMain: true, file: file.file });
    const after = read("Pulumi.yaml");
    const lines = after.split("\n");
    for (const line of text.split("\n")) expect(lines).toContain(line);
    const before = parse(text);
    expect(parse(after)).toEqual({
      ...before,
      variables: { "no-text": "" },
      resources: {
        ...before.resources,
        web: { type: "podwright:Pod", properties: { image: "nginx" }, options: { protect: true } },
        other: {
          type: "podwright:Pod",
          properties: { env: { "${no-text}fn::x": "y" } },
          options: { protect: true },
        },
      },
    });
    await writeProgram(file, pods);
    expect(read("Pulumi.yaml")).toBe(after);
    expect(readdirSync(folder)).toEqual(["Pulumi.yaml"]);
  });
});

test("podwright adopt keeps a value of the configuration, and gives its own secret another key", () => {
  const env = { A: "1", B: "2", C: "3" };
  const inputs = {
    env: { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", plaintext: JSON.stringify(env) },
  };
  const resources = [{ urn: "urn::p1", type: "podwright:index:Pod", id: "p1", inputs }];
  const values: Record<string, { value: string; secret: boolean }> = {
    "web-env-A": { value: "the user's", secret: true },
    // An interrupted run has stored this secret.
    "web-env-B": { value: "2", secret: true },
    "web-env-C": { value: "3", secret: false },
  };
  const { missing, secrets } = declarationsOf(
    [web],
    { deployment: { resources } },
    { configured: (key) => values[key] },
  );
  expect(Object.fromEntries(missing)).toEqual({ "web-env-A-2": "1", "web-env-C-2": "3" });
  expect(secrets).toEqual(["web-env-A-2", "web-env-B", "web-env-C-2"]);
});
