/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts that Pulumi could take for references */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Declared, type Expression, FromConfiguration } from "../../../cli/adopt/declared";
import { languages } from "../../../cli/adopt/language";
import { fc } from "../../support/property";
import { temporaryFolder } from "../../support/temporary-folder";
import { hostile } from "./hostile";

const text = fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
/** Numbers, truth values, lists and maps of texts, as the inputs of a resource. */
const inputs = fc.record({
  name: text,
  image: text,
  cmd: fc.array(text, { maxLength: 3 }),
  env: fc.dictionary(
    text.filter((key) => key !== "" && key !== "__proto__"),
    text,
    { maxKeys: 4 },
  ),
  disk: fc.nat(),
  locked: fc.boolean(),
});
const declarations = fc
  .array(inputs, { minLength: 1, maxLength: 60 })
  .map((all) =>
    all.map(
      (one, index): Declared => ({ kind: "Pod", name: `pod-${index}`, id: `id${index}`, group: one.name, inputs: one }),
    ),
  );
/** Evaluating a program takes a while, so each run evaluates one program with many resources. */
const programs = { numRuns: 6 };

const inputsOf = (declared: readonly Declared[]) => declared.map((one) => one.inputs);

describe("podwright adopt writes every text so that it comes back unchanged", () => {
  test("in TypeScript", async () => {
    await fc.assert(
      fc.asyncProperty(declarations, async (declared) => {
        const program = await written("nodejs", declared);
        expect(evaluated(program)).toEqual(inputsOf(declared));
        expect(program).toMatch(seen);
      }),
      programs,
    );
  });

  test("in Python", async ({ skip }) => {
    skip(!runs("python3", "--version"), "there is no python3");
    await fc.assert(
      fc.asyncProperty(declarations, async (declared) => {
        const program = await written("python", declared);
        expect(evaluatedByPython(program)).toEqual(inputsOf(declared));
        expect(program).toMatch(seen);
      }),
      programs,
    );
  });

  test("in YAML, which also evaluates no reference and no function", async () => {
    await fc.assert(
      fc.asyncProperty(declarations, async (declared) => {
        const program = await written("yaml", declared);
        const { resources, variables } = parse(program);
        const read = Object.values<{ properties: unknown }>(resources).map(({ properties }) => asPulumi(properties));
        expect(read).toEqual(inputsOf(declared));
        expect(variables).toEqual(program.includes("${no-text}") ? { "no-text": "" } : undefined);
        expect(program).toMatch(seen);
      }),
      programs,
    );
  });

  test("in YAML, with a secret that looks like another type in Base64", () => {
    const { encodes } = languages.yaml ?? {};
    const typed = [
      "",
      "8080",
      "1.5",
      "-1",
      "007",
      "1e3",
      "true",
      "False",
      "null",
      "NaN",
      "[1]",
      '{"a": 1}',
      '"8080"',
      " 1",
    ];
    expect(typed.filter((one) => encodes?.(one) !== true)).toEqual([]);
    expect(encodes?.("hf_abc")).toBe(false);
    const env: Expression = { PORT: new FromConfiguration("port", true), MODE: new FromConfiguration("mode") };
    const declared: Declared[] = [{ kind: "Pod", name: "web", id: "p", group: "", inputs: { env } }];
    expect(parse(String(languages.yaml?.write(declared))).resources.web.properties.env).toEqual({
      PORT: { "fn::fromBase64": "${port}" },
      MODE: "${mode}",
    });
  });
});

/** Matches a program without a character that a reader does not see. */
const seen = /^(?:[^\p{C}\p{Z}]|[ \n\t])*$/u;

async function written(runtime: string, declared: readonly Declared[]): Promise<string> {
  return (await languages[runtime]?.write(declared)) ?? "";
}

/** Runs a program in TypeScript, and returns the inputs of its resources. */
function evaluated(program: string): unknown[] {
  const { outputText } = ts.transpileModule(program, { compilerOptions: { module: ts.ModuleKind.CommonJS } });
  const made: unknown[] = [];
  class Pod {
    constructor(_name: string, given: unknown) {
      made.push(given);
    }
  }
  new Function("require", "exports", outputText)(() => ({ Pod }), {});
  return made;
}

/** Runs a program in Python with modules that record the resources. */
function evaluatedByPython(program: string): unknown[] {
  const folder = temporaryFolder("python");
  const recorder = "made = []\ndef Pod(_name, /, opts=None, **inputs):\n    made.append(inputs)\n";
  writeFileSync(join(folder, "pulumi_podwright.py"), recorder);
  writeFileSync(join(folder, "pulumi.py"), "def ResourceOptions(**_):\n    pass\n");
  const end = "\nimport json as _json, sys as _sys\n_sys.stdout.write(_json.dumps(podwright.made))\n";
  writeFileSync(join(folder, "program.py"), program + end);
  return JSON.parse(execFileSync("python3", ["-B", "program.py"], { cwd: folder, encoding: "utf8" }));
}

/** Reads a value as Pulumi does: two dollar signs mean one, and a function or a reference fails. */
function asPulumi(value: unknown): unknown {
  if (typeof value === "string") return interpolated(value);
  if (Array.isArray(value)) return value.map(asPulumi);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => {
      if (/^fn::/i.test(key)) throw new Error(`Pulumi would evaluate the function ${key}`);
      return [interpolated(key), asPulumi(one)];
    }),
  );
}

function interpolated(written: string): string {
  return written.replace(/\$\$|\$\{([^}]*)\}?/g, (match, name) => {
    if (match === "$$") return "$";
    if (name === "no-text") return "";
    throw new Error(`Pulumi would evaluate ${match}`);
  });
}

function runs(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
