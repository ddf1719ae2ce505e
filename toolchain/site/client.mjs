import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";
import { repositoryFolder } from "../lib/machine.mjs";
import { clientFolder, source } from "./pages.mjs";

const copy = path.join(source, ".client");

/**
 * Copies the client and the kernel for TypeDoc. The client derives types from schemas. TypeDoc would show such a type under the schema's name,
 * and would repeat its fields for every method that returns it. So the copy declares each type as an interface.
 */
function writeCopy() {
  for (const folder of ["client", "kernel"])
    cpSync(path.join(repositoryFolder, folder), path.join(copy, folder), { recursive: true });
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
  // Imports have no extension, and the package.json of this folder would require extensions. An empty package.json does not.
  writeFileSync(path.join(copy, "package.json"), "{}");
}

/** Writes pages for all exports of `podwright/platform`. */
export async function writeClientPages() {
  writeCopy();
  const options = {
    name: "podwright/platform",
    entryPoints: [path.join(copy, "client/index.ts")],
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
    // `npm run typecheck` already checks the types.
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
