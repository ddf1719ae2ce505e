import { join, resolve } from "node:path";

export const repository = resolve(__dirname, "../../..");

/** The command line as it is built. */
export const podwrightProgram = join(repository, "dist/cli/main.js");

/** The plugin as it is built. */
export const pluginProgram = join(repository, "dist/provider/hosts/plugin/main.js");
