/* biome-ignore-all lint/suspicious/noTemplateCurlyInString: texts that Pulumi could take for references */
import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { kindsOnAccount } from "../../../cli/account/kinds";
import type { Declared } from "../../../cli/adopt/declared";
import { languages } from "../../../cli/adopt/language";
import { quoted } from "../../../cli/adopt/writing";
import type { Emulator } from "../../../emulator";
import { BUILD_FLAGS } from "../../../toolchain/lib/go.mjs";
import { hostile } from "../../cli/adopt/hostile";
import { newPod, saveEndpoint, send } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { casesOf } from "../harness/cases/cases";
import { emulated } from "../harness/emulated";
import { runPodwright } from "../harness/stack/podwright";
import type { TestStack } from "../harness/stack/stack";
import { mustSucceed } from "../harness/stack/steps";
import { goOrSkip } from "../harness/tools";
import { compilingGo, installGoSdk, installPythonSdk } from "../hosts/languages";
import { installNodeSdk } from "../hosts/node-sdk";

/** How a user prepares a project of each language. */
const installSdk: Readonly<Record<string, (stack: TestStack, context: TestContext) => void>> = {
  nodejs: (stack) => {
    installNodeSdk(stack);
    writeFileSync(join(stack.dir, "package.json"), '{ "name": "e2e", "main": "index.ts" }');
    writeFileSync(join(stack.dir, "tsconfig.json"), '{ "compilerOptions": { "module": "commonjs", "types": [] } }');
    // Pulumi checks the types of the program that the command writes.
    delete stack.env.PULUMI_NODEJS_TRANSPILE_ONLY;
  },
  python: installPythonSdk,
  go: installGoSdk,
  yaml: () => undefined,
};

test.for(Object.keys(installSdk))(
  "podwright adopt turns 60 existing resources into a program for the runtime %s",
  { timeout: compilingGo },
  async (runtime, context) => {
    const { emulator, stack } = await emulated({}, { host: "plugin" });
    const made = await accountByHand(emulator);
    installSdk[runtime]?.(stack, context);
    writeFileSync(join(stack.dir, "Pulumi.yaml"), `name: e2e\nruntime: ${runtime} # the team's\n`);
    emulator.clearRequests();

    const adopted = await runPodwright(stack, ["adopt", "--yes", "--output", "json", "--stack", "test"]);

    expect(adopted.exitCode, adopted.err + adopted.out).toBe(0);
    const report = JSON.parse(adopted.out);
    expect(report).toMatchObject({ done: true, changes: [] });
    expect(report.adopted).toHaveLength(made);
    expect(report.left).toMatchObject([{ name: "ghcr", reason: expect.stringContaining("password") }]);
    await mustSucceed(stack.preview({ expectNoChanges: true }));
    const program = readFileSync(join(stack.dir, languages[runtime]?.main ?? ""), "utf8");
    expect(program).not.toContain("canary");
    expect(stack.stateText() + readFileSync(join(stack.dir, "Pulumi.test.yaml"), "utf8")).not.toContain("canary");
    // A reference in place of an id makes the endpoint wait for its template.
    for (const { id } of emulator.state().templates) expect(program).not.toContain(id);
    const changing = emulator.requests().filter(({ method, operation }) => method !== "GET" && operation !== "myself");
    expect(changing).toEqual([]);
    if (runtime === "yaml") expect(program).toContain("# the team's");
    if (runtime === "go")
      expect(execFileSync("gofmt", ["-l", "."], { cwd: stack.dir, env: stack.env }).toString()).toBe("");

    const again = await runPodwright(stack, ["adopt", "--yes", "--stack", "test"]);
    expect(again.out).toContain("There is nothing to adopt.");
  },
);

test("podwright adopt finishes the work of a killed run", async () => {
  const { emulator, stack } = await emulated({}, { host: "plugin" });
  await newPod(emulator, { name: "web", env: { TOKEN: "canary-pod" } });
  installNodeSdk(stack);
  const own = 'import * as podwright from "pulumi-podwright";\nexport const place = podwright.getDataCenters;\n';
  writeFileSync(join(stack.dir, "index.ts"), own);
  writeFileSync(join(stack.dir, "Pulumi.yaml"), "name: e2e\nruntime: nodejs\n");
  const list = join(stack.dir, "adopted.import.json");
  await runPodwright(stack, ["adopt", "--list", list, "--stack", "test"]);
  const flags = ["--file", list, "--generate-code=false", "--yes", "--skip-preview", "--stack", "test"];
  await mustSucceed(stack.pulumi("import", ...flags));

  const adopted = await runPodwright(stack, ["adopt", "--yes", "--stack", "test"]);

  expect(adopted.out).toContain("The stack manages 1 more resource.");
  expect(adopted.out).toContain(
    'The resources are in adopted.ts. Add `export * from "./adopted";` to the program, then run',
  );
  expect(readFileSync(join(stack.dir, "index.ts"), "utf8")).toBe(own);
  rmSync(join(stack.dir, "index.ts"));
  writeFileSync(join(stack.dir, "index.ts"), 'export * from "./adopted";\n');
  await mustSucceed(stack.preview({ expectNoChanges: true }));
});

test("podwright adopt writes a valid Go program for every input of every resource", {
  timeout: compilingGo,
}, async (context) => {
  const { stack } = await emulated({}, { host: "plugin" });
  installGoSdk(stack, context);
  const cases = kindsOnAccount.flatMap((kind) =>
    casesOf(kind).flatMap(({ name, before, after }) =>
      [before, after].map((sample, index) => {
        // A sample without a value has `undefined`.
        const inputs: Declared["inputs"] = JSON.parse(JSON.stringify(sample));
        return { kind, name: `${kind}-${name}-${index}`, id: name, group: kind, inputs };
      }),
    ),
  );
  expect(cases.length).toBeGreaterThan(200);
  const { dir: cwd, env } = stack;
  writeFileSync(join(cwd, "main.go"), (await languages.go?.write(cases)) ?? "");
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd, env, encoding: "utf8" });
  expect([run("go", "vet", "."), run("gofmt", "-l", ".")]).toEqual(["", ""]);
});

test("podwright adopt writes every text so that Go reads it unchanged", (context) => {
  const folder = temporaryFolder("go");
  const head = 'package main\n\nimport (\n\t"encoding/json"\n\t"os"\n)\n\nfunc main() {\n';
  const literals = hostile.map((text) => `\t\t${quoted(text)},\n`).join("");
  writeFileSync(join(folder, "main.go"), `${head}\tjson.NewEncoder(os.Stdout).Encode([]string{\n${literals}\t})\n}\n`);
  const { go, env } = goOrSkip(context);
  // With the flags of the other programs, Go's cache already has the standard library.
  const run = execFileSync(go, ["run", ...BUILD_FLAGS, "main.go"], { cwd: folder, env, encoding: "utf8" });
  expect(JSON.parse(run)).toEqual(hostile);
});

/** Names and values that mean something in a language, in YAML or in a shell. */
const hostileEnv = {
  QUOTE: '"\n\\${HOME}`#{x}',
  "${secret}": "${secret}",
  "$${twice}$": "$$ $${twice}",
  "fn::readFile": "/etc/hostname",
  "fn::": "",
  __proto__: "polluted",
  "with space: #": " padded ",
  "\u202e\u{e0001}": "\u202e\u{e0001}\u2028\ufeff",
  PORT: "8080",
  ...{
    OCTAL: "007",
    HEX: "0x1F",
    EXPONENT: "1e3",
    FRACTION: "1.50",
    YES: "yes",
    TRUE: "true",
    NULL: "null",
    NAN: "NaN",
  },
  ...{
    EMPTY: "",
    LINE: "one\n",
    LINES: "two\n\n",
    RETURN: "three\r",
    BOTH: "four\r\n",
    ONLY: "\n",
    TAB: "\t\b\f\u0001",
  },
  ...{ DATE: "2024-01-01", JSON: '{"a": [1]}', LIST: "[1]", QUOTED: '"8080"', SEXAGESIMAL: "1:30" },
};

/** Fills an account, and returns the number of its adoptable resources. */
async function accountByHand(emulator: Emulator): Promise<number> {
  const volume = (name: string) =>
    send(emulator, "POST", "/v2/network-volumes", { name, size: 50, dataCenter: "US-TX-3" });
  const volumes = [(await volume("models")).id, (await volume("data set (old)")).id];
  await send(emulator, "POST", "/v2/registries", { name: "ghcr", username: "robot", password: "canary-registry" });
  await send(emulator, "POST", "/v2/account/secrets", { name: "hf_token", value: "canary-secret" });
  for (let number = 0; number < 12; number++) {
    const env = number === 0 ? { TOKEN: "canary-template", "MY-MODE": "fast" } : {};
    const template = { name: `worker ${number}`, image: "worker:1", serverless: true, env };
    const { id: templateId } = await send(emulator, "POST", "/v2/templates", template);
    const settings = { workersMin: 0, workersMax: 2, idleTimeout: 30, locations: "EU-RO-1" };
    await saveEndpoint(emulator, { name: `answers-${number}`, gpuIds: "AMPERE_16", templateId, ...settings });
  }
  for (let number = 0; number < 33; number++) {
    const mounts = number % 3 === 0 ? { network: [{ volumeId: volumes[0], path: "/data" }] } : undefined;
    await newPod(emulator, {
      ...{
        name: number === 0 ? 'ünïcode "quoted" ${x} #!' : `trainer-${number}`,
        image: "nginx:1",
        ports: ["80/http"],
      },
      ...(number === 16 ? { env: { TOKEN: `canary-pod-${number}`, ...hostileEnv } } : {}),
      ...(number === 1 ? { globalNetworking: true } : {}),
      ...(mounts === undefined ? {} : { mounts, dataCenterIds: ["US-TX-3"] }),
    });
  }
  emulator.advance(10_000);
  return volumes.length + 1 + 2 * 12 + 33;
}
