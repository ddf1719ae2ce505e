import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

const results = process.env.PODWRIGHT_TEST_RESULTS;

/** A command of the real engine takes seconds, and a story needs several. */
const patience = { testTimeout: 180_000, hookTimeout: 60_000 };

/** The stories that show the life of every resource, told under the plugin too. */
const underBothHosts = [
  ...["changes", "drift", "failures", "lost-answers", "drain", "secrets", "recover", "continue", "replacement"],
  ...["job", "registry-credential", "remote-kills"],
];

export default defineConfig({
  test: {
    // End-to-end tests spend half of their time waiting for processes to start: one file more than cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
    ...(results === undefined ? {} : { reporters: ["default", "json"], outputFile: { json: results } }),
    projects: [
      { test: { name: "unit", include: ["test/unit/**/*.test.ts", "test/docs/**/*.test.ts"] } },
      // Each test starts an emulator of its own, so nothing leaks from file to file.
      { test: { name: "emulator", include: ["test/emulator/**/*.test.ts"], isolate: false } },
      { test: { name: "browser", include: ["test/browser/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000 } },
      { test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], ...patience } },
      {
        test: {
          name: "e2e-plugin",
          include: underBothHosts.map((story) => `test/e2e/${story}.test.ts`),
          env: { PODWRIGHT_E2E_HOST: "plugin" },
          ...patience,
        },
      },
    ],
  },
});
