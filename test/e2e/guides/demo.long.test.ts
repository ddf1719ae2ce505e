import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { emulated } from "../harness/emulated";
import { changeOutside } from "../harness/platform/outside";
import { repository } from "../harness/repository";
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

function runDemo(): Promise<{ code: number | string | undefined; text: string }> {
  return new Promise((resolve) => {
    const main = join(repository, "dist/examples/demo/main.js");
    execFile(process.execPath, [main], { cwd: repository, maxBuffer: 16 << 20 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? undefined), text: stdout + stderr }),
    );
  });
}
