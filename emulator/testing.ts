import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Emulator, startEmulator } from "./emulator";
import type { EmulatorOptions } from "./platform/options";

/**
 * The functions `beforeAll` and `afterAll` of Vitest or Jest. With Node's own test runner, pass `{ beforeAll: before, afterAll:
 * after }` inside `describe`.
 */
export interface Hooks {
  beforeAll(start: () => Promise<void>): unknown;
  afterAll(stop: () => Promise<void>): unknown;
}

/** The emulator of a test file. Each property throws before the `beforeAll` hook has run. */
export interface EmulatorForTests {
  readonly emulator: Emulator;
  readonly url: string;
  readonly apiKey: string;
  /**
   * Environment for a program, a command, or `envVars` of Pulumi's Automation API. The variables select the emulator, and a
   * separate Pulumi state in a temporary folder.
   */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Runs an emulator for the tests of a file, from before the first test until after the last. By default, the emulator is fast
 * and strict.
 */
export function useEmulator({ beforeAll, afterAll }: Hooks, options: EmulatorOptions = {}): EmulatorForTests {
  let running: { readonly emulator: Emulator; readonly backend: string } | undefined;
  const started = () => {
    if (running === undefined) throw new Error("The emulator starts in beforeAll: read its values inside a test");
    return running;
  };
  beforeAll(async () => {
    const emulator = await startEmulator({ provision: 10, start: 10, strict: true, ...options });
    running = { emulator, backend: mkdtempSync(join(tmpdir(), "podwright-testing-")) };
  });
  afterAll(async () => {
    if (running === undefined) return;
    rmSync(running.backend, { recursive: true, force: true });
    await running.emulator.close();
  });
  return {
    get emulator() {
      return started().emulator;
    },
    get url() {
      return started().emulator.url;
    },
    get apiKey() {
      return started().emulator.apiKey;
    },
    get env() {
      const { emulator, backend } = started();
      return {
        PODWRIGHT_API_KEY: emulator.apiKey,
        PODWRIGHT_BASE_URL: emulator.url,
        PODWRIGHT_SERVERLESS_URL: emulator.url,
        // Makes the client's pauses between reads shorter than on RunPod.
        PODWRIGHT_TIME_SCALE: "0.05",
        PULUMI_BACKEND_URL: `file://${backend}`,
        PULUMI_CONFIG_PASSPHRASE: "test",
      };
    },
  };
}
