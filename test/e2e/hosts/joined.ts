import { execFile, execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { TestContext } from "vitest";
import { parse, stringify } from "yaml";
import { BUILD_FLAGS } from "../../../toolchain/lib/go.mjs";
import { blocksOf } from "../../docs/support/blocks";
import { repository, tsc } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";
import { goOrSkip } from "../harness/tools";
import { buildGoProgram, buildJavaProgram, installPythonSdk } from "./languages";
import { installNodeSdk } from "./node-sdk";
import { exampleOverSdk, ownPrograms } from "./own-programs";

type Join = (texts: readonly string[], stack: TestStack, context: TestContext) => Promise<void> | void;

/** Joins the programs of a language to one program. An engine, a compiler and a virtual machine start once for all. */
export const joined: Readonly<Record<keyof typeof ownPrograms, Join>> = {
  yaml(texts, { dir }) {
    const parts = texts.map((text, index) => parse(withOwnVariables(text, index)) as Parts);
    const all = (name: keyof Parts) => Object.assign({}, ...parts.map((part) => part[name] ?? {}));
    const program = { config: all("config"), resources: all("resources"), variables: all("variables") };
    const { outputs } = parse(ownPrograms.yaml.example) as Parts;
    const renamed = Object.fromEntries(Object.entries(outputs).map(([name, value]) => [`talk-${name}`, value]));
    const text = stringify({ name: "e2e", runtime: "yaml", ...program, outputs: renamed });
    writeFileSync(join(dir, "Pulumi.yaml"), text);
  },
  typescript([, ...others], stack) {
    const { dir } = stack;
    writeFileSync(join(dir, "Pulumi.yaml"), "name: e2e\nruntime: { name: nodejs, options: { typescript: false } }\n");
    installNodeSdk(stack);
    compile(dir);
    const files = others.map((text, index) => {
      writeFileSync(join(dir, `program${index}.js`), text);
      return `require("./program${index}");`;
    });
    const outputs = 'for (const [name, value] of Object.entries(require("./talk"))) exports["talk-" + name] = value;';
    stack.writeProgram("index.js", [outputs, ...files].join("\n"));
  },
  python(texts, stack, context) {
    const { dir } = stack;
    writeFileSync(join(dir, "Pulumi.yaml"), "name: e2e\nruntime: python\n");
    const files = texts.map((text, index) => {
      writeFileSync(join(dir, `program${index}.py`), text);
      return `runpy.run_path("program${index}.py")`;
    });
    writeFileSync(join(dir, "__main__.py"), `import runpy\n${files.join("\n")}\n`);
    installPythonSdk(stack, context);
  },
  async go(texts, stack, context) {
    const { dir } = stack;
    writeFileSync(join(dir, "Pulumi.yaml"), "name: e2e\nruntime: go\n");
    const files = texts.map((text, index) => {
      const file = join(dir, `program${index}.go`);
      // Each program adds itself, and `main` runs all.
      const added = text
        .replace("func main() {\n\tpulumi.Run(func", "func init() {\n\tprograms = append(programs, func")
        .replace("func main() {\n\tpulumi.Run(deploy)", "func init() {\n\tprograms = append(programs, deploy)");
      writeFileSync(file, added);
      return file;
    });
    const main = join(dir, "main.go");
    writeFileSync(main, goMain);
    await buildGoProgram(stack, context, main, ...files);
    const { go, env } = goOrSkip(context);
    const vet = ["vet", ...BUILD_FLAGS, main, ...files];
    await promisify(execFile)(go, vet, { cwd: join(repository, "examples/go"), env });
  },
  async java(texts, stack, context) {
    const { dir } = stack;
    writeFileSync(join(dir, "Pulumi.yaml"), "name: e2e\nruntime: java\n");
    const sources = join(dir, "src/main/java/app");
    mkdirSync(sources, { recursive: true });
    const write = (text: string, index: number) => {
      // All programs share the names of a stack's outputs.
      const own = text.replaceAll(/\bApp\b/g, `App${index}`).replaceAll('ctx.export("', `ctx.export("${index}`);
      writeFileSync(join(sources, `App${index}.java`), own);
    };
    texts.forEach(write);
    const calls = texts.map((text, index) => `App${index}.${/static void (stack|deploy)\(/.exec(text)?.[1]}(ctx);`);
    // The program in the SDK's README must compile too.
    const [readme] = blocksOf(readFileSync(join(repository, "sdk/java/README.md"), "utf8"), "java");
    write(readme?.text ?? "", texts.length);
    const main = `public static void main(String[] args) { com.pulumi.Pulumi.run(ctx -> { ${calls.join(" ")} }); }`;
    writeFileSync(join(sources, "App.java"), `package app;\n\npublic class App { ${main} }\n`);
    await buildJavaProgram(stack, context);
  },
};

type Parts = Readonly<Record<"resources" | "variables" | "config" | "outputs", object>>;

/** In YAML, resources and variables share one space of names. */
function withOwnVariables(text: string, index: number): string {
  const { variables = {} } = parse(text) as Partial<Parts>;
  return Object.keys(variables).reduce(
    (all, name) =>
      all
        .replace(new RegExp(`^(  )${name}:`, "gm"), `$1${name}${index}:`)
        .replaceAll(`\${${name}`, `\${${name}${index}`),
    text,
  );
}

const goMain = `package main

import "github.com/pulumi/pulumi/sdk/v3/go/pulumi"

var programs []pulumi.RunFunc

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		for _, program := range programs {
			if err := program(ctx); err != nil {
				return err
			}
		}
		return nil
	})
}
`;

/** Compiles the examples over the SDK, with one check of the types. The stack deploys only the example of the model server. */
function compile(dir: string): void {
  writeFileSync(join(dir, "talk.ts"), exampleOverSdk);
  cpSync(join(repository, "examples/typescript/index.ts"), join(dir, "example.ts"));
  symlinkSync(join(repository, "node_modules/typescript"), join(dir, "node_modules/typescript"));
  const { compilerOptions } = JSON.parse(readFileSync(join(repository, "examples/typescript/tsconfig.json"), "utf8"));
  const settings = { compilerOptions: { ...compilerOptions, noEmit: false }, files: ["talk.ts", "example.ts"] };
  writeFileSync(join(dir, "tsconfig.json"), JSON.stringify(settings));
  writeFileSync(join(dir, "package.json"), "{}");
  execFileSync(process.execPath, [tsc, "-p", dir], { stdio: "inherit" });
}
