import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { parse, stringify } from "yaml";
import type { PackageSpec } from "../../../provider/schema/package/spec";
import { exampleOf, type Language } from "../../../provider/schema/programs";
import { newEndpoint, newPod, send } from "../../support/account";
import { emulated } from "../harness/emulated";
import { repository } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";
import { mustSucceed } from "../harness/stack/steps";
import { buildGoProgram, buildJavaProgram, compilingGo, installPythonSdk } from "./languages";

const schema = JSON.parse(readFileSync(join(repository, "schema.json"), "utf8")) as PackageSpec;
const kinds = [...Object.keys(schema.resources), ...Object.keys(schema.functions)].map((token) =>
  token.replace("podwright:index:", ""),
);

type Texts = readonly string[];

/** Joins the programs of all pages to one program. An engine and a virtual machine start once for all. */
const joined: Readonly<
  Partial<Record<Language, (texts: Texts, stack: TestStack, context: TestContext) => Promise<void> | void>>
> = {
  yaml(texts, { dir }) {
    const parts = texts.map((text, index) => parse(withOwnVariables(text, index)) as Parts);
    const all = (name: keyof Parts) => Object.assign({}, ...parts.map((part) => part[name] ?? {}));
    const program = { config: all("config"), resources: all("resources"), variables: all("variables") };
    writeFileSync(join(dir, "Pulumi.yaml"), stringify({ name: "e2e", runtime: "yaml", ...program }));
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
      writeFileSync(
        file,
        text.replace("func main() {\n\tpulumi.Run(", "func init() {\n\tprograms = append(programs, "),
      );
      return file;
    });
    const main = join(dir, "main.go");
    writeFileSync(main, goMain);
    await buildGoProgram(stack, context, main, ...files);
  },
  async java(texts, stack, context) {
    const { dir } = stack;
    writeFileSync(join(dir, "Pulumi.yaml"), "name: e2e\nruntime: java\n");
    const sources = join(dir, "src/main/java/app");
    mkdirSync(sources, { recursive: true });
    const calls = texts.map((text, index) => {
      // All programs share the names of a stack's outputs.
      const own = text.replaceAll(/\bApp\b/g, `App${index}`).replaceAll('ctx.export("', `ctx.export("${index}`);
      writeFileSync(join(sources, `App${index}.java`), own);
      return `App${index}.stack(ctx);`;
    });
    const main = `public static void main(String[] args) { com.pulumi.Pulumi.run(ctx -> { ${calls.join(" ")} }); }`;
    writeFileSync(join(sources, "App.java"), `package app;\n\npublic class App { ${main} }\n`);
    await buildJavaProgram(stack, context);
  },
};

type Parts = Readonly<Record<"resources" | "variables" | "config", object>>;

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

test.for(Object.keys(joined) as Language[])(
  "all %s programs of the documentation deploy in one stack",
  { timeout: compilingGo },
  async (language, context) => {
    const apiKey = "a-key-of-this-story";
    const { emulator, stack } = await emulated({ runCommands: true, apiKey }, { host: "plugin", apiKey });
    // No machine has the program of the task's page.
    emulator.scriptPods({ match: { name: "train-*" }, outcome: "exit" });
    // The pages of functions show ids of these resources, and read the first volume in this data center.
    const own: Readonly<Record<string, string>> = {
      "8flcb2nif3l6sp": await newPod(emulator),
      mmd6zzya3w2rxd: await newEndpoint(emulator, "existing"),
    };
    const volume = { name: "existing", size: 10, dataCenter: "EU-RO-1" };
    await send(emulator, "POST", "/v2/network-volumes", volume);
    await send(emulator, "POST", "/v2/account/secrets", { name: "hf_token", value: "canary" });
    const texts = kinds.map((kind) =>
      Object.entries(own).reduce(
        (text, [shown, id]) => text.replaceAll(shown, id),
        exampleOf(repository, kind)[language],
      ),
    );
    await joined[language]?.(texts, stack, context);
    for (const name of ["hfToken", "registryPassword"]) await stack.configure(name, "secret-of-the-test", true);
    await mustSucceed(stack.up());
    const deployed = new Set(stack.resources().map(({ type }) => type.replace("podwright:index:", "")));
    expect([...deployed]).toEqual(expect.arrayContaining(kinds.filter((kind) => /^[A-Z]/.test(kind))));
    expect(stack.stateText()).not.toContain("secret-of-the-test");
    // Some pages protect their volume.
    await mustSucceed(stack.pulumi("state", "unprotect", "--all", "--yes", "--stack", "test"));
    await mustSucceed(stack.destroy());
    expect(emulator.state().pods.map(({ id }) => id)).toEqual([own["8flcb2nif3l6sp"]]);
  },
);
