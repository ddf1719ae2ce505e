// Writes the SDKs in sdk/ from schema.json, with the engine's own code generators.
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildGoProgram, executableName, recipeHash } from "../lib/go.mjs";
import { isExecutable, main, toolchainFolder } from "../lib/machine.mjs";

const generator = { name: "sdkgen", module: "sdkgen", package: ".", ldflags: "-s -w" };

await main(async (machine) => {
  const { cacheFolder, repositoryFolder, platform, run, signal, say } = machine;
  const folder = path.join(cacheFolder, "sdkgen", recipeHash(machine, [generator]));
  const program = path.join(folder, executableName(generator.name, platform));
  if (!isExecutable(program))
    say(`Building the generator of the SDKs with Go into ${folder}; the first build takes minutes.`);
  const missing = await buildGoProgram(machine, generator, folder);
  if (missing) throw new Error(`The SDKs cannot be generated here: ${missing}`);
  const fresh = mkdtempSync(path.join(os.tmpdir(), "podwright-sdk-"));
  try {
    const { ok, problem } = await run(program, [path.join(repositoryFolder, "schema.json"), fresh], { signal });
    if (!ok) throw new Error(`The SDKs could not be generated: ${problem}`);
    cpSync(path.join(toolchainFolder, "sdkgen", "static"), fresh, { recursive: true });
    for (const name of readdirSync(fresh))
      cpSync(path.join(repositoryFolder, "LICENSE"), path.join(fresh, name, "LICENSE"));
    const sdk = path.join(repositoryFolder, "sdk");
    rmSync(sdk, { recursive: true, force: true });
    cpSync(fresh, sdk, { recursive: true });
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
});
