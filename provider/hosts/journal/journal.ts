import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { isLoopback } from "../../../client/http/configuration";
import { homeFolder, userFolder } from "../../machine/user-folders";
import type { RememberedResource } from "../../session/run";
import type { Environment } from "../../settings/settings";

/** Months that the journal keeps. RunPod's bills reach back one year. */
const MONTHS_KEPT = 13;
/** Largest size of the journal: about 20,000 lines. */
const MOST_BYTES = 4_000_000;
const FILE = /^resources-(\d{4})-(\d{2})\.jsonl$/;

/**
 * Returns the folder of the journal, or `undefined` for no journal. The journal records the hardware of resources on
 * this machine. Podwright writes it for an emulator on this machine only if `PODWRIGHT_JOURNAL` names a folder.
 */
export function journalFolder(
  environment: Environment,
  baseUrl: string | undefined,
  machine: Machine = {},
): string | undefined {
  const isChosen = Boolean(environment.PODWRIGHT_JOURNAL);
  return !isChosen && baseUrl !== undefined && isLocal(baseUrl) ? undefined : stateFolder(environment, machine);
}

interface Machine {
  readonly platform?: NodeJS.Platform;
  readonly home?: string | undefined;
}

/**
 * Returns the folder of Podwright's own files, or `undefined` for none. `PODWRIGHT_JOURNAL` is `off` or a folder. Without
 * this variable, it is in the user's state folder. A user without a home folder has none.
 */
export function stateFolder(
  environment: Environment,
  { platform = process.platform, home = homeFolder() }: Machine = {},
): string | undefined {
  const chosen = environment.PODWRIGHT_JOURNAL;
  if (chosen === "off") return undefined;
  if (chosen !== undefined && chosen !== "") return chosen;
  const state = userFolder("state", { environment, platform, home });
  return state === undefined ? undefined : join(state, "podwright");
}

function isLocal(baseUrl: string): boolean {
  return URL.canParse(baseUrl) && isLoopback(new URL(baseUrl).hostname);
}

/**
 * Appends one line to the month's file. A new file for each month makes renames unnecessary, which could disturb
 * another writer. A failure here never fails the operation.
 */
export function writeEntry(folder: string, entry: RememberedResource): void {
  try {
    const file = join(folder, `resources-${entry.at.slice(0, 7)}.jsonl`);
    if (!existsSync(file)) prepare(folder, entry.at);
    else if (statSync(file).size > MOST_BYTES) return;
    appendFileSync(file, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  } catch {
    // A full or read-only disk must not fail the operation.
  }
}

function prepare(folder: string, at: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const months = (year: string, month: string) => Number(year) * 12 + Number(month);
  const now = months(at.slice(0, 4), at.slice(5, 7));
  for (const name of readdirSync(folder)) {
    const [, year, month] = FILE.exec(name) ?? [];
    if (year !== undefined && month !== undefined && now - months(year, month) >= MONTHS_KEPT) {
      rmSync(join(folder, name), { force: true });
    }
  }
}

/** Returns the readable entries in the order of writing. It skips a line that a kill cut off. */
export function readEntries(folder: string): RememberedResource[] {
  if (!existsSync(folder)) return [];
  const files = readdirSync(folder)
    .filter((name) => FILE.test(name))
    .sort();
  return files.flatMap((name) => readFileSync(join(folder, name), "utf8").split("\n").flatMap(entryIn));
}

function entryIn(line: string): RememberedResource[] {
  try {
    const entry = JSON.parse(line) as Partial<RememberedResource> | null;
    const { kind, id, gpu } = entry ?? {};
    const isOne = typeof kind === "string" && typeof id === "string" && (gpu === null || typeof gpu === "string");
    return isOne ? [entry as RememberedResource] : [];
  } catch {
    return [];
  }
}
