import { readInventory, refuseUnseen } from "../account/accounts";
import { kindOnAccount, kindsOnAccount, pricedKinds } from "../account/kinds";
import type { CommandContext } from "../context/context";
import { commandOf } from "../flags/command";
import { duration, on, severalOf } from "../flags/inputs";
import {
  locationsOf,
  namesStacks,
  refuseTwoSelections,
  selectionOf,
  stackForm,
  stacksInput,
  stacksInputs,
} from "../flags/locations";
import { volumePrices } from "../flags/volume-price";
import { withProgress } from "../output/progress";
import { sharingAnswers } from "../stack/shared-answers";
import { psOutput } from "./render";
import { psReportOf } from "./report";
import { watched, watchInput } from "./watch";

const words = kindsOnAccount.map((kind) => kindOnAccount(kind).word);
const upToAYear = { min: 0, max: 365 * 24 * 3_600_000 };

const noProject =
  "note: this folder has no Pulumi project, so Podwright finds owners only by the marks on resources. Set --cwd to the folder of the project\n";

/** `podwright ps`: lists an account, with the stack of each resource. */
export const psCommand = commandOf({
  name: "ps",
  description:
    "Lists the pods, endpoints, clusters and volumes of an account, the most expensive first, with their cost and their stack. " +
    "In the folder of a Pulumi project, the command reads the states of its stacks. Outside a project folder, it recognizes a resource's stack by the mark that Podwright leaves on the resource.",
  inputs: {
    ...stacksInputs,
    stack: stacksInput(
      `show only the resources of this stack, ${stackForm}, on its accounts; repeatable (default: all stacks)`,
    ),
    output: psOutput,
    kinds: severalOf(
      "--kind <kind>",
      "show only this kind; repeatable (default: pod, endpoint, cluster, volume)",
      words,
    ),
    idle: duration(
      "--idle <time>",
      "show only resources that have run for at least this time and are idle now: pods below 5 % utilization, endpoints without jobs",
      upToAYear,
    ),
    unowned: on("--unowned", "show only resources that no known stack manages or created"),
    parts: on("--parts", "also list the workers of endpoints and the pods of clusters"),
    watch: watchInput,
    volumes: volumePrices,
  },
  check: ({ watch, output, ...stacks }, refuse) => {
    refuseTwoSelections(stacks, refuse);
    if (watch !== undefined && output.format !== "table" && output.format !== "json")
      refuse("--watch needs --output table or json");
  },
  run: async ({ output, kinds, idle, unowned, parts, watch, volumes, ...chosenStacks }, context) => {
    const chosen = kindsOnAccount.filter((kind) => kinds?.includes(kindOnAccount(kind).word));
    const wanted = { kinds: kinds === undefined ? pricedKinds : chosen, activity: idle !== undefined, parts, volumes };
    const stacks = chosenStacks.stack && locationsOf(chosenStacks);
    const read = async (context: CommandContext) => {
      const inventory = await withProgress("reading the account", context, async (progress, within) => {
        const shared = sharingAnswers(within);
        return readInventory(await selectionOf(chosenStacks, shared), wanted, { context: shared, progress });
      });
      if (unowned && inventory.projects.length === 0) context.warn(noProject);
      return psReportOf(inventory, { idle, unowned, stacks }, context.clock.now());
    };
    if (watch !== undefined) return await watched(read, { everyMs: watch, output, context });
    const report = await read(context);
    await output.print(report);
    if (namesStacks(chosenStacks)) refuseUnseen(report.accountsNotRead);
  },
});
