// Calls Pulumi's code generators for schema.json. `sdks` writes the SDKs in sdk/, and `programs` translates the example
// programs into the other languages.
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { buildGoProgram, executableName, recipeHash } from "../lib/go.mjs";
import { isExecutable, main, toolchainFolder } from "../lib/machine.mjs";
import { javaHost } from "../lib/test-tools/java.mjs";

/** @typedef {import("../lib/machine.mjs").Machine} Machine */

const generator = { name: "sdkgen", module: "sdkgen", package: ".", ldflags: "-s -w" };

await main(async (machine) => {
  const { repositoryFolder } = machine;
  const examples = path.join(repositoryFolder, "provider/schema/examples");
  const generate = await generators(machine);
  const fresh = mkdtempSync(path.join(os.tmpdir(), "podwright-sdk-"));
  try {
    if (process.argv[2] === "programs") {
      await generate("programs", examples, fresh);
      replace(path.join(examples, "translated"), fresh);
    } else {
      await generate("sdks", fresh);
      complete(fresh, repositoryFolder);
      replace(path.join(repositoryFolder, "sdk"), fresh);
    }
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
});

/**
 * Builds the generators, and returns a function that calls them.
 * @param {Machine} machine
 */
async function generators(machine) {
  const { cacheFolder, repositoryFolder, platform, run, signal, say } = machine;
  const folder = path.join(cacheFolder, "sdkgen", recipeHash(machine, [generator]));
  const program = path.join(folder, executableName(generator.name, platform));
  if (!isExecutable(program) || javaHost.find(machine) === undefined)
    say(`Building the generators of the SDKs with Go into ${cacheFolder}; the first build takes minutes.`);
  const missing = (await buildGoProgram(machine, generator, folder)) || (await javaHost.make(machine));
  if (missing) throw new Error(`The SDKs cannot be generated here: ${missing}`);
  return async (/** @type {string} */ form, /** @type {string[]} */ ...folders) => {
    const schema = path.join(repositoryFolder, "schema.json");
    const { ok, problem } = await run(program, [form, schema, javaHost.find(machine) ?? "", ...folders], { signal });
    if (!ok) throw new Error(`The ${form} could not be generated: ${problem}`);
  };
}

/**
 * Adds the files that the generators leave out.
 * @param {string} sdks
 * @param {string} repositoryFolder
 */
function complete(sdks, repositoryFolder) {
  cpSync(path.join(toolchainFolder, "sdkgen", "static"), sdks, { recursive: true });
  for (const name of readdirSync(sdks))
    cpSync(path.join(repositoryFolder, "LICENSE"), path.join(sdks, name, "LICENSE"));
  const pom = path.join(sdks, "java", "pom.xml");
  writeFileSync(pom, filled(readFileSync(pom, "utf8"), repositoryFolder));
}

/**
 * Returns Maven's project file with the facts of package.json and schema.json.
 * @param {string} pom
 * @param {string} repositoryFolder
 */
function filled(pom, repositoryFolder) {
  const [{ version, license, homepage, repository }, { description, language }] = ["package.json", "schema.json"].map(
    (file) => JSON.parse(readFileSync(path.join(repositoryFolder, file), "utf8")),
  );
  const connection = `scm:git:${repository?.url.replace("git+", "")}`;
  const home = `  <url>${homepage}</url>\n  <scm>\n    <url>${homepage}</url>\n    <connection>${connection}</connection>\n  </scm>\n`;
  return pom
    .replace("@version@", version)
    .replace("@license@", license)
    .replace("@description@", description)
    .replace("@pulumi@", language.java.dependencies["com.pulumi:pulumi"])
    .replace("@home@\n", homepage === undefined ? "" : home);
}

/** @param {string} folder @param {string} fresh */
function replace(folder, fresh) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(fresh, folder, { recursive: true });
}
