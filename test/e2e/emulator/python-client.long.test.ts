import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, type TestContext, test } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import { clientPython } from "../../../toolchain/lib/test-tools/tools.mjs";
import { temporaryFolder } from "../../support/temporary-folder";
import { toolOrSkip } from "../harness/tools";

/** The last output line of a program that uses the package and can reach only the emulator. */
async function told(program: string, { url, apiKey }: Emulator, context: TestContext) {
  const python = toolOrSkip(clientPython, context);
  // The packages search the folder for a user's key, or store their deployments there.
  const home = temporaryFolder("foreign");
  const addresses = {
    RUNPOD_API_BASE_URL: url,
    RUNPOD_ENDPOINT_BASE_URL: `${url}/v2`,
    RUNPOD_REST_API_URL: `${url}/v1`,
  };
  const { stdout } = await promisify(execFile)(python, [join(__dirname, program)], {
    cwd: home,
    env: {
      ...{ PATH: process.env.PATH, HOME: home, RUNPOD_API_KEY: apiKey },
      ...{ ...addresses, RUNPOD_CONSOLE_URL: url, RUNPOD_HAPI_URL: url },
    },
    timeout: 120_000,
  });
  return JSON.parse(stdout.trim().split("\n").at(-1) ?? "");
}

async function started(options: EmulatorOptions = {}): Promise<Emulator> {
  const emulator = await startEmulator({ workerStart: 20, jobDuration: 20, ...options });
  onTestFinished(() => emulator.close());
  return emulator;
}

// The package sends its own GraphQL documents.
test("the unchanged Python package runpod works with the emulator", async (context) => {
  const emulator = await started({ streamShape: "object" });
  emulator.handle("jobs", (input) => {
    if (input.slow) return { durationMs: 60_000 };
    return input.stream ? words(Number(input.stream)) : { output: input };
  });
  const { endpoint, template, listed, ...rest } = await told("client.py", emulator, context);
  expect(template).toMatchObject({
    name: "worker",
    imageName: "worker:1",
    isServerless: true,
    containerDiskInGb: 10,
  });
  expect(template.env).toEqual([{ key: "A", value: "1" }]);
  expect(endpoint).toMatchObject({ name: "jobs", templateId: template.id, gpuIds: "ADA_24", workersMax: 2 });
  expect(endpoint).toMatchObject({ idleTimeout: 7, flashBootType: "FLASHBOOT", networkVolumeId: null });
  expect(listed).toMatchObject([{ id: endpoint.id, name: "jobs", templateId: template.id, aiKey: null, type: "QB" }]);
  expect(rest.swapped.id).toBe(endpoint.id);
  expect(rest.swapped.templateId).not.toBe(template.id);
  expect(rest).toMatchObject({
    version: "1.12.0",
    first_status: expect.stringMatching(/^IN_|^COMPLETED$/),
    output: { prompt: "hi" },
    streamed: ["word 0", "word 1", "word 2"],
    sync_output: { n: 1 },
    cancelled: "CANCELLED",
    purged: { removed: 0, status: "completed" },
    health: { jobs: { completed: 3, failed: 0, inQueue: 0, inProgress: 0 } },
  });
  expect(rest.taken_name).toMatch(/^QueryError: .*name/);
  expect(rest.bound_template).toMatch(/^QueryError: .*bound/);
  expect(rest.pods).toBe('QueryError: Cannot query field "pods" on type "User".');
  expect(rest.wrong_key).toMatch(/^AuthenticationError: Unauthorized/);
  expect(emulator.unknownRequests).toEqual([]);
});

// The package sends a template with the endpoint, changes both separately, and reads each by its id.
test("the unchanged Python package runpod-flash works with the emulator", async (context) => {
  const emulator = await started();
  expect(await told("flash_client.py", emulator, context)).toEqual({
    created: { output: { prompt: "hi" }, error: null },
    updated: { output: { prompt: "again" }, error: null },
    exists: [true, false],
    template: expect.objectContaining({
      imageName: "worker:1",
      env: expect.arrayContaining([{ key: "B", value: "2" }]),
    }),
    busy: expect.stringContaining("workersMin and workersMax must both be 0"),
    deleted: { success: true },
  });
  expect(emulator.state().endpoints).toEqual([]);
  expect(emulator.state().templates).toMatchObject([{ serverless: true, image: "worker:1" }]);
  expect(emulator.counts()).toMatchObject({ saveEndpoint: 3, saveTemplate: 1, deleteEndpoint: 2 });
  expect(emulator.unknownRequests).toEqual([]);
});

function* words(count: number) {
  for (let n = 0; n < count; n++) yield { output: `word ${n}`, afterMs: 5 };
}
