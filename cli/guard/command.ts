import { unitMs } from "../../kernel/duration";
import { readInventory, refuseUnseen } from "../account/accounts";
import type { CommandContext } from "../context/context";
import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf } from "../flags/command";
import { confirm, yes } from "../flags/confirm";
import { dollars, duration, many, name, on } from "../flags/inputs";
import {
  namesStacks,
  refuseTwoSelections,
  selectionOf,
  stackForm,
  stacksInput,
  stacksInputs,
} from "../flags/locations";
import { readYamlFile } from "../flags/yaml-file";
import { withProgress } from "../output/progress";
import { counted } from "../output/text";
import { sharingAnswers } from "../stack/shared-answers";
import { observe, readHistory, writeHistory } from "./history";
import { guardOutput } from "./render";
import {
  type Finding,
  type GuardReport,
  guardReportOf,
  isRunning,
  type Judged,
  judge,
  type Question,
  unowned,
} from "./report";
import { guardedKinds, guardFile, rulesOf } from "./rules";
import { type Permission, reasonToLeave, stopAll } from "./stop";

const upToAYear = { min: unitMs.m, max: 365 * unitMs.d };

/** `podwright guard`: finds running resources that break a rule, and stops them on request. */
export const guardCommand = commandOf({
  name: "guard",
  description:
    "Finds running pods, endpoints and clusters that are idle, too old or too expensive. " +
    "With --stop, it also stops pods, and sets workersMin of endpoints to 0. It never deletes a resource.",
  inputs: {
    ...stacksInputs,
    stack: stacksInput(
      `check the accounts of this stack, ${stackForm}; repeatable (default: the accounts of the environment and of the selected stack)`,
    ),
    idle: duration(
      "--idle <time>",
      "find resources that have run for at least this time and are idle: pods below 5 % utilization, endpoints without jobs",
      upToAYear,
    ),
    olderThan: duration(
      "--older-than <time>",
      "find pods and clusters that have run for longer than this time",
      upToAYear,
    ),
    dearerThan: dollars("--dearer-than <usd>", "find resources that cost more than this, in US dollars an hour"),
    rules: name("--rules <file>", "YAML file with rules and an allow-list"),
    allow: many("--allow <name>", "leave out this id, name or stack; `*` stands for any text; repeatable"),
    history: name(
      "--history <file>",
      "file that stores the observations of each run; with this file, --idle finds a resource only if at least three runs over the whole time saw no work",
    ),
    stops: many(
      "--stop <stack>",
      `stop the found resources of this stack, such as shop/dev, or "${unowned}" for resources without a known stack; repeatable`,
    ),
    discardsData: on("--discard-data", "with --stop: also stop pods without a volume, which then lose all their files"),
    yes,
    output: guardOutput,
  },
  check: ({ idle, olderThan, dearerThan, rules, stops, discardsData, ...stacks }, refuse) => {
    refuseTwoSelections(stacks, refuse);
    const hasRule = [idle, olderThan, dearerThan, rules].some((one) => one !== undefined);
    if (!hasRule) refuse("a rule is missing: give --idle, --older-than, --dearer-than or --rules");
    for (const stop of stops ?? []) {
      if (stop !== unowned && !stop.includes("/"))
        refuse(
          `--stop must be "${unowned}" or a stack with its project, such as shop/dev, not ${JSON.stringify(stop)}`,
        );
    }
    if (discardsData && stops === undefined) refuse("--discard-data needs --stop");
  },
  run: async ({ output, rules, allow = [], history, stops, discardsData, yes, ...given }, context) => {
    const file = rules === undefined ? {} : await readYamlFile(rules, guardFile);
    const before = history === undefined ? undefined : await readHistory(history);
    const wanted = { kinds: guardedKinds, activity: true };
    // Without a stop, the stack of a resource is only a fact of the report.
    const readsEveryStack = stops === undefined ? "project" : "backend";
    const inventory = await withProgress("reading the account", context, async (progress, within) => {
      const shared = sharingAnswers(within);
      const selection = await selectionOf(given, shared);
      return await readInventory(selection, wanted, { context: shared, progress, readsEveryStack });
    });
    const now = context.clock.now();
    const observed = before && observe(inventory.items.filter(isRunning), before, now);
    if (history !== undefined && observed !== undefined) await writeHistory(history, observed);
    const question: Question = {
      rules: [...rulesOf(given), ...(file.rules ?? [])],
      allow: [...allow, ...(file.allow ?? [])],
      history: observed,
    };
    const judged = judge(inventory, question, now);
    const permission = { stops: stops ?? [], discardsData, known: inventory.known };
    const findings =
      stops === undefined
        ? judged.map(({ finding }) => finding)
        : await stopped(judged, { question, permission, yes }, context);
    const report = guardReportOf(inventory, { findings, allow: question.allow, stops: permission.stops, now });
    await output.print(report);
    if (namesStacks(given)) refuseUnseen(report.accountsNotRead);
    endWith(report);
  },
});

interface Stopping {
  readonly question: Question;
  readonly permission: Permission;
  readonly yes: boolean;
}

/** Returns the findings after the stops that the user permits. */
async function stopped(
  judged: readonly Judged[],
  { question, permission, yes }: Stopping,
  context: CommandContext,
): Promise<Finding[]> {
  const reasons = new Map(judged.map(({ item }) => [item, reasonToLeave(item, permission)]));
  const doomed = judged.flatMap(({ item }) => (reasons.get(item) === undefined ? item : []));
  if (doomed.length > 0 && !yes) {
    const names = doomed.map(({ name, id }) => `${name} (${id})`).join(", ");
    if (!(await confirm(`Stop ${names}?`, context))) {
      context.warn("Nothing was stopped.\n");
      return judged.map(({ finding }) => finding);
    }
  }
  const outcomes = await withProgress("stopping", context, (_, within) =>
    stopAll(doomed, { question, permission }, within),
  );
  return judged.map(({ item, finding }) => ({
    ...finding,
    ...(outcomes.get(item) ?? { outcome: "left" as const, note: reasons.get(item) }),
  }));
}

function endWith(report: GuardReport): void {
  if (report.result === "failed") {
    const failed = report.findings.filter(({ outcome }) => outcome === "failed");
    throw new Ending(
      exitCodes.failed,
      failed.map(({ name, id, note = "" }) => `${name} (${id}): ${note}`),
    );
  }
  if (report.result === "clear") return;
  const running = report.findings.filter(({ outcome }) => outcome !== "stopped");
  const verb = running.length === 1 ? "breaks a rule and still runs" : "break a rule and still run";
  throw new Ending(exitCodes.ruleBroken, [`${counted(running.length, "resource")} ${verb}.`]);
}
