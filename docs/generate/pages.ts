import { costReport } from "../../cli/cost/report";
import { driftReport } from "../../cli/drift/report";
import { recoverReport } from "../../cli/recover/report";
import { job } from "../../provider/kinds/job/lifecycle";
import { networkVolume } from "../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../provider/kinds/pod/lifecycle";
import { registryCredential } from "../../provider/kinds/registry-credential/lifecycle";
import { serverlessEndpoint } from "../../provider/kinds/serverless-endpoint/lifecycle";
import { template } from "../../provider/kinds/template/lifecycle";
import type { Resource } from "../../provider/operations/resource";
import { changeTable } from "./change-table";
import { coverage } from "./coverage";
import { developmentDependencies, runtimeDependencies } from "./dependencies";
import { emulatorPrices } from "./emulator-prices";
import { errorSections } from "./error-codes";
import { exitCodes, helpOf, type Run } from "./help";
import { fill, placesIn } from "./markdown";
import { fieldTable, inputTable, outputTable } from "./property-table";
import { settingTable } from "./setting-table";

/** The pages that hold generated parts, relative to the repository. */
export const pages: readonly string[] = [
  "ARCHITECTURE.md",
  "provider/kinds/pod/pod.md",
  "provider/kinds/serverless-endpoint/serverless-endpoint.md",
  "provider/kinds/template/template.md",
  "provider/kinds/network-volume/network-volume.md",
  "provider/kinds/registry-credential/registry-credential.md",
  "provider/kinds/job/job.md",
  "docs/commands/README.md",
  "docs/commands/billing.md",
  "docs/commands/jobs.md",
  "docs/commands/public.md",
  "docs/emulator.md",
  "docs/drift.md",
  "docs/cost.md",
  "docs/recover.md",
  "docs/configuration.md",
  "docs/coverage.md",
  "docs/troubleshooting.md",
];

/** The page with all its generated parts as the code has them now. */
export async function refresh(page: string, run: Run): Promise<string> {
  let text = page;
  for (const name of placesIn(page)) text = fill(text, name, await contentOf(name, run));
  return text;
}

const HELP = "help of ";

async function contentOf(name: string, run: Run): Promise<string> {
  if (name.startsWith(HELP)) return await helpOf(name.slice(HELP.length), run);
  const content = contents.get(name);
  if (content === undefined)
    throw new Error(`nothing is called "${name}"; there is: ${[...contents.keys()].join(", ")}`);
  return content();
}

const contents: ReadonlyMap<string, () => string> = new Map([
  ["exit codes", exitCodes],
  ["error codes", errorSections],
  ["settings", settingTable],
  ["fields of the drift report", () => fieldTable(driftReport)],
  ["fields of the cost report", () => fieldTable(costReport)],
  ["fields of the recovery report", () => fieldTable(recoverReport)],
  ["runtime dependencies", runtimeDependencies],
  ["development dependencies", developmentDependencies],
  ["prices of the emulator", emulatorPrices],
  ["coverage of the interface", coverage],
  ...contentsOf(pod),
  ...contentsOf(serverlessEndpoint),
  ...contentsOf(template),
  ...contentsOf(networkVolume),
  ...contentsOf(registryCredential),
  ...contentsOf(job),
]);

function contentsOf<Inputs>({ kind, inputs, outputs, changes }: Resource<Inputs>): [string, () => string][] {
  return [
    [`inputs of ${kind}`, () => inputTable(inputs.schema)],
    [`outputs of ${kind}`, () => outputTable(outputs)],
    [`changes of ${kind}`, () => changeTable(changes)],
  ];
}
