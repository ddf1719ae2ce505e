import { execFile } from "node:child_process";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { blocksOf } from "../../docs/support/blocks";
import { freePort } from "../../support/free-port";
import { temporaryFolder } from "../../support/temporary-folder";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { podwrightProgram, repository } from "../harness/repository";
import { mustChangeNothing, mustSucceed, steps } from "../harness/stack/steps";

/** What a visitor is promised to see, in this order. */
const story = [
  /> pulumi preview/,
  /only the platform.s catalog was read/,
  /is PROVISIONING/,
  /is STARTING/,
  /is RUNNING/,
  /job .* is COMPLETED/,
  /Pod "web" \(mounts\.network\[0\]\.path\) is updated in place/,
  /it is the same pod as before/,
  /Pod "web" \(mounts\.network\[0\]\.volumeId\) would be replaced/,
  /Pod "web" \(mounts\.network\[0\]\.volumeId\) is replaced/,
  /> pulumi refresh/,
  /its recorded status is EXITED now/,
  /is RUNNING again/,
  /\d+ queued jobs? purged/,
  /workersMin and workersMax to 0/,
  /\d+ jobs? in progress/,
  /endpoint .* is deleted/,
  /the running jobs finished before the endpoint was deleted/,
  /no pod, endpoint, template or volume/,
];

test("the demo tells its whole story on the quickstart's program, and ends with an empty account", async () => {
  const { code, text } = await runDemo();

  expect(text).toContain("Every check passed.");
  expect(code).toBe(0);
  let rest = text;
  for (const line of story) {
    const at = rest.search(line);
    expect(at, `${line} in what follows:\n${rest}`).toBeGreaterThanOrEqual(0);
    rest = rest.slice(at);
  }
});

test("the quickstart finds no change: not in a second up, not after a refresh", async () => {
  const { emulator, stack } = await emulated({}, { host: "dynamic" });
  emulator.addPlatformEnv({ PLATFORM_POD_ID: "given" });
  stack.writeProgram("index.ts", readFileSync(join(repository, "examples/quickstart/index.ts"), "utf8"));

  const first = await mustSucceed(stack.up());
  expect(Object.keys(steps(first))).not.toEqual([]);
  await mustChangeNothing(stack.up());

  // The platform gives pods environment of its own, also later.
  for (const { id, env } of emulator.state().pods) {
    await changeOutside(emulator, "Pod", id, { env: { ...env, PLATFORM_ADDED_LATER: "1" } });
  }
  await mustChangeNothing(stack.refresh());
  await mustChangeNothing(stack.preview());
});

test("the README's trial runs line by line in a clone: its pod is RUNNING, and is destroyed", async () => {
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
    // Each job gets its own process group, as on a terminal: npx alone would leave the emulator behind.
    "set -m; trap 'kill %1' EXIT",
    // Who reads has seen the emulator's address before typing on.
    typed.replace(
      / &( .*)?$/m,
      ` &\nuntil (: < /dev/tcp/127.0.0.1/${port}) 2> /dev/null; do kill -0 %1; sleep 0.1; done`,
    ),
    'test "$(pulumi stack output podStatus)" = RUNNING',
    "pulumi destroy --yes --skip-preview --non-interactive",
    "pulumi stack rm trial --yes",
  ].join("\n");
  const { PATH, HOME, TMPDIR } = process.env;
  // npx allows it once for a clone; each later build has to.
  if (process.platform !== "win32") expect(statSync(podwrightProgram).mode & 0o111).toBe(0o111);

  const ran = await run("bash", ["-ec", script], { PATH, HOME, TMPDIR, PULUMI_HOME: join(folder, "home") });

  expect(ran).toMatchObject({ code: 0, text: expect.stringContaining('podStatus     : "RUNNING"') });
});

function runDemo() {
  return run(process.execPath, [join(repository, "dist/examples/demo/main.js")], process.env);
}

/** In the clone. */
function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  return new Promise<{ code: number | string | undefined; text: string }>((resolve) => {
    execFile(command, args, { cwd: repository, env, maxBuffer: 16 << 20 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? undefined), text: stdout + stderr }),
    );
  });
}
