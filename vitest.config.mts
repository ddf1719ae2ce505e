import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/longest-first.mjs";

const results = process.env.PODWRIGHT_TEST_RESULTS;

/**
 * Patience costs nothing while all is well, and a machine may have other things to do: time limits are for what hangs.
 */
const everywhere = {
  // No test hears of the variables that a CI or a shell happens to set.
  setupFiles: ["test/support/environment.ts"],
  unstubEnvs: true,
  testTimeout: 30_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 20_000, interval: 20 } },
};

/** A command of the real engine takes seconds, and a story needs several. */
const stories = {
  globalSetup: ["test/e2e/harness/new-stack.ts"],
  testTimeout: 600_000,
  hookTimeout: 120_000,
};

/** The stories that show the life of every resource, told under the plugin too. */
const underBothHosts = [
  ...["changes", "failures", "lost-answers", "drain", "secrets", "recover", "continue", "replacement"],
  ...["job", "registry-credential", "remote-kills", "refusals", "check", "undeclared", "soak"],
];

export default defineConfig({
  test: {
    // End-to-end tests spend half of their time waiting for processes to start: one file more than cores keeps them
    // busy. An engine and its family take some 400 MB, so a machine of many cores does not run one for each.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    sequence: { sequencer: LongestFirst },
    // A stored text that is missing is a failure here as in a CI; `vitest -u` writes it.
    update: "none",
    ...(results === undefined ? {} : { reporters: ["default", "json"], outputFile: { json: results } }),
    projects: [
      { test: { ...everywhere, name: "unit", include: ["test/unit/**/*.test.ts", "test/docs/**/*.test.ts"] } },
      // Each test starts an emulator of its own, so nothing leaks from file to file. The files of a worker run one
      // after the other, which those that listen to its standard output rely on.
      {
        test: {
          ...everywhere,
          name: "emulator",
          include: ["test/emulator/**/*.test.ts", "test/contract/**/*.test.ts"],
          setupFiles: [...everywhere.setupFiles, "test/contract/exchanges.ts"],
          isolate: false,
        },
      },
      {
        test: {
          ...everywhere,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          ...everywhere,
          name: "e2e",
          include: ["test/e2e/**/*.test.ts"],
          env: { PODWRIGHT_E2E_HOST: "dynamic" },
          ...stories,
        },
      },
      {
        test: {
          ...everywhere,
          name: "e2e-plugin",
          include: underBothHosts.map((story) => `test/e2e/*/${story}.test.ts`),
          env: { PODWRIGHT_E2E_HOST: "plugin" },
          ...stories,
        },
      },
    ],
  },
});
