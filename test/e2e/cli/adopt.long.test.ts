import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, type TestContext, test } from "vitest";
import { kindsOnAccount } from "../../../cli/account/kinds";
import type { Declared } from "../../../cli/adopt/declared";
import { languages } from "../../../cli/adopt/language";
import type { Emulator } from "../../../emulator";
import { newPod, saveEndpoint, send } from "../../support/account";
import { casesOf } from "../harness/cases/cases";
import { emulated } from "../harness/emulated";
import { runPodwright } from "../harness/stack/podwright";
import type { TestStack } from "../harness/stack/stack";
import { mustSucceed } from "../harness/stack/steps";
import { compilingGo, installGoSdk, installPythonSdk } from "../hosts/languages";
import { installNodeSdk } from "../hosts/node-sdk";

/** The program that Pulumi writes for a new project in Go. */
const newGoProgram = `package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		return nil
	})
}
`;

/** How a user prepares a project of each language. */
const installSdk: Readonly<Record<string, (stack: TestStack, context: TestContext) => void>> = {
  nodejs: (stack) => {
    installNodeSdk(stack);
    writeFileSync(join(stack.dir, "package.json"), '{ "name": "e2e", "main": "index.ts" }');
    writeFileSync(join(stack.dir, "tsconfig.json"), '{ "compilerOptions": { "module": "commonjs", "types": [] } }');
  },
  python: installPythonSdk,
  go: (stack, context) => {
    installGoSdk(stack, context);
    writeFileSync(join(stack.dir, "main.go"), newGoProgram);
  },
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
    "The project has a program already. The resources are in adopted.ts. Import this file into the program",
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
  writeFileSync(join(cwd, "main.go"), (await languages.go?.write(cases, true)) ?? "");
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd, env, encoding: "utf8" });
  expect([run("go", "vet", "."), run("gofmt", "-l", ".")]).toEqual(["", ""]);
});

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
        // biome-ignore lint/suspicious/noTemplateCurlyInString: a hostile name
        name: number === 0 ? 'ünïcode "quoted" ${x} #!' : `trainer-${number}`,
        image: "nginx:1",
        ports: ["80/http"],
      },
      // biome-ignore lint/suspicious/noTemplateCurlyInString: a hostile value
      ...(number % 16 === 0 ? { env: { TOKEN: `canary-pod-${number}`, QUOTE: '"\n\\${HOME}' } } : {}),
      ...(mounts === undefined ? {} : { mounts, dataCenterIds: ["US-TX-3"] }),
    });
  }
  emulator.advance(10_000);
  return volumes.length + 1 + 2 * 12 + 33;
}
