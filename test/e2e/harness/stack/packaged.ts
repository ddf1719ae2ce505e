import { execFileSync } from "node:child_process";
import { repository } from "../repository";

/** Packages the release once, for stories about it and stories on its executable. */
export function setup(): void {
  execFileSync("node", ["toolchain/package.mjs", "--here"], { cwd: repository, stdio: "pipe" });
}
