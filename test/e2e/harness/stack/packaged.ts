import { execFileSync } from "node:child_process";
import { repository } from "../repository";

/** What is published, made once for the stories about it and for those that run on its executable. */
export function setup(): void {
  execFileSync("node", ["toolchain/package.mjs", "--here"], { cwd: repository, stdio: "pipe" });
}
