import { inject, onTestFinished } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../../emulator";
import { type StackOptions, TestStack } from "./stack/stack";

/** The platform's. */
export const longestPage = 1000;

export interface Emulated {
  readonly emulator: Emulator;
  readonly stack: TestStack;
}

/**
 * A fresh stack on a fresh emulator, both gone after the test. A request the emulator does not know fails the test.
 * Pods need a few hundredths of a second to run unless told otherwise. `PODWRIGHT_E2E_PAGE_SIZE`: how many items a page
 * of a list has, where a story does not count its requests; `PODWRIGHT_E2E_TRANSPORT`: how endpoints are managed, where a
 * story does not say.
 */
export async function emulated(
  options: EmulatorOptions = {},
  stackOptions: Partial<StackOptions> = {},
): Promise<Emulated> {
  const pageSize = Number(process.env.PODWRIGHT_E2E_PAGE_SIZE ?? longestPage);
  const quick = { provision: 20, start: 20, workerStart: 20 };
  const emulator = await startEmulator({ ...quick, pageSize, strict: true, ...options });
  const { PODWRIGHT_E2E_TRANSPORT: PODWRIGHT_ENDPOINT_TRANSPORT } = process.env;
  const env = { ...(PODWRIGHT_ENDPOINT_TRANSPORT && { PODWRIGHT_ENDPOINT_TRANSPORT }), ...stackOptions.env };
  const stack = new TestStack({ url: emulator.url, ...stackOptions, env });
  onTestFinished(async () => {
    stack.dispose();
    await emulator.close();
  });
  return { emulator, stack: await stack.initAs(inject("newStack")) };
}
