import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repository } from "../harness/repository";

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

function runDemo(): Promise<{ code: number | string | undefined; text: string }> {
  return new Promise((resolve) => {
    const main = join(repository, "dist/examples/demo/main.js");
    execFile(process.execPath, [main], { cwd: repository, maxBuffer: 16 << 20 }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : (error.code ?? error.signal ?? undefined), text: stdout + stderr }),
    );
  });
}
