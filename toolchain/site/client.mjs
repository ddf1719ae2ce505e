import path from "node:path";
import { fileURLToPath } from "node:url";
import { Application } from "typedoc";
import { repositoryFolder } from "../lib/machine.mjs";
import { clientFolder, source } from "./pages.mjs";

/** Pages for all that `podwright/platform` exports. */
export async function writeClientPages() {
  const options = {
    name: "podwright/platform",
    entryPoints: [path.join(repositoryFolder, "client/index.ts")],
    tsconfig: path.join(repositoryFolder, "tsconfig.json"),
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
    // `npm run typecheck` does that.
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
