import { inject, onTestFinished } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator";
import { quickEmulator } from "./quick-emulator";
import { type StackOptions, TestStack } from "./stack/stack";

export interface Emulated {
  readonly emulator: Emulator;
  readonly stack: TestStack;
}

/** A fresh stack on a fresh emulator, both removed after the test. */
export async function emulated(
  options: EmulatorOptions = {},
  stackOptions: Partial<StackOptions> = {},
): Promise<Emulated> {
  const emulator = await quickEmulator(options);
  const stack = new TestStack({ url: emulator.url, ...stackOptions });
  onTestFinished(async () => {
    stack.dispose();
    await emulator.close();
  });
  return { emulator, stack: await stack.initAs(inject("newStack")) };
}
