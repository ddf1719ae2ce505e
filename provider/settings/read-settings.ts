import type { KeyHints, SettingsFault } from "../../client";
import type { SettingNames } from "../../client/http/configuration";
import { keyAddressFaults } from "./key-address";
import {
  allGiven,
  type ConfigReader,
  type Environment,
  inStack,
  type Name,
  read,
  SETTINGS,
  settingEntries,
  type ValueOf,
  wayTo,
  wayToSetKey,
} from "./settings";

export type Settings = { readonly [N in Name]: ValueOf<(typeof SETTINGS)[N]> | undefined } & {
  readonly keyHints: KeyHints;
  readonly transportHint: string;
  readonly settingNames: SettingNames & Readonly<Record<Name, string>>;
  /** Fault of a combination of settings, although each setting alone is valid. */
  readonly fault: SettingsFault | undefined;
};

/** Hints on where to set the key outside of stacks. */
const KEY_IN_ENVIRONMENT: KeyHints = {
  missing: "Set PODWRIGHT_API_KEY.",
  refused: "Set PODWRIGHT_API_KEY to another key.",
};

/** Returns hints on where to set the key. `setting` is the setting's name for the user. */
function keyHintsOf(setting: string): KeyHints {
  const missing = `Set it with ${wayToSetKey(setting)} or in the environment as PODWRIGHT_API_KEY.`;
  const refused = `${missing} After a rotation, refresh and destroy use the key recorded in the state until "pulumi up" has stored the new key.`;
  return { missing, refused };
}

/**
 * Reads the settings from the stack's configuration, then from the environment. It does not validate them.
 * `settingFaults` validates them at preview, and the first request validates them, too. `nameOf` returns the name of a
 * configured setting.
 */
export function readSettings(
  config: ConfigReader | undefined,
  environment: Environment,
  nameOf: (setting: string) => string = inStack,
): Settings {
  const givenFor = (name: Name) =>
    allGiven(SETTINGS[name], { value: config?.get(inStack(name)), origin: nameOf(name) }, environment)[0];
  const found = settingEntries.map(([name, setting]) => {
    const given = givenFor(name);
    const unset = config === undefined ? (setting.environment[0] ?? name) : nameOf(name);
    return { name, value: read(setting, given?.value), origin: given?.origin ?? unset };
  });
  const settingNames = Object.fromEntries(found.map(({ name, origin }) => [name, origin])) as Record<Name, string>;
  return {
    ...Object.fromEntries(found.map(({ name, value }) => [name, value])),
    keyHints: config === undefined ? KEY_IN_ENVIRONMENT : keyHintsOf(nameOf("apiKey")),
    transportHint: wayTo("rest", settingNames.endpointTransport),
    settingNames,
    fault: keyAddressFaults(givenFor, nameOf, environment)[0],
  } as unknown as Settings;
}
