// `node toolchain/csharp.mjs` compiles the SDK for C# and all programs in C#. `--pack FOLDER` then writes the SDK's package into the
// folder. It needs the .NET SDK and NuGet's registry, so the workflows run it: a developer's machine may have neither.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { repositoryFolder } from "./lib/machine.mjs";

const { values } = parseArgs({ options: { pack: { type: "string" } } });
const work = mkdtempSync(path.join(os.tmpdir(), "podwright-csharp-"));
try {
  // Compiles a copy, because the compiler writes files beside the sources.
  const sdk = path.join(work, "sdk");
  cpSync(path.join(repositoryFolder, "sdk/dotnet"), sdk, { recursive: true });
  for (const [name, text] of Object.entries(programs())) build(program(name, text, sdk));
  if (values.pack !== undefined)
    dotnet("pack", sdk, "--configuration", "Release", "--output", path.resolve(values.pack));
} finally {
  rmSync(work, { recursive: true, force: true });
}

/** Returns the texts of all programs by name: the examples of the schema, and the program of the SDK's page. */
function programs() {
  const examples = path.join(repositoryFolder, "provider/schema/examples");
  const files = [examples, path.join(examples, "translated")].flatMap((folder) =>
    readdirSync(folder)
      .filter((file) => file.endsWith(".cs"))
      .map((file) => path.join(folder, file)),
  );
  const page = readFileSync(path.join(repositoryFolder, "sdk/dotnet/README.md"), "utf8");
  const [, shown] = /^```csharp\n(.*?)^```$/ms.exec(page) ?? [];
  if (shown === undefined) throw new Error("sdk/dotnet/README.md shows no program in C#.");
  return {
    readme: shown,
    ...Object.fromEntries(files.map((file) => [path.basename(file, ".cs"), readFileSync(file, "utf8")])),
  };
}

/**
 * Writes a project of one program, and returns its folder. The project treats warnings about nullability and unused
 * values as errors, as a reader's strict project does.
 * @param {string} name
 * @param {string} text
 * @param {string} sdk
 */
function program(name, text, sdk) {
  const folder = path.join(work, name);
  mkdirSync(folder);
  writeFileSync(path.join(folder, "Program.cs"), text);
  writeFileSync(
    path.join(folder, `${name}.csproj`),
    `<Project Sdk="Microsoft.NET.Sdk">
  <PropertyGroup>
    <OutputType>Exe</OutputType>
    <TargetFramework>net8.0</TargetFramework>
    <Nullable>enable</Nullable>
    <TreatWarningsAsErrors>true</TreatWarningsAsErrors>
  </PropertyGroup>
  <ItemGroup>
    <ProjectReference Include="${path.join(sdk, "Podwright.RunPod.csproj")}" />
  </ItemGroup>
</Project>
`,
  );
  return folder;
}

/** @param {string} folder */
function build(folder) {
  dotnet("build", folder, "--nologo", "--verbosity", "quiet");
}

/** @param {string[]} args */
function dotnet(...args) {
  process.stderr.write(`$ dotnet ${args.join(" ")}\n`);
  execFileSync("dotnet", args, { stdio: "inherit" });
}
