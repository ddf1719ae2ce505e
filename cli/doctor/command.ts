import { readSettings } from "../../provider/settings/read-settings";
import type { CommandContext } from "../context/context";
import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf, type Refuse, type Values } from "../flags/command";
import { confirm, yes } from "../flags/confirm";
import { dollars, duration, many, name, on } from "../flags/inputs";
import { stackInputs } from "../flags/locations";
import { dollars as dollarText } from "../output/money";
import { withProgress } from "../output/progress";
import { configurationAt, type Examination, examine } from "./doctor";
import type { Finding } from "./finding";
import { nameOf } from "./live/ledger";
import { cleanUp, costOf, measure } from "./live/measure";
import type { Probe } from "./live/probe";
import { probes } from "./live/probes/probes";
import { recorded } from "./live/recording/recorded";
import { doctorOutput } from "./render";

const inputs = {
  ...stackInputs,
  output: doctorOutput,
  live: on("--live", "also test Podwright's assumptions about RunPod; this creates cheap resources and deletes them"),
  probe: many("--probe <name>", "run only this probe of --live; repeatable"),
  maxCost: dollars(
    "--max-cost <dollars>",
    "highest cost of --live in US dollars; if the probes may cost more, the command creates nothing",
    "0.30",
  ),
  deadline: duration(
    "--deadline <time>",
    "time limit of --live; afterwards, Podwright deletes the resources",
    { min: 10_000, max: 3_600_000 },
    "15m",
  ),
  record: name(
    "--record <file>",
    "write the responses that --live saw, without secrets, to a new file for Podwright's maintainers",
  ),
  cleanUp: on("--clean-up", "delete the resources of killed runs of --live, and no other resources"),
  yes,
};

type Given = Values<typeof inputs>;

/** `podwright doctor`: finds problems that prevent a successful `pulumi up`. */
export const doctorCommand = commandOf({
  name: "doctor",
  description:
    "Checks your machine, your project and your RunPod account for problems that prevent a working `pulumi up`. " +
    "For each problem, the command names the next step. Without --live, the command only reads, and costs nothing. It also works without a project.",
  inputs,
  check: checkInputs,
  run: async (given, context) => {
    const { output, cwd, stack, configFile } = given;
    if (given.cleanUp) return await runCleanUp(given, context);
    const examination = await withProgress("examining", context, (_, within) =>
      examine({ cwd, stack, configFile }, within),
    );
    const { report } = examination;
    const inTheWay = report.findings.filter(standsInTheWayOfProbes).map(({ check }) => check);
    if (given.live && inTheWay.length === 0) return await runLive(examination, given, context);
    await output.print(report);
    if (report.result !== "obstructed") return;
    const unmeasured = `--live measured nothing, because these checks found problems: ${inTheWay.join(", ")}. Solve the problems first, then run the command again`;
    throw new Ending(exitCodes.obstructed, given.live ? [unmeasured] : []);
  },
});

/**
 * Returns whether the finding prevents probes. Probes need RunPod and its settings, but not the tools or the project.
 */
function standsInTheWayOfProbes({ group, level }: Finding): boolean {
  return level === "problem" && group !== "tools" && group !== "project";
}

function checkInputs({ live, probe = [], record, cleanUp }: Given, refuse: Refuse): void {
  const names = probes.map(({ name }) => name);
  for (const name of probe)
    if (!names.includes(name)) refuse(`--probe must be one of ${names.join(", ")}, not ${name}`);
  if (probe.length > 0 && !live) refuse("--probe needs --live");
  if (record !== undefined && !live) refuse("--record needs --live");
  if (live && cleanUp) refuse("--clean-up and --live exclude each other");
}

async function runLive({ report, config }: Examination, given: Given, context: CommandContext): Promise<void> {
  const { output, maxCost = 0, deadline: deadlineMs = 0, yes } = given;
  const chosen = probes.filter(({ name }) => given.probe === undefined || given.probe.includes(name));
  const cost = costOf(chosen);
  if (cost > maxCost) {
    throw new Error(
      `the probes may cost ${dollarText(cost)}, which is more than --max-cost ${dollarText(maxCost)}: raise --max-cost, or select probes with --probe`,
    );
  }
  if (!yes && chosen.some(({ creates }) => creates !== "nothing") && !(await confirm(question(chosen), context))) {
    throw new Error("nothing was created");
  }
  const settings = readSettings(config, context.env);
  const live = await recorded(given.record, settings, context, (onExchange) =>
    withProgress("measuring", context, (progress, within) =>
      measure({ probes: chosen, settings, deadlineMs, onStep: progress.update, onExchange }, within),
    ),
  );
  await output.print({ ...report, live });
  if (live.left.length > 0)
    throw new Ending(exitCodes.obstructed, [`Podwright could not delete ${live.left.join(", ")}`]);
  context.signal.throwIfAborted();
  if (report.result === "obstructed") throw new Ending(exitCodes.obstructed);
  if (live.probes.some(({ result }) => result === "different")) throw new Ending(exitCodes.differs);
}

function question(chosen: readonly Probe[]): string {
  const paid = ["a volume", "a pod"].filter((what) => chosen.some(({ creates }) => creates === what));
  const what = ["templates", "endpoints", ...paid].join(", ");
  return `Create ${what} on the account for at most ${dollarText(costOf(chosen))}, and delete them?`;
}

async function runCleanUp({ yes, cwd, stack, configFile }: Given, context: CommandContext): Promise<void> {
  const config = await configurationAt({ cwd, stack, configFile }, context);
  const approve = async (found: readonly Parameters<typeof nameOf>[0][]) =>
    yes || (await confirm(`Delete ${found.map(nameOf).join(", ")}?`, context));
  const { found, left } = await cleanUp(readSettings(config, context.env), context, approve);
  const deleted = found.filter(({ id }) => !left.some((one) => one.id === id));
  context.print(
    found.length === 0
      ? "There are no leftovers of probes.\n"
      : deleted.map((one) => `deleted ${nameOf(one)}\n`).join(""),
  );
  if (left.length > 0)
    throw new Ending(exitCodes.obstructed, [`Podwright could not delete ${left.map(nameOf).join(", ")}`]);
}
