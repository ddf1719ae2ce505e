import type { Fault } from "../../client/http/configuration";
import { nearest } from "../../kernel/nearest";
import { isUnknown } from "../hosts/properties/unknowns";
import { keyAddressFaults } from "./key-address";
import {
  allGiven,
  type Environment,
  NAMESPACE,
  type Name,
  type Permission,
  read,
  SETTINGS,
  type Setting,
  settingEntries,
} from "./settings";

/** Keys that the engine adds to a provider's configuration. */
const ENGINE_KEYS = /^(version|pluginDownloadURL|pluginChecksums|parameterization|envVarMappings|__.*)$/;

export interface Configured {
  /** Values by the name of the setting, without the namespace. Podwright skips unknown values. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Returns the name of a configured setting. */
  readonly nameOf: (setting: string) => string;
  /** Name of the project. A project called `podwright` has its own configuration in the same namespace. */
  readonly project: string | undefined;
}

/** Returns a line for each fault of the settings. A missing key is no fault, because a preview needs none. */
export function settingFaults({ values, nameOf, project }: Configured, environment: Environment): string[] {
  const unknown = Object.keys(values).filter((key) => !Object.hasOwn(SETTINGS, key) && !ENGINE_KEYS.test(key));
  const givenFor = (name: Name) =>
    allGiven(SETTINGS[name], { value: values[name], origin: nameOf(name) }, environment)[0];
  const permission = givenFor("allowInsecureUrl");
  const allowing = {
    // An unknown permission may later turn out to be granted.
    granted: isUnknown(permission?.value) || read(SETTINGS.allowInsecureUrl, permission?.value) === true,
    name: permission?.origin ?? nameOf("allowInsecureUrl"),
  };
  const judged = settingEntries.flatMap(([name, setting]) => {
    const given = givenFor(name);
    const fault = given === undefined || isUnknown(given.value) ? undefined : faultOf(setting, given.value, allowing);
    return given === undefined || fault === undefined ? [] : [`${given.origin} ${fault.wrong}. ${fault.hint}`];
  });
  const misdirected = keyAddressFaults(givenFor, nameOf, environment).map(
    ({ sentence, hint }) => `${sentence}. ${hint}`,
  );
  return [...unknown.flatMap((key) => unknownSetting(key, nameOf, project)), ...judged, ...misdirected];
}

function unknownSetting(key: string, nameOf: Configured["nameOf"], project: string | undefined): string[] {
  const names = Object.keys(SETTINGS);
  const [meant] = nearest(key, names, 1);
  if (meant !== undefined) {
    const secret =
      meant === "apiKey" ? ", and set the key with `--secret`: otherwise Pulumi may store it in plain text" : "";
    return [
      `${nameOf(key)} is no setting of Podwright; did you mean ${nameOf(meant)}? Remove ${nameOf(key)}${secret}.`,
    ];
  }
  return project === NAMESPACE
    ? []
    : [`${nameOf(key)} is no setting of Podwright. The settings are: ${names.join(", ")}.`];
}

function faultOf(setting: Setting, value: unknown, allowing: Permission): Fault | undefined {
  if (setting.type === "boolean") {
    if (read(setting, value) !== undefined) return undefined;
    return { wrong: "must be true or false", hint: "Leave the setting out, or write true or false." };
  }
  if (typeof value !== "string") return { wrong: "must be a text", hint: "Write it in quotes." };
  return setting.judge?.(value, allowing);
}
