import { execFile, spawnSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { TestContext } from "vitest";
import { BUILD_FLAGS } from "../../../toolchain/lib/go.mjs";
import { javaHost, javaSdk } from "../../../toolchain/lib/test-tools/java.mjs";
import { sdkPython } from "../../../toolchain/lib/test-tools/tools.mjs";
import { repository } from "../harness/repository";
import type { TestStack } from "../harness/stack/stack";
import { goOrSkip, toolOrSkip } from "../harness/tools";

/** Without a compile cache, Pulumi's own Go SDK takes minutes. */
export const compilingGo = 900_000;

/** Builds a package under `examples/go` once, beside the SDK. Pulumi would build it with every command. */
export async function buildGoProgram({ dir }: TestStack, context: TestContext, ...program: string[]): Promise<void> {
  const { go, env } = goOrSkip(context);
  // Without an engine's address, the program only reports that it needs one.
  const host = spawnSync("pulumi-language-go", { timeout: 10_000 });
  context.skip(host.error !== undefined, "The engine on this machine runs no programs in Go.");
  const binary = join(dir, "program");
  const cwd = join(repository, "examples/go");
  await promisify(execFile)(go, ["build", ...BUILD_FLAGS, "-o", binary, ...program], { cwd, env });
  runBuilt(dir, "go", binary);
}

/** Makes the stack's folder a Go module with the SDK. Pulumi builds the program with each command, from Go's cache. */
export function installGoSdk({ dir, env }: TestStack, context: TestContext): void {
  const { go, env: settings } = goOrSkip(context);
  const example = join(repository, "examples/go");
  const sdk = join(repository, "sdk/go");
  const mod = readFileSync(join(example, "go.mod"), "utf8").replace("../../sdk/go", sdk);
  writeFileSync(join(dir, "go.mod"), mod);
  copyFileSync(join(example, "go.sum"), join(dir, "go.sum"));
  const PATH = `${dirname(go)}${delimiter}${env.PATH}`;
  Object.assign(env, { ...settings, ...env, GOFLAGS: [...BUILD_FLAGS, settings.GOFLAGS].join(" "), PATH });
}

/** Compiles the program in the stack's folder once. Maven would start with every command. */
export async function buildJavaProgram(stack: TestStack, context: TestContext): Promise<void> {
  const { dir, env } = stack;
  const host = toolOrSkip(javaHost, context);
  const sdk = toolOrSkip(javaSdk, context);
  const classes = join(dir, "classes");
  const sources = join(dir, "src/main/java/app");
  await javac(
    sdk,
    classes,
    readdirSync(sources).map((file) => join(sources, file)),
  );
  const path = readdirSync(sdk).filter((file) => file.endsWith(".jar"));
  const manifest = join(dir, "manifest.txt");
  writeFileSync(manifest, wrapped(`Class-Path: ${path.map((jar) => join(sdk, jar)).join(" ")}`));
  const jar = join(dir, "program.jar");
  await promisify(execFile)("jar", ["cfme", jar, manifest, "app.App", "-C", classes, "."]);
  env.PATH = `${dirname(host)}${delimiter}${env.PATH}`;
  env.JAVA_TOOL_OPTIONS = shortLived.join(" ");
  runBuilt(dir, "java", jar);
}

/** A virtual machine that lives for a second spends most of its time on compiling code well and on preparing to collect garbage. */
const shortLived = ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"];

/** Fails with the compiler's words, including warnings. */
export async function javac(sdk: string, classes: string, files: readonly string[]): Promise<void> {
  const own = shortLived.map((option) => `-J${option}`);
  const args = [...own, "-Xlint:all", "-Werror", "-proc:none", "-d", classes, "-cp", join(sdk, "*"), ...files];
  await promisify(execFile)("javac", args);
}

/** A line of a manifest has at most 72 bytes. */
const wrapped = (line: string) => `${line.match(/.{1,70}/g)?.join("\n ")}\n`;

function runBuilt(dir: string, language: string, binary: string): void {
  const project = join(dir, "Pulumi.yaml");
  const runtime = JSON.stringify({ name: language, options: { binary } });
  writeFileSync(project, readFileSync(project, "utf8").replace(/^runtime: \w+$/m, `runtime: ${runtime}`));
}

export function installPythonSdk(stack: TestStack, context: TestContext): void {
  usePython(stack, toolOrSkip(sdkPython, context));
}

/** The stack's programs run in that Python's virtual environment, in place of the environment that the project names. */
export function usePython(stack: TestStack, python: string): void {
  const bin = dirname(python);
  const project = join(stack.dir, "Pulumi.yaml");
  const text = readFileSync(project, "utf8");
  writeFileSync(project, text.replace("virtualenv: venv", `virtualenv: ${dirname(bin)}`));
  stack.env.VIRTUAL_ENV = dirname(bin);
  stack.env.PATH = `${bin}${delimiter}${stack.env.PATH}`;
}
