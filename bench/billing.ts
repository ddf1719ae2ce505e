import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { connect } from "../client";
import { podwrightProgram } from "../test/e2e/harness/repository";
import { emulatorProcess } from "./emulator-process";
import { inTurn } from "./pairs";

const run = promisify(execFile);
const hour = 3_600_000;
const apiKey = "emulator-key";

/** Measures the time to print a year of hourly billing buckets. Compares it with the emulator's response alone. */
export async function billingYear(): Promise<string[]> {
  const emulator = await emulatorProcess();
  const platform = connect({ apiKey, baseUrl: emulator.url });
  try {
    const start = Date.now();
    await platform.pods.create({ name: "busy", image: "nginx", gpu: { id: "NVIDIA L4" } });
    await emulator.advance(365 * 24 * hour);
    const [startTime, endTime] = [start, start + 365 * 24 * hour].map((at) => new Date(at).toISOString()) as [
      string,
      string,
    ];
    const answer = () => timed(() => platform.billing.pods({ startTime, endTime, bucketSize: "hour" }));
    const lines: string[] = [];
    for (const format of ["table", "json", "csv", "yaml"]) {
      const flags = ["--bucket-size", "hour", "--start-time", startTime, "--end-time", endTime, "--output", format];
      const command = () => timed(() => printed(["billing", "pods", ...flags], emulator.url));
      const { a, b } = await inTurn(5, command, answer);
      lines.push(
        `billing, a year of hourly buckets as ${format}: ${a.toFixed(0)} ms; the answer alone: ${b.toFixed(0)} ms`,
      );
    }
    return lines;
  } finally {
    await platform.close();
    await emulator.stop();
  }
}

async function printed(args: readonly string[], url: string): Promise<void> {
  const env = { ...process.env, PODWRIGHT_API_KEY: apiKey, PODWRIGHT_BASE_URL: url };
  const { stdout } = await run(process.execPath, [podwrightProgram, ...args], { env, maxBuffer: 100_000_000 });
  const lines = stdout.split("\n").length;
  if (lines < 365 * 24) throw new Error(`a year has more hours than ${lines} lines`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}
