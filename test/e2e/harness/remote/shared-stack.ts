import { afterEach } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../../emulator";
import { quickEmulator } from "../quick-emulator";
import type { StackOptions, TestStack } from "../stack/stack";
import type { RemoteBackend } from "./backend";
import { anotherRunner, runnerOn } from "./runner";

export interface Shared {
  readonly emulator: Emulator;
  readonly backend: RemoteBackend;
  readonly first: TestStack;
  readonly second: TestStack;
  end(): Promise<void>;
}

/** A stack with two deploying machines, one account, and its own backend. */
export async function sharedStack(
  start: () => Promise<RemoteBackend>,
  options: EmulatorOptions = {},
  stackOptions: Partial<StackOptions> = {},
): Promise<Shared> {
  const backend = await start();
  const emulator = await quickEmulator(options);
  const first = await runnerOn(emulator, backend, stackOptions).init();
  const second = anotherRunner(first, emulator, backend, stackOptions);
  const end = async () => {
    first.dispose();
    second.dispose();
    await emulator.close();
    await backend.stop();
  };
  return { emulator, backend, first, second, end };
}

const running: Shared[] = [];

/** The same stack, removed after the test. */
export async function sharedForTest(...how: Parameters<typeof sharedStack>): Promise<Shared> {
  const shared = await sharedStack(...how);
  running.push(shared);
  return shared;
}

afterEach(async () => {
  for (const shared of running.splice(0)) await shared.end();
});
