import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { homeFolder } from "../../machine/user-folders";
import { folderOf } from "../../ownership/past-states";
import type { BegunCreation, BegunCreations } from "../../session/run";
import type { Environment } from "../../settings/settings";
import { inProjectFile } from "../project-file";

/** A killed run leaves its notes. Podwright lists the runs of a stack no further back than this. */
const keptMs = 30 * 24 * 3_600_000;

/**
 * Returns the notes about creations in the folder, for stacks of this backend. Each note is a file of its own, so that no process
 * disturbs the notes of another. A failure here never fails an operation, and without a note nothing is proven.
 */
export function creationNotes(folder: string, backend: string): BegunCreations {
  const place = join(folder, "creations");
  let removesOld = true;
  const fileOf = (marker: string) => join(place, `${createHash("sha256").update(marker).digest("hex")}.json`);
  const textOf = ({ kind, project, stack, name, marker }: BegunCreation) =>
    JSON.stringify([backend, project, stack, kind, name, marker]);
  return {
    begin: (creation, time) =>
      unlessFailing(() => {
        mkdirSync(place, { recursive: true, mode: 0o700 });
        const note = { at: new Date(time).toISOString(), of: textOf(creation) };
        writeFileSync(fileOf(creation.marker), JSON.stringify(note), { mode: 0o600 });
        // Once is enough for a process. A thousand creations must not look at all notes a thousand times.
        if (removesOld) removeOld(place, time);
        removesOld = false;
      }),
    end: (marker) => unlessFailing(() => rmSync(fileOf(marker), { force: true })),
    timeOf: (creation) =>
      unlessFailing(() => {
        const { at, of } = JSON.parse(readFileSync(fileOf(creation.marker), "utf8")) as Partial<Note>;
        return of === textOf(creation) ? at : undefined;
      }),
  };
}

interface Note {
  readonly at: string;
  /** The backend, the stack and the resource. */
  readonly of: string;
}

function unlessFailing<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** Removes old notes. The user may have chosen the folder, so a file with another name is not Podwright's. */
function removeOld(place: string, now: number): void {
  for (const name of readdirSync(place).filter((one) => /^[0-9a-f]{64}\.json$/.test(one))) {
    const file = join(place, name);
    if (statSync(file).mtimeMs < now - keptMs) rmSync(file, { force: true });
  }
}

/** The address as a text, or as `url` in an object, in YAML or JSON. */
const address = /(?:^|[{,])\s*"?backend"?:\s*\{?\s*(?:#[^\n]*\s*)*"?url"?:\s*["']?([^\s"',}]+)/m;

/**
 * Names the backend that Pulumi uses with this environment in the folder. Two stacks of the same name in two backends
 * must not take each other's notes. Without an address, this is the folder with Pulumi's login, because the login itself is
 * in the file with the user's tokens.
 */
export function backendIn(environment: Environment, folder: string): string {
  const { PULUMI_BACKEND_URL: chosen, PULUMI_HOME: home } = environment;
  const backend = chosen || inProjectFile(folder, address);
  if (backend === undefined) return `login in ${home || join(homeFolder() ?? "", ".pulumi")}`;
  return folderOf({ backend, cwd: folder }) ?? backend;
}
