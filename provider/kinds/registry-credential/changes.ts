import { always, type ChangeTable, nothing, type Row, replaces } from "../../planning/changes";
import type { RegistryCredentialInputs } from "./inputs";

const fixed = replaces("the platform cannot change a credential");

/** Only the state of an import lacks them: the platform answers neither. */
const writeOnly = <C>(path: string): Row<C> => ({
  path,
  add: nothing("after an import, it is taken for what the platform holds"),
  change: fixed,
  remove: fixed,
});

/**
 * A replacement makes the new credential first, also under an explicit name: pods need one of the two at any time, and
 * the platform deletes none that a pod uses.
 */
export const registryCredentialChanges: ChangeTable<RegistryCredentialInputs> = {
  rows: [always("name", fixed), writeOnly("username"), writeOnly("password")],
  observed: ["name"],
  consequential: [],
};
