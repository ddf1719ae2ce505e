// Runs before every test file: whoever starts the tests, a person or a CI, may have set variables that change what
// programs print, how they are built, or which account, stack, database or store they turn to. The tests set those that
// they are about.

/** What the tests themselves are steered by. */
const steering =
  /^PODWRIGHT_(TEST_RESULTS|PROPERTY_RUNS|E2E_HOST|E2E_ATTACH|E2E_TRANSPORT|E2E_PAGE_SIZE|EMULATOR_VARIANT|KILL_ROUNDS|KILL_SEED|SOAK_ROUNDS|SOAK_SEED|PROPERTY_SEED|WRITE_GOLDEN|ENGINE_DIR|BENCH_AGAINST|BENCH_PEER)$/;

const ambient = [
  // Where it runs: the engine and other programs talk differently to a CI.
  /^(CI|GITHUB|GITLAB|RUNNER|BUILDKITE|CIRCLECI|TRAVIS|JENKINS|TEAMCITY|BITBUCKET|TF_BUILD)(_|$)/,
  // What the output looks like, its language included: a locale that is not installed makes bash complain.
  /^(NO_COLOR|FORCE_COLOR|COLORTERM|CLICOLOR.*|COLUMNS|LINES|LC_.*|LANG|LANGUAGE)$/,
  // What is told besides, on the same stream as what the tests compare.
  /^(DEBUG|NODE_DEBUG|NODE_OPTIONS|BASH_ENV|GRPC_TRACE|GRPC_VERBOSITY)$/,
  // How other tools build and install. Where they fetch from stays: there may be no other way out.
  /^(GOFLAGS|GOWORK|GOOS|GOARCH|PIP_USER)$/,
  // Whom they turn to.
  /^(PODWRIGHT|PULUMI|AWS|RUNPOD)_/,
  // vitest.config.mts sets it, for Vitest itself.
  /^XDG_DATA_HOME$/,
  /^PG/,
];

const here = ["127.0.0.1", "localhost", "::1"];

/** Takes out of an environment what no test should hear of, and keeps this machine's own addresses off any proxy. */
export function settle(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment))
    if (ambient.some((pattern) => pattern.test(name)) && !steering.test(name)) delete environment[name];
  const given = environment.no_proxy || environment.NO_PROXY;
  // Both spellings: gRPC knows only the small one.
  environment.no_proxy = environment.NO_PROXY = [...(given ? [given] : []), ...here].join(",");
}

settle(process.env);
