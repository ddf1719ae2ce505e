import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { goModuleOf, homeOf } from "./package/home";

// Writes the path of the Go module into programs and pages. The path follows from the repository in package.json.

const repository = join(__dirname, "../../..");
const read = (file: string) => readFileSync(join(repository, file), "utf8");

const [, before = ""] = /^module (\S+)$/m.exec(read("toolchain/sdkgen/static/go/go.mod")) ?? [];
const now = goModuleOf(homeOf(JSON.parse(read("package.json"))));
if (before !== now) {
  const list = ["grep", "-lF", before, "--", ".", ":!CHANGELOG.md"];
  const files = execFileSync("git", list, { cwd: repository, encoding: "utf8" }).trim().split("\n");
  for (const file of files) writeFileSync(join(repository, file), read(file).replaceAll(before, now));
}
