import { join, resolve } from "node:path";

export const repository = resolve(__dirname, "../../..");

/** Code that Node has compiled. Every command starts two or three Node processes that load the same modules. */
export const compiledCode = join(repository, "node_modules/.cache/compiled");

/** The compiler that Pulumi loads for TypeScript programs. Node runs it. */
export const tsc = join(repository, "node_modules/typescript/bin/tsc");

/** The built command line. */
export const podwrightProgram = join(repository, "dist/podwright/main.js");

/** The two forms of the plugin: this build's script, and the executable of `npm run package -- --here`. */
export const pluginCommands = {
  script: ["node", join(repository, "dist/plugin/start.js")],
  executable: [join(repository, `build/${process.platform}-${process.arch}/pulumi-resource-podwright`)],
} as const;

/** The plugin of stories that do not choose its form. */
export const pluginCommand: readonly [string, ...string[]] =
  pluginCommands[process.env.PODWRIGHT_E2E_EXECUTABLE === "true" ? "executable" : "script"];
