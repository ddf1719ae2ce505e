import { posix } from "node:path";

/** Returns the file to which a finding belongs: the project's file, relative to the folder of the command. */
export function fileOf({ cwd = "." }: { readonly cwd?: string }): string {
  return posix.normalize(posix.join(cwd.replaceAll("\\", "/"), "Pulumi.yaml"));
}
