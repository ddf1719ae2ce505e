import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/vitest/longest-first.mjs";
import { SlowestFiles } from "./test/support/vitest/slowest-files.mjs";

const results = process.env.PODWRIGHT_TEST_RESULTS;

// Vitest keeps a token of its own in the user's folder, which tests must not change. It reads this variable on Linux alone.
process.env.XDG_DATA_HOME = join(import.meta.dirname, "node_modules/.vitest");

/**
 * Patience costs nothing while all is well, and a machine may have other things to do: time limits are for what hangs.
 */
const everywhere = {
  // No test hears of the variables that a CI or a shell happens to set.
  setupFiles: ["test/support/vitest/environment.ts"],
  unstubEnvs: true,
  testTimeout: 30_000,
  hookTimeout: 30_000,
  expect: { poll: { timeout: 20_000, interval: 20 } },
};

/** A command of the real engine takes seconds, and a story needs several. */
const stories = {
  globalSetup: ["test/e2e/harness/stack/new-stack.ts"],
  testTimeout: 600_000,
  hookTimeout: 120_000,
};

/** Stories that take minutes or repeat another one's proof elsewhere: `npm run test:long`. */
const long = "test/{e2e,browser}/**/*.long.test.ts";

/**
 * Of the others, those that `npm test` leaves to `npm run test:long`, so that it takes minutes. Tests of the same resources
 * against the emulator prove their rules there.
 */
const slow = [
  "drift/drift-command",
  "drift/drift-outside",
  "drift/undeclared",
  "safety/recover-state",
  "safety/soak",
  "cli/doctor",
  "lifecycle/configuration",
  "lifecycle/cost",
  "lifecycle/requests",
  "lifecycle/serving",
].map((name) => `test/e2e/${name}.test.ts`);

const storiesAbout = (...topics: readonly string[]) => topics.map((topic) => `test/e2e/${topic}/**/*.test.ts`);

/** Who serves the resources: the engine starts a plugin with each command; one that stays takes half of the time. */
const hosts = {
  executable: { PODWRIGHT_E2E_HOST: "plugin", PODWRIGHT_E2E_EXECUTABLE: "true" },
  plugin: { PODWRIGHT_E2E_HOST: "plugin" },
  attachedPlugin: { PODWRIGHT_E2E_HOST: "plugin", PODWRIGHT_E2E_ATTACH: "true" },
  // Its stories also hold where each list has many pages, and where pods are RUNNING before their container runs.
  dynamic: { PODWRIGHT_E2E_HOST: "dynamic", PODWRIGHT_E2E_PAGE_SIZE: "2", PODWRIGHT_E2E_RUNNING_AT_ONCE: "true" },
};

/** The stories whose outcome also depends on how Pulumi treats the dynamic host: its steps, failures, kills and secrets. */
const underTheDynamicHost = [
  ...["lifecycle/changes.long", "lifecycle/replacement", "lifecycle/serving", "drift/drift-outside"],
  ...["safety/failures", "safety/recover-state", "safety/remote-kills.long", "safety/secrets", "safety/soak"],
].map((name) => `test/e2e/${name}.test.ts`);

/** The resources against a platform that behaves otherwise than the emulator does by default. */
const onPlatform = (variant: string, ...stories: readonly string[]) => ({
  test: {
    ...everywhere,
    name: `emulator-${variant}`,
    include: stories.map((story) => `test/provider/emulated/${story}.test.ts`),
    setupFiles: [...everywhere.setupFiles, "test/contract/exchanges.ts"],
    isolate: false,
    env: { PODWRIGHT_EMULATOR_VARIANT: variant },
  },
});

const kinds = (...names: readonly string[]) => names.map((name) => `kinds/${name}`);

export default defineConfig({
  test: {
    // End-to-end tests spend half of their time waiting for processes to start: one file more than cores keeps them
    // busy. An engine and its family take some 400 MB, so a machine of many cores does not run one for each.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    sequence: { sequencer: LongestFirst },
    // A stored text that is missing is a failure here as in a CI; `vitest -u` writes it.
    update: "none",
    reporters: ["default", new SlowestFiles(), ...(results === undefined ? [] : ["json"])],
    ...(results === undefined ? {} : { outputFile: { json: results } }),
    projects: [
      // Loading the modules anew for each file would take as long as the tests. Nothing leaks from file to file: variables
      // are stubbed, servers and emulators are each test's own. The files of a worker run one after the other, which
      // those that listen to its standard output rely on.
      {
        test: {
          ...everywhere,
          name: "unit",
          include: ["test/{client,provider,cli,toolchain}/**/*.test.ts"],
          exclude: ["test/*/emulated/**"],
          isolate: false,
        },
      },
      {
        test: {
          ...everywhere,
          name: "emulator",
          include: ["test/{emulator,contract}/**/*.test.ts", "test/*/emulated/**/*.test.ts"],
          exclude: ["**/*.long.test.ts"],
          setupFiles: [...everywhere.setupFiles, "test/contract/exchanges.ts"],
          isolate: false,
        },
      },
      onPlatform("merge", ...kinds("serverless-endpoint", "endpoint-drains")),
      onPlatform("replace", ...kinds("serverless-endpoint", "endpoint-drains")),
      onPlatform(
        "original",
        ...kinds(
          "pod",
          "pod-updates",
          "serverless-endpoint",
          "endpoint-drains",
          "template",
          "network-volume",
          "registry-credential",
          "job",
          "job-waits",
        ),
      ),
      onPlatform("early", ...kinds("pod*", "cluster", "command", "secret"), "creating/*", "readiness"),
      {
        test: { ...everywhere, name: "emulator-long", include: ["test/*/emulated/**/*.long.test.ts"], isolate: false },
      },
      { test: { ...everywhere, name: "docs", include: ["test/docs/**/*.test.ts"] } },
      {
        test: {
          ...everywhere,
          name: "browser",
          include: ["test/browser/**/*.test.ts"],
          exclude: ["**/*.long.test.ts"],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      // `npm test`. What a plugin remembers must not hide what it forgets when it starts anew: safety is for new ones.
      {
        test: {
          ...everywhere,
          ...stories,
          name: "e2e",
          isolate: false,
          include: ["test/e2e/**/*.test.ts"],
          exclude: [long, ...slow, ...storiesAbout("safety")],
          env: hosts.attachedPlugin,
        },
      },
      {
        test: {
          ...everywhere,
          ...stories,
          name: "e2e-safety",
          isolate: false,
          include: storiesAbout("safety"),
          exclude: [long, ...slow],
          env: hosts.plugin,
        },
      },
      // `npm run test:long`: the rest, under the executable of a release, and some stories once more under the dynamic host.
      {
        test: {
          ...everywhere,
          ...stories,
          name: "long",
          globalSetup: [...stories.globalSetup, "test/e2e/harness/stack/packaged.ts"],
          include: [long, ...slow],
          env: hosts.executable,
        },
      },
      {
        test: { ...everywhere, ...stories, name: "long-dynamic", include: underTheDynamicHost, env: hosts.dynamic },
      },
    ],
  },
});
