import { isLoopback } from "../../../client/http/configuration";
import { capitalized } from "../../../kernel/text";
import { settingFaults } from "../../../provider/settings/faults";
import { inStack, type SourcedSetting } from "../../../provider/settings/settings";
import { valueIn } from "../../context/attempt";
import type { CommandContext } from "../../context/context";
import type { Configured } from "../../stack/stack";
import type { Facts } from "../facts";
import { type Found, problem, warning, well } from "../finding";

interface Configuration extends Pick<Facts, "configured" | "project" | "stack"> {
  readonly settings: readonly SourcedSetting[];
}

/** Makes findings about faults in the settings of stack and environment. The sentences contain no secret value. */
export function configurationFindings(
  { configured, project, stack, settings }: Configuration,
  { env }: Pick<CommandContext, "env">,
): Found[] {
  const given = valueIn(configured) ?? {};
  const values = Object.entries(given)
    .filter(([key]) => key.startsWith(inStack("")))
    .map(([key, { value }]) => [key.slice(inStack("").length), value]);
  const name = valueIn(project)?.name;
  const faults = settingFaults({ values: Object.fromEntries(values), nameOf: inStack, project: name }, env);
  const unreadable =
    configured !== undefined && "error" in configured
      ? [problem("configuration", `Podwright cannot read the stack's configuration: ${configured.error}.`, decrypt)]
      : [];
  const found = [
    ...unreadable,
    ...faults.map((fault) => problem("setting", ...sentencesOf(fault))),
    ...keyFindings(
      settings,
      given,
      configured && stack.commandLine("pulumi config set --secret podwright:apiKey <key>"),
    ),
    ...addressFindings(settings),
  ];
  return found.length > 0 ? found : [well("configuration", "Every setting is valid.")];
}

const decrypt = "Set PULUMI_CONFIG_PASSPHRASE, or give access to the stack's secrets provider.";

/** Separates the advice at the end of a fault from its text. */
function sentencesOf(fault: string): [message: string, action: string] {
  const [, message = fault, action = "Correct it."] = /^(.*?[.;?])\s+(\S.*)$/s.exec(fault) ?? [];
  return [message, action];
}

function keyFindings(
  settings: readonly SourcedSetting[],
  given: Readonly<Record<string, Configured>>,
  setSecret: string | undefined,
): Found[] {
  const key = settings.find(({ name }) => name === "apiKey");
  const stored = given[inStack("apiKey")];
  const inClear =
    stored?.value !== undefined && stored.secret !== true
      ? [
          warning(
            "key-in-clear",
            `${inStack("apiKey")} is stored unencrypted in the stack's configuration.`,
            `Create a new key, and encrypt it with \`${setSecret}\`.`,
          ),
        ]
      : [];
  const isSet = key?.source !== "default";
  const inStackToo = setSecret === undefined ? "" : `\`${setSecret}\`, or `;
  const set = `${inStackToo}set PODWRIGHT_API_KEY.`;
  const missing = isSet ? [] : [problem("key", "No API key is set.", capitalized(set))];
  return [...inClear, ...missing];
}

/**
 * Reports a key that Podwright would send to two places, because one interface has a local address and another
 * interface has RunPod's address.
 */
function addressFindings(settings: readonly SourcedSetting[]): Found[] {
  const [base, serverless] = ["baseUrl", "serverlessUrl"].map((name) => settings.find((one) => one.name === name));
  if (base === undefined || serverless === undefined || isLocal(base) === isLocal(serverless)) return [];
  const [local, other] = isLocal(base) ? [base, serverless] : [serverless, base];
  const message = `${local.origin} is an address of this machine, and ${other.name} is ${hostOf(other)}. Podwright sends the key to both.`;
  return [warning("addresses", message, `Also set ${inStack(other.name)}, or remove ${local.origin}.`)];
}

function isLocal(setting: SourcedSetting): boolean {
  return isLoopback(hostOf(setting));
}

function hostOf({ value = "" }: SourcedSetting): string {
  return URL.canParse(value.trim()) ? new URL(value.trim()).hostname : "";
}
