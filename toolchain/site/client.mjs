import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";
import { repositoryFolder } from "../lib/machine.mjs";
import { clientFolder, source } from "./pages.mjs";

const copy = path.join(source, ".client");

/**
 * The client derives the types of parsed values from schemas. TypeDoc would show each type by the schema's name, and
 * write it out wherever a method returns it. An interface shows the type's fields and its name.
 */
function writeCopy() {
  cpSync(path.join(repositoryFolder, "client"), copy, { recursive: true });
  for (const name of readdirSync(copy, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))) {
    const file = path.join(copy, name);
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      text.replace(/^export type (\w+) = (Parsed<[^;|&]+>);$/gm, "export interface $1 extends $2 {}"),
    );
  }
  const settings = { extends: path.join(repositoryFolder, "tsconfig.json"), include: ["**/*"], exclude: [] };
  writeFileSync(path.join(copy, "tsconfig.json"), JSON.stringify(settings));
  // Its imports have no extension, as in the repository; this folder's package.json would require extensions.
  writeFileSync(path.join(copy, "package.json"), "{}");
}

/** Pages for all exports of `podwright/platform`. */
export async function writeClientPages() {
  writeCopy();
  const options = {
    name: "podwright/platform",
    entryPoints: [path.join(copy, "index.ts")],
    tsconfig: path.join(copy, "tsconfig.json"),
    plugin: [fileURLToPath(import.meta.resolve("typedoc-plugin-markdown"))],
    out: path.join(source, clientFolder),
    readme: "none",
    entryFileName: "index",
    hideBreadcrumbs: true,
    hidePageHeader: true,
    disableGit: true,
    disableSources: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeProtected: true,
    groupOrder: ["Functions", "Interfaces", "Classes", "*"],
    // `npm run typecheck` checks the types.
    skipErrorChecking: true,
    validation: false,
    logLevel: "Warn",
  };
  const app = await Application.bootstrapWithPlugins(
    /** @type {Partial<import("typedoc").TypeDocOptions>} */ (options),
  );
  const project = await app.convert();
  if (project === undefined) throw new Error("TypeDoc could not read the client");
  await app.generateOutputs(project);
  if (app.logger.hasErrors()) throw new Error("TypeDoc could not write the client's pages");
}
