import { posix } from "node:path";

/** The file that a finding belongs to in a repository, from the folder of the command: the project's file. */
export function fileOf({ cwd = "." }: { readonly cwd?: string }): string {
  return posix.normalize(posix.join(cwd.replaceAll("\\", "/"), "Pulumi.yaml"));
}
