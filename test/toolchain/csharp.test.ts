import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makeCommand } from "../e2e/harness/guide/tools";
import { temporaryFolder } from "../support/temporary-folder";

const repository = path.resolve(__dirname, "../..");

test("the workflows compile the C# examples before they pack the SDK", () => {
  const folder = temporaryFolder("csharp");
  const log = path.join(folder, "log");
  // Each build prints the project that it receives.
  makeCommand(
    folder,
    "dotnet",
    `echo "dotnet $*" >> '${log}'; [ "$1" = pack ] || cat "$2"/*.cs "$2"/*.csproj >> '${log}'`,
  );
  const env = { ...process.env, PATH: `${folder}${path.delimiter}${process.env.PATH}` };
  execFileSync("node", ["toolchain/csharp.mjs", "--pack", folder], { cwd: repository, env, stdio: "pipe" });

  const calls = readFileSync(log, "utf8")
    .split(/^dotnet /m)
    .slice(1);
  const examples = path.join(repository, "provider/schema/examples");
  const files = [examples, path.join(examples, "translated")].flatMap((place) =>
    readdirSync(place)
      .filter((file) => file.endsWith(".cs"))
      .map((file) => path.join(place, file)),
  );
  const packed = calls.pop();
  expect(packed).toMatch(/^pack .*sdk --configuration Release --output /);
  expect(calls).toHaveLength(files.length + 1);
  for (const call of calls) expect(call).toMatch(/^build [\s\S]*<ProjectReference Include=".*Podwright.RunPod.csproj"/);
  for (const file of files) expect(calls.some((call) => call.includes(readFileSync(file, "utf8").trim()))).toBe(true);
});

test("the release workflow publishes packages only after the SDK for C# has compiled", () => {
  const read = (name: string) => readFileSync(path.join(repository, ".github/workflows", name), "utf8");
  expect(read("ci.yml")).toContain("run: node toolchain/csharp.mjs");
  expect(read("release.yml")).toMatch(/check:\n {4}uses: \.\/\.github\/workflows\/ci\.yml/);
  expect(read("release.yml")).toMatch(/publish:\n {4}needs: \[check,/);
});
