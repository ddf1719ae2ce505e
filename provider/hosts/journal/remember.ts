import type { Session } from "../../operations/run";
import type { Environment } from "../../settings";
import { journalFolder, writeEntry } from "./journal";

/** How a session on an account writes its resources into this machine's journal. */
export function rememberIn(environment: Environment, baseUrl: string | undefined): Session["remember"] {
  const folder = journalFolder(environment, baseUrl);
  if (folder === undefined) return undefined;
  return (resource) => writeEntry(folder, resource);
}
