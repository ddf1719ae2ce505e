import "../test/support/vitest/environment";
import { accountOfManyStacks } from "./account";
import { againstAnotherBuild } from "./against";
import { billingYear } from "./billing";
import { codeOfOperations } from "./code";
import { commandLineStart } from "./command-line";
import { driftOfManyPods } from "./drift";
import { emulatorThroughput, largeAccount } from "./emulator";
import { bothHosts } from "./hosts";
import { jobThroughput } from "./jobs";
import { manyPods } from "./many-pods";
import { manyStacks } from "./many-stacks";
import { pluginMemory } from "./memory";
import { nestedSecrets } from "./nested-secrets";
import { besideOfficialProvider } from "./official";
import { refreshOfManyStacks } from "./refresh";
import { requestsOfCommands } from "./requests";
import { pluginStart, startBeforeAndAfter } from "./start";
import { structs } from "./structs";

const benchmarks = {
  pluginStart,
  nestedSecrets,
  commandLineStart,
  billingYear,
  bothHosts,
  startBeforeAndAfter,
  pluginBeforeAndAfter: () => againstAnotherBuild("plugin", 50),
  dynamicBeforeAndAfter: () => againstAnotherBuild("dynamic", 10),
  requestsOfCommands,
  codeOfOperations,
  besideOfficialProvider,
  manyPods,
  manyStacks,
  pluginMemory,
  driftOfManyPods,
  refreshOfManyStacks,
  accountOfManyStacks,
  jobThroughput,
  emulatorThroughput,
  largeAccount,
  // This benchmark is the last, because it changes a class of this process.
  structs,
};

// Prints the figures of one run on this machine. A comparison is printed as a ratio. The script does not judge the
// figures. Arguments name the benchmarks to run. Default: all.
async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !(name in benchmarks));
  if (unknown.length > 0)
    throw new Error(
      `There is no benchmark ${unknown.join(", ")}. The benchmarks are ${Object.keys(benchmarks).join(", ")}`,
    );
  for (const [name, benchmark] of Object.entries(benchmarks)) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    for (const line of await benchmark()) process.stdout.write(`${line}\n`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
