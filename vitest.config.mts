import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { LongestFirst } from "./test/support/vitest/longest-first.mjs";
import { SlowestFiles } from "./test/support/vitest/slowest-files.mjs";

const results = process.env.PODWRIGHT_TEST_RESULTS;

// Vitest stores a token in the user's folder, and tests must not change that folder. Only on Linux does Vitest read this variable.
process.env.XDG_DATA_HOME = join(import.meta.dirname, "node_modules/.vitest");
// Podwright notes creations in the user's folder, and tests must not change that folder either.
process.env.XDG_STATE_HOME = join(import.meta.dirname, "node_modules/.vitest/state");
// The engine and its language hosts live for a second. They spend a tenth of their processor time on collecting garbage.
process.env.GOGC ??= "400";

/** Time limits are for tests that hang. They are long, because that costs no time in a normal run and the machine may be busy. */
const everywhere = {
  // Removes variables that a CI or a shell may have set, so that no test depends on them.
  setupFiles: ["test/support/vitest/environment.ts", "test/support/vitest/left-behind.ts"],
  unstubEnvs: true,
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

/** Fails a file that leaves timers, servers, connections or processes behind. */
const leftRunning = "test/support/vitest/left-running.ts";

/** A command of the real engine takes seconds, and a story needs several commands. */
const stories = {
  globalSetup: ["test/e2e/harness/stack/new-stack.ts"],
  testTimeout: 600_000,
};

/** Stories for `npm run test:long`. They take minutes, or another test already proves the same rule. */
const long = "test/{e2e,browser}/**/*.long.test.ts";

/**
 * More stories that `npm test` leaves to `npm run test:long`, so that it takes only minutes. Tests of the same resources against
 * the emulator prove their rules in `npm test`.
 */
const slow = [
  "drift/baseline",
  "drift/drift-command",
  "drift/drift-outside",
  "drift/lost-mark",
  "drift/undeclared",
  "safety/advice",
  "safety/failures",
  "safety/killed-job",
  "safety/killed-plugin",
  "safety/lost-from-state",
  "safety/recover",
  "safety/recover-state",
  "safety/soak",
  "safety/ssh-keys",
  "safety/take-over",
  "safety/two-teams",
  "cli/doctor",
  "hosts/engine-features",
  "hosts/runpods-guides",
  "lifecycle/configuration",
  "lifecycle/cost",
  "lifecycle/drain",
  "lifecycle/replaced-without-diff",
  "lifecycle/replacement",
  "lifecycle/requests",
  "lifecycle/serving",
].map((name) => `test/e2e/${name}.test.ts`);

const storiesAbout = (...topics: readonly string[]) => topics.map((topic) => `test/e2e/${topic}/**/*.test.ts`);

/** Hosts of the stories. The engine starts the executable with each command. A plugin that stays takes half of the time. */
const plugin = { PODWRIGHT_E2E_HOST: "plugin", PODWRIGHT_E2E_KEY_SERVER: "true" };
const hosts = {
  executable: { ...plugin, PODWRIGHT_E2E_EXECUTABLE: "true" },
  plugin,
  attachedPlugin: { ...plugin, PODWRIGHT_E2E_ATTACH: "true" },
  dynamic: {
    PODWRIGHT_E2E_HOST: "dynamic",
    PODWRIGHT_E2E_KEY_SERVER: "true",
    // Lists have many pages, and pods are RUNNING before their container runs. The stories must also hold then.
    PODWRIGHT_E2E_PAGE_SIZE: "2",
    PODWRIGHT_E2E_RUNNING_AT_ONCE: "true",
  },
};

/**
 * Long stories about programs, resources and reports. A new start of the plugin for each command proves nothing more about them, and
 * takes as long as the rest of the command. `lifecycle/changes.long` and all other long stories run with the executable.
 */
const aboutResources = [
  ...[
    "hosts/engine-features",
    "hosts/every-program.long",
    "hosts/runpods-guides",
    "hosts/runpods-guides.long",
    "hosts/task-story.long",
  ],
  ...["drift/baseline", "drift/drift-command", "drift/drift-outside", "drift/every-drift.long", "drift/lost-mark"],
  "drift/undeclared",
  ...["lifecycle/configuration", "lifecycle/cost", "lifecycle/replaced-without-diff", "lifecycle/replacement"],
  "lifecycle/requests",
  "lifecycle/task-ends.long",
].map((name) => `test/e2e/${name}.test.ts`);

/**
 * Stories whose outcome also depends on how Pulumi treats the dynamic host: its steps, failures, kills and secrets. Stories of the first
 * list attach the engine to a dynamic provider that has already loaded Pulumi's SDK. The safety stories start it as a user's engine does.
 */
const underTheDynamicHost = {
  attached: [
    "lifecycle/changes.long",
    "lifecycle/replacement",
    "lifecycle/serving",
    "drift/drift-outside",
    "drift/baseline",
  ],
  started: ["safety/failures", "safety/recover-state", "safety/remote-kills.long", "safety/secrets", "safety/soak"],
};

const under = (names: readonly string[]) => names.map((name) => `test/e2e/${name}.test.ts`);

/** Tests of the resources against a platform that behaves differently from the emulator's defaults. */
const onPlatform = (variant: string, ...stories: readonly string[]) => ({
  test: {
    ...everywhere,
    name: `emulator-${variant}`,
    include: stories.map((story) => `test/provider/emulated/${story}.test.ts`),
    setupFiles: [...everywhere.setupFiles, leftRunning, "test/contract/exchanges.ts"],
    isolate: false,
    env: { PODWRIGHT_EMULATOR_VARIANT: variant },
  },
});

const kinds = (...names: readonly string[]) => names.map((name) => `kinds/${name}`);

export default defineConfig({
  test: {
    // End-to-end tests spend half of their time waiting for processes to start, so one file more than cores keeps the cores
    // busy. An engine and its child processes need about 400 MB, so a machine with many cores does not run one file for each
    // core.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    sequence: { sequencer: LongestFirst },
    // A missing stored text is a failure, as in a CI. `vitest -u` writes it.
    update: "none",
    reporters: ["default", new SlowestFiles(), ...(results === undefined ? [] : ["json"])],
    ...(results === undefined ? {} : { outputFile: { json: results } }),
    projects: [
      // Files share their modules, because loading them again for each file would take as long as the tests. No state
      // passes from file to file: variables are stubbed, and each test has its own servers and emulators. The files of a
      // worker run one after another. Tests that listen to the standard output of the worker need this.
      {
        test: {
          ...everywhere,
          name: "unit",
          setupFiles: [...everywhere.setupFiles, leftRunning],
          include: ["test/{kernel,client,provider,cli,toolchain}/**/*.test.ts"],
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
          setupFiles: [...everywhere.setupFiles, leftRunning, "test/contract/exchanges.ts"],
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
        test: {
          ...everywhere,
          name: "emulator-long",
          include: ["test/*/emulated/**/*.long.test.ts"],
          setupFiles: [...everywhere.setupFiles, "test/contract/exchanges.ts"],
          isolate: false,
          // Each of these tests has hundreds of steps, which take a minute on a busy machine.
          testTimeout: 180_000,
          expect: { poll: { timeout: 120_000, interval: 20 } },
        },
      },
      { test: { ...everywhere, name: "docs", include: ["test/docs/**/*.test.ts"] } },
      // Projects of `npm test`. Safety stories use a new plugin for each command, because memory of an older command
      // could hide a defect.
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
      // Projects of `npm run test:long`. They run the other stories with the executable of a release or a plugin that
      // stays, and some stories again with the dynamic host.
      {
        test: {
          ...everywhere,
          ...stories,
          name: "long",
          globalSetup: [...stories.globalSetup, "test/e2e/harness/stack/packaged.ts"],
          include: [long, ...slow],
          exclude: aboutResources,
          env: hosts.executable,
        },
      },
      {
        test: {
          ...everywhere,
          ...stories,
          name: "long-plugin",
          isolate: false,
          include: aboutResources,
          env: hosts.attachedPlugin,
        },
      },
      {
        test: {
          ...everywhere,
          ...stories,
          name: "long-dynamic",
          include: under(underTheDynamicHost.started),
          env: hosts.dynamic,
        },
      },
      {
        test: {
          ...everywhere,
          ...stories,
          name: "long-dynamic-attached",
          isolate: false,
          include: under(underTheDynamicHost.attached),
          env: { ...hosts.dynamic, PODWRIGHT_E2E_ATTACH: "true" },
        },
      },
    ],
  },
});
