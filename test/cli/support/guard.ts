import { afterEach, beforeEach } from "vitest";
import { type GuardReport, guardReport } from "../../../cli/guard/report";
import { type Emulator, startEmulator } from "../../../emulator";
import { environmentOf, newPod } from "../../support/account";
import { temporaryFolder } from "../../support/temporary-folder";
import { VirtualClock } from "../../support/virtual-clock";
import { commandLine, type Ended, type World } from "./command-line";
import { FakePulumi } from "./fake-pulumi";

/** Time moves only by `advance`, so that ages in the reports are exact. */
export const guardedAccount = { now: () => Date.UTC(2026, 5, 1, 12), provision: 0, start: 0, strict: true };
export const withVolume = { mounts: { persistent: { size: 20, path: "/workspace" } } };

/** An emulator for each test of a file, and `podwright guard` on its account. */
export function useGuard() {
  let started: Emulator;
  beforeEach(async () => {
    started = await startEmulator({ ...guardedAccount, workerStart: 0, jobDuration: 0 });
  });
  afterEach(() => started.close());
  const emulator = new Proxy({} as Emulator, { get: (_, name) => Reflect.get(started, name) });

  /** A clock at the emulator's time and some milliseconds later. */
  function later(ms: number): VirtualClock {
    const clock = new VirtualClock();
    clock.advance(emulator.now() + ms - clock.now());
    return clock;
  }

  /** Without a folder, the command runs outside of a project, with a backend that has no stacks. */
  async function guard(args: readonly string[], { env, ...world }: World = {}): Promise<Ended> {
    const { path } = new FakePulumi({});
    const folder = args.includes("--cwd") ? [] : ["--cwd", temporaryFolder("elsewhere")];
    return await commandLine(["guard", ...args, ...folder], {
      env: { ...environmentOf(emulator), PATH: path, ...env },
      clock: later(0),
      ...world,
    });
  }

  return {
    emulator,
    later,
    guard,
    async reported(args: readonly string[], world?: World): Promise<GuardReport & { readonly exitCode: number }> {
      const { exitCode, out, err } = await guard([...args, "--output", "json"], world);
      if (out === "") throw new Error(err);
      return { ...guardReport.parse(JSON.parse(out)), exitCode };
    },
    async idlePod(name: string, pod: object = withVolume): Promise<string> {
      const id = await newPod(emulator, { name, ...pod });
      emulator.changePod(id, { utilization: 0 });
      return id;
    },
    statusOf: (id: string) => emulator.state().pods.find((pod) => pod.id === id)?.status,
  };
}

export function outcomes({ findings }: GuardReport) {
  return Object.fromEntries(findings.map((one) => [one.name, one.outcome]));
}
