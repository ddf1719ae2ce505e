import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { blocksOf } from "../../docs/support/blocks";
import { freePort } from "../../support/free-port";
import { temporaryFolder } from "../../support/temporary-folder";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { podwrightProgram, repository } from "../harness/repository";
import { mustChangeNothing, mustSucceed, steps } from "../harness/stack/steps";

/** The output that the demo promises, in this order. */
const promised = [
  /> pulumi preview/,
  /only the platform.s catalog was read/,
  /is PROVISIONING/,
  /is STARTING/,
  /is RUNNING/,
  /endpoint .* serves: 1 IDLE/,
  /job .* is COMPLETED/,
  /Pod "web" \(mounts\.network\[0\]\.path\) is updated in place/,
  /it is the same pod as before/,
  /Pod "web" \(mounts\.network\[0\]\.volumeId\) would be replaced/,
  /Pod "web" \(mounts\.network\[0\]\.volumeId\) is replaced/,
  /> pulumi refresh/,
  /its recorded status is EXITED now/,
  /is RUNNING again/,
  /processes \d+ jobs? in its queue/,
  /\d+ jobs? in progress/,
  /workersMin and workersMax to 0/,
  /endpoint .* is deleted/,
  /all jobs finished before the endpoint was deleted/,
  /no pod, endpoint, template or volume/,
];

test("the demo prints every expected line in order", async () => {
  const { code, text } = await run(process.execPath, [join(repository, "dist/examples/demo/main.js")], process.env);

  expect(text).toContain("Every check passed.");
  expect(code).toBe(0);
  let rest = text;
  for (const line of promised) {
    const at = rest.search(line);
    expect(at, `${line} in the rest:\n${rest}`).toBeGreaterThanOrEqual(0);
    rest = rest.slice(at);
  }
});

test("the second pulumi up of the quickstart shows no changes", async () => {
  const { emulator, stack } = await emulated({}, { host: "dynamic" });
  emulator.addPlatformEnv({ PLATFORM_POD_ID: "given" });
  // The demo and the trial run the program as TypeScript.
  const program = readFileSync(join(repository, "examples/quickstart/index.ts"), "utf8");
  stack.runHere(ts.transpileModule(program, { compilerOptions: { module: ts.ModuleKind.CommonJS } }).outputText);

  const first = await mustSucceed(stack.up());
  expect(Object.keys(steps(first))).not.toEqual([]);
  await mustChangeNothing(stack.up());

  // RunPod adds environment variables to pods, also later.
  for (const { id, env } of emulator.state().pods) {
    await changeOutside(emulator, "Pod", id, { env: { ...env, PLATFORM_ADDED_LATER: "1" } });
  }
  await mustChangeNothing(stack.refresh());
  await mustChangeNothing(stack.preview());
});

test("the README's commands for a trial start a pod on the emulator", async () => {
  const readme = readFileSync(join(repository, "README.md"), "utf8");
  const [trial] = blocksOf(readme, "sh").filter(({ text }) => text.includes("podwright emulator"));
  const [port, folder] = [await freePort(), temporaryFolder("trial")];
  const typed = (trial?.text ?? "")
    .replaceAll("8484", String(port))
    .replace("podwright emulator", `podwright emulator --port ${port}`)
    .replace("file://$PWD", `file://${folder}`)
    .replace("stack init dev", "stack init trial")
    .replace("pulumi up", "pulumi up --yes --skip-preview --non-interactive");
  const script = [
    // Each job gets its own process group, as in a terminal. Otherwise `kill %1` would end npx and leave the emulator.
    "set -m; trap 'kill %1' EXIT",
    // A reader sees the emulator's address before the next command.
    typed.replace(
      / &( .*)?$/m,
      ` &\nuntil (: < /dev/tcp/127.0.0.1/${port}) 2> /dev/null; do kill -0 %1; sleep 0.1; done`,
    ),
    'test "$(pulumi stack output podStatus)" = RUNNING',
    "pulumi destroy --yes --skip-preview --non-interactive",
    "pulumi stack rm trial --yes",
  ].join("\n");
  const { PATH, HOME, TMPDIR } = process.env;
  // npx sets the mode once per clone, so each later build must set it. npx of an older clone still runs the second file.
  const commands = [podwrightProgram, join(repository, "dist", "cli", "main.js")];
  if (process.platform !== "win32") for (const file of commands) expect(statSync(file).mode & 0o111, file).toBe(0o111);

  const ran = await run("bash", ["-ec", script], {
    PATH,
    HOME,
    TMPDIR,
    PULUMI_HOME: join(folder, "home"),
    XDG_STATE_HOME: join(folder, "state"),
  });

  expect(ran).toMatchObject({ code: 0, text: expect.stringContaining('podStatus     : "RUNNING"') });
});

/** Runs a command in the clone. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  return new Promise<{ code: number | string | undefined; text: string }>((resolve) => {
    execFile(command, args, { cwd: repository, env, maxBuffer: 16 << 20 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? undefined), text: stdout + stderr }),
    );
  });
}
