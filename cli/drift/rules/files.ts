import { existsSync } from "node:fs";
import { join } from "node:path";
import { readYamlFile } from "../../flags/yaml-file";
import { projectAt } from "../../stack/project-file";
import { thresholds } from "../severity";
import { type DriftRules, driftRules } from "./rules";

export const rulesFile = "podwright.drift.yaml";

/** The rules of the projects that a run compares. */
export interface RuleBook {
  /** Returns the rules for the stacks of a folder. */
  of(cwd: string): DriftRules;
  /** Returns the file with these rules, or the place of a new file. */
  fileOf(cwd: string): string;
  /** The rules of all files, for resources that no stack manages. `failOn` is the strictest value in all files. */
  readonly account: DriftRules;
}

/**
 * Reads the rules of each folder. The rules come from the given file. Otherwise they come from the file beside the
 * folder's `Pulumi.yaml`, or else from the file in the first of the `roots`, or in the current folder. It throws if a file is not valid, because
 * a mistyped rule must not hide or show findings.
 */
export async function readRules(
  projects: readonly string[],
  { given, roots }: { readonly given: string | undefined; readonly roots: readonly string[] },
): Promise<RuleBook> {
  const files = new Map<string, DriftRules>();
  const byFolder = new Map<string, DriftRules>();
  const fileOf = new Map<string, string>();
  for (const cwd of new Set(projects)) {
    const project = await projectAt(cwd);
    const beside = project !== undefined && "value" in project ? project.value.folder : cwd;
    const folders = [beside, ...roots, "."];
    const places = given === undefined ? folders.map((folder) => join(folder, rulesFile)) : [given];
    fileOf.set(cwd, places[0] ?? rulesFile);
    for (const file of places) {
      const rules = files.get(file) ?? (await rulesIn(file, given !== undefined));
      if (rules === undefined) continue;
      files.set(file, rules);
      byFolder.set(cwd, rules);
      fileOf.set(cwd, file);
      break;
    }
  }
  const all = [...files.values()];
  const strictest = thresholds.find((one) => all.some(({ failOn }) => failOn === one));
  return {
    of: (cwd) => byFolder.get(cwd) ?? {},
    fileOf: (cwd) => fileOf.get(cwd) ?? rulesFile,
    account: { rules: all.flatMap(({ rules = [] }) => rules), ...(strictest && { failOn: strictest }) },
  };
}

async function rulesIn(file: string, isGiven: boolean): Promise<DriftRules | undefined> {
  return isGiven || existsSync(file) ? await readYamlFile(file, driftRules) : undefined;
}
