import { join, resolve } from "node:path";

export const repository = resolve(__dirname, "../../..");

/** Code that Node has compiled. Every command starts two or three Node processes that load the same modules. */
export const compiledCode = join(repository, "node_modules/.cache/compiled");

/** The built command line. */
export const podwrightProgram = join(repository, "dist/cli/main.js");

const executable = join(repository, `build/${process.platform}-${process.arch}/pulumi-resource-podwright`);

/** The plugin: this build's script, or with `PODWRIGHT_E2E_EXECUTABLE` the executable of `npm run package -- --here`. */
export const pluginCommand: readonly [string, ...string[]] =
  process.env.PODWRIGHT_E2E_EXECUTABLE === "true"
    ? [executable]
    : ["node", join(repository, "dist/cli/plugin-file/script.js")];
