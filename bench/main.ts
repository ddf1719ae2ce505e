import "../test/support/environment";
import { againstAnotherBuild } from "./against";
import { billingYear } from "./billing";
import { commandLineStart } from "./command-line";
import { driftOfManyPods } from "./drift";
import { emulatorThroughput } from "./emulator";
import { jobThroughput } from "./jobs";
import { pluginMemory } from "./memory";
import { nestedSecrets } from "./nested-secrets";
import { previewUnderBothHosts } from "./preview";
import { pluginStart } from "./start";

// Figures of one run on this machine, as ratios where there is something to compare with. Nothing is judged.
async function main(): Promise<void> {
  for (const benchmark of [
    pluginStart,
    nestedSecrets,
    commandLineStart,
    billingYear,
    previewUnderBothHosts,
    againstAnotherBuild,
    pluginMemory,
    driftOfManyPods,
    jobThroughput,
    emulatorThroughput,
  ]) {
    for (const line of await benchmark()) process.stdout.write(`${line}\n`);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
});
