import { environmentOf, newEndpoint } from "../../support/account";
import { useAccount } from "../../support/emulated";
import { commandLine, type World } from "./command-line";

/** An emulator with queue-based endpoints, and job commands, for one test file. */
export function useJobs() {
  const emulator = useAccount({ workerStart: 1, jobDuration: 1, jobsWithoutWorkers: "queue" });
  let endpoint: string;

  const cli = (args: readonly string[], world: World = {}) =>
    commandLine(args, { ...world, env: { ...environmentOf(emulator), ...world.env } });
  return {
    emulator,
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
