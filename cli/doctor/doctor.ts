import { VERSION } from "../../kernel/version";
import { readSettings } from "../../provider/settings/read-settings";
import { type ConfigReader, type SourcedSetting, sourcedSettings } from "../../provider/settings/settings";
import { attempt, valueIn } from "../context/attempt";
import type { CommandContext } from "../context/context";
import type { StackLocation } from "../stack/place";
import { projectAt } from "../stack/project-file";
import { Stack } from "../stack/stack";
import { type Facts, factsOf } from "./facts";
import { type Finding, type Found, unchecked } from "./finding";
import { accountFindings } from "./findings/account";
import { configurationFindings } from "./findings/configuration";
import { platformFindings } from "./findings/platform";
import { projectFindings } from "./findings/project";
import { toolFindings } from "./findings/tools";
import { type Observed, observe } from "./observe";
import { type DoctorReport, groups, resultOf } from "./report";

export interface Examination {
  readonly report: DoctorReport;
  /** Reads the stack's configuration. Absent without a configuration, or if Podwright cannot read it. */
  readonly config: ConfigReader | undefined;
}

/** Checks all requirements of a successful `pulumi up`. Changes nothing and costs no money. */
export async function examine(location: StackLocation, context: CommandContext): Promise<Examination> {
  const facts = await factsOf(location, context);
  const config = configOf(facts);
  const settings = sourcedSettings(config, context.env);
  const outcome = await attempt(() => observe(readSettings(config, context.env), context), context.signal);
  const hasKey = settings.some(({ name, source }) => name === "apiKey" && source !== "default");
  const reached = hasKey ? valueIn(outcome) : undefined;
  const found: Readonly<Record<Finding["group"], readonly Found[]>> = {
    tools: toolFindings(facts, context),
    project: projectFindings(facts),
    configuration: configurationFindings({ ...facts, settings }, context),
    platform: reached === undefined ? [NOT_ASKED] : platformFindings({ ...reached, settings }),
    account: reached === undefined ? [] : accountFindings(reached),
  };
  const findings = groups.flatMap((group) => found[group].map((one) => ({ group, ...one })));
  const report: DoctorReport = {
    version: 1,
    checkedAt: new Date(context.clock.now()).toISOString(),
    result: resultOf(findings),
    command: VERSION,
    findings,
    settings: settings.map(settingFacts),
    surfaces: reached === undefined ? [] : Object.values(reached.surfaces).map((seen) => seen.facts),
    quotas: reached === undefined ? [] : quotasOf(reached),
    account: reached === undefined ? {} : accountOf(reached),
  };
  return { report, config };
}

const NOT_ASKED = unchecked("platform", "Podwright sent RunPod no request, because no key is set.", "Set a key first.");

/** Reads the configuration of the stack in the working directory. Returns `undefined` without a project. */
export async function configurationAt(
  location: StackLocation,
  context: CommandContext,
): Promise<ConfigReader | undefined> {
  const project = await projectAt(location.cwd);
  return project === undefined ? undefined : await new Stack(location, context).configuration();
}

/**
 * Returns a reader of the configuration. If the configuration is unreadable, a finding says so, and the command uses
 * only the environment.
 */
function configOf({ configured }: Pick<Facts, "configured">): ConfigReader | undefined {
  const values = valueIn(configured);
  return values && { get: (key) => values[key]?.value };
}

function settingFacts({ value, overrides, ...setting }: SourcedSetting): DoctorReport["settings"][number] {
  return { ...setting, value: setting.secret ? undefined : value, overrides: [...overrides] };
}

function quotasOf({ surfaces }: Observed): DoctorReport["quotas"] {
  return surfaces.pods.windows.map(({ name, remaining, quota, resetsInMs }) => {
    return { window: name, remaining, limit: quota, resetsInMs };
  });
}

function accountOf({ account, endpoints }: Observed): DoctorReport["account"] {
  const { id, balance, spendPerHour } = account ?? {};
  return {
    id: id || undefined,
    balance: balance ?? undefined,
    spendPerHour: spendPerHour ?? undefined,
    ...endpoints,
  };
}
