import { inject, onTestFinished, test } from "vitest";
import type { Emulator, EmulatorOptions } from "../../../emulator";
import { isStrict } from "./cases/first-described";
import { quickEmulator } from "./quick-emulator";
import { type StackOptions, TestStack } from "./stack/stack";

export interface Emulated {
  readonly emulator: Emulator;
  readonly stack: TestStack;
}

/** A story of features that the original interface did not have. */
export const newerStory: typeof test | (() => void) = isStrict ? () => undefined : test;

/**
 * A fresh stack on a fresh emulator, both removed after the test. `PODWRIGHT_E2E_TRANSPORT` sets the transport of
 * endpoints unless a story sets it.
 */
export async function emulated(
  options: EmulatorOptions = {},
  stackOptions: Partial<StackOptions> = {},
): Promise<Emulated> {
  const emulator = await quickEmulator(options);
  const { PODWRIGHT_E2E_TRANSPORT: PODWRIGHT_ENDPOINT_TRANSPORT } = process.env;
  const env = { ...(PODWRIGHT_ENDPOINT_TRANSPORT && { PODWRIGHT_ENDPOINT_TRANSPORT }), ...stackOptions.env };
  const stack = new TestStack({ url: emulator.url, ...stackOptions, env });
  onTestFinished(async () => {
    stack.dispose();
    await emulator.close();
  });
  return { emulator, stack: await stack.initAs(inject("newStack")) };
}
