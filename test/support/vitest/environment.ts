// Runs before every test file. A person or a CI may have set variables that change the output of programs, their build, or their
// account, stack, database or store. Each test sets the variables that it needs.

/** Variables that control the tests themselves. */
const steering =
  /^PODWRIGHT_(TEST_RESULTS|PROPERTY_RUNS|E2E_\w+|EMULATOR_VARIANT|KILLS|KILL_RESULTS|KILL_ROUNDS|KILL_SEED|SOAK_ROUNDS|SOAK_SEED|PROPERTY_SEED|WRITE_GOLDEN|ENGINE_DIR|BENCH_\w+)$/;

const ambient = [
  // Where the tests run. The engine and other programs print other texts on a CI.
  /^(CI|GITHUB|GITLAB|RUNNER|BUILDKITE|CIRCLECI|TRAVIS|JENKINS|TEAMCITY|BITBUCKET|TF_BUILD)(_|$)/,
  // Form and language of the output. bash complains about a locale that is not installed.
  /^(NO_COLOR|FORCE_COLOR|COLORTERM|CLICOLOR.*|COLUMNS|LINES|LC_.*|LANG|LANGUAGE)$/,
  // Variables that add output to the stream that tests compare.
  /^(DEBUG|NODE_DEBUG|NODE_OPTIONS|BASH_ENV|GRPC_TRACE|GRPC_VERBOSITY)$/,
  // Builds and installations of other tools. Registry settings stay, because a machine may reach packages only through them.
  /^(GOFLAGS|GOWORK|GOOS|GOARCH|PIP_USER)$/,
  // Accounts and their settings.
  /^(PODWRIGHT|PULUMI|AWS|RUNPOD)_/,
  // vitest.config.mts sets it for Vitest itself.
  /^XDG_DATA_HOME$/,
  /^PG/,
];

const here = ["127.0.0.1", "localhost", "::1"];

/** Removes variables that tests must not see, and excludes this machine's addresses from any proxy. */
export function settle(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment))
    if (ambient.some((pattern) => pattern.test(name)) && !steering.test(name)) delete environment[name];
  const given = environment.no_proxy || environment.NO_PROXY;
  // Sets both spellings, because gRPC reads only the lower-case variable.
  environment.no_proxy = environment.NO_PROXY = [...(given ? [given] : []), ...here].join(",");
}

settle(process.env);
