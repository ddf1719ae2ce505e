import { inStack } from "../../settings";
import { nameOf } from "./properties/urn";

/** What a setting of this provider is called: the engine makes a default provider of a stack's configuration. */
export function settingNames(providerUrn: string): (setting: string) => string {
  const isDefault = /^(default(_.*)?)?$/.test(nameOf(providerUrn));
  return isDefault ? inStack : (setting) => `the provider argument ${setting}`;
}
