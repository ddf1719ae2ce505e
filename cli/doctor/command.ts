import { Ending, exitCodes } from "../context/exit-codes";
import { commandOf, type Refuse, type Values } from "../flags/command";
import { yes } from "../flags/confirm";
import { dollars, duration, many, name, on } from "../flags/inputs";
import { stackInputs } from "../flags/locations";
import { withProgress } from "../output/progress";
import { examine } from "./doctor";
import type { Finding } from "./finding";
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
    const { output, maxCost = 0, deadline: deadlineMs = 0, record, yes, cwd, stack, configFile } = given;
    const location = { cwd, stack, configFile };
    // Only these two flags need the probes.
    const live = given.live || given.cleanUp ? await import("./live/run.js") : undefined;
    if (given.cleanUp) return await live?.runCleanUp(location, yes, context);
    const chosen = live?.probesNamed(given.probe);
    const examination = await withProgress("examining", context, (_, within) => examine(location, within));
    const { report } = examination;
    const inTheWay = report.findings.filter(standsInTheWayOfProbes).map(({ check }) => check);
    if (live !== undefined && chosen !== undefined && inTheWay.length === 0)
      return await live.runProbes(chosen, examination, { output, maxCost, deadlineMs, record, yes }, context);
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
  if (probe.length > 0 && !live) refuse("--probe needs --live");
  if (record !== undefined && !live) refuse("--record needs --live");
  if (live && cleanUp) refuse("--clean-up and --live exclude each other");
}
