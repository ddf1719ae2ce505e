import { afterAll, afterEach, beforeAll } from "vitest";
import { type Emulator, type EmulatorOptions, startEmulator } from "../../emulator";

/** Starts an emulator for all tests of a file, and empties it after each test. By default its pods run after two milliseconds. */
export function useAccount(options: EmulatorOptions = {}): Emulator {
  let emulator: Emulator;
  beforeAll(async () => {
    emulator = await startEmulator({ provision: 1, start: 1, strict: true, ...options });
  });
  afterEach(() => emulator.reset());
  afterAll(() => emulator.close());
  return new Proxy({} as Emulator, { get: (_, name) => Reflect.get(emulator, name) });
}
