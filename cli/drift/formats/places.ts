import { relative, resolve } from "node:path";
import { rootOf } from "../../git/root";

/**
 * Returns the file that a report shows for a finding: the project's file. GitHub finds a file only by its path in the
 * repository. Without a repository, the path begins at the folder of the command.
 */
export function fileOf({ cwd = "." }: { readonly cwd?: string }): string {
  const folder = resolve(cwd);
  return relative(rootOf(folder) ?? resolve("."), resolve(folder, "Pulumi.yaml")).replaceAll("\\", "/");
}
