import { inject, onTestFinished } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import { type StackOptions, TestStack } from "./stack";

export interface Emulated {
  readonly emulator: Emulator;
  readonly stack: TestStack;
}

/**
 * A fresh stack on a fresh emulator, both gone after the test. A request the emulator does not know fails the test.
 * Pods need a few hundredths of a second to run unless told otherwise.
 */
export async function emulated(
  options: EmulatorOptions = {},
  stackOptions: Partial<StackOptions> = {},
): Promise<Emulated> {
  const emulator = await startEmulator({ provision: 20, start: 20, workerStart: 20, strict: true, ...options });
  const stack = new TestStack({ url: emulator.url, ...stackOptions });
  onTestFinished(async () => {
    stack.dispose();
    await emulator.close();
  });
  return { emulator, stack: await stack.initAs(inject("newStack")) };
}
