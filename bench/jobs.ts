import runpodSdk from "runpod-sdk";
import { connect } from "../client";
import { emulatorProcess } from "./emulator-process";
import { inTurn } from "./pairs";

const apiKey = "emulator-key";
const atOnce = 64;

/** Runs one job from its submission to its output. */
type RunOne = () => Promise<unknown>;

/**
 * Measures the jobs per second of this client, and of RunPod's npm client. Both clients use the same emulator and the
 * same number of parallel jobs, and they run in turn.
 */
export async function jobThroughput(): Promise<string[]> {
  const emulator = await emulatorProcess();
  const platform = connect({ apiKey, baseUrl: emulator.url, serverlessUrl: emulator.url });
  try {
    const endpointId = await roomyEndpoint(platform);
    const sdk = runpodSdk(apiKey, { baseUrl: `${emulator.url}/v2` }).endpoint(endpointId);
    if (!sdk) throw new Error("the npm client made no endpoint");
    const input = { prompt: "a prompt of some length ".repeat(8) };
    const ours = completed(() => platform.jobs.runsync(endpointId, input));
    const theirs = completed(() => sdk.runSync({ input }));
    const lines: string[] = [];
    for (const { ms, jobs } of [
      { ms: 0, jobs: 1_500 },
      { ms: 200, jobs: 640 },
    ]) {
      await emulator.script({ jobs: { endpoint: endpointId, durationMs: ms } });
      const { a, b, ratio } = await inTurn(
        5,
        () => timed(theirs, jobs),
        () => timed(ours, jobs),
      );
      const rate = (took: number) => ((jobs * 1000) / took).toFixed(0);
      lines.push(
        `jobs of ${ms} ms, ${atOnce} at once, jobs per second: ${rate(b)}; runpod-sdk: ${rate(a)}; ratio ${ratio.toFixed(2)}`,
      );
    }
    return lines;
  } finally {
    await platform.close();
    await emulator.stop();
  }
}

/** Creates an endpoint whose workers are ready from the start, with one worker for each parallel job. */
async function roomyEndpoint(platform: ReturnType<typeof connect>): Promise<string> {
  const template = await platform.templates.create({ name: "bench", image: "worker", serverless: true });
  const { id } = await platform.endpoints.create({
    name: "bench",
    gpuIds: "ADA_24",
    templateId: template.id,
    type: "QB",
    idleTimeout: 3600,
    locations: null,
    flashBootType: "OFF",
    scalerType: "REQUEST_COUNT",
    scalerValue: 1,
    workersMin: atOnce,
    workersMax: atOnce,
    networkVolumeId: null,
  });
  return id;
}

function completed(run: () => Promise<{ readonly status: string }>): RunOne {
  return async () => {
    const { status } = await run();
    if (status !== "COMPLETED") throw new Error(`a job ended as ${status}`);
  };
}

/** Returns the milliseconds that this number of jobs takes. */
async function timed(runOne: RunOne, jobs: number): Promise<number> {
  let left = jobs;
  const worker = async () => {
    while (left-- > 0) await runOne();
  };
  const started = performance.now();
  await Promise.all(Array.from({ length: atOnce }, worker));
  return performance.now() - started;
}
