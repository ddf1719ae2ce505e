import { afterAll, afterEach, beforeAll } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newEndpoint } from "../../support/account";
import { commandLine, type World } from "./command-line";

/** An emulator with queue-based endpoints, and job commands, for one test file. */
export function useJobs() {
  let emulator: Emulator;
  let endpoint: string;
  beforeAll(async () => {
    emulator = await startEmulator({ workerStart: 1, jobDuration: 1, strict: true });
  });
  afterEach(() => emulator.reset());
  afterAll(() => emulator.close());

  const cli = (args: readonly string[], world: World = {}) =>
    commandLine(args, { ...world, env: { ...environmentOf(emulator), ...world.env } });
  return {
    get emulator() {
      return emulator;
    },
    /** The endpoint that `jobs` created last. */
    get endpoint() {
      return endpoint;
    },
    cli,
    /** Creates an endpoint for `ENDPOINT`. */
    async jobs(args: readonly string[], world: World = {}) {
      endpoint = await newEndpoint(emulator, "jobs");
      return await cli(["jobs", ...args.map((arg) => (arg === "ENDPOINT" ? endpoint : arg))], world);
    },
  };
}
