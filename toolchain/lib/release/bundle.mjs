import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/**
 * Bundles parts of the program with the packages that they need. Returns the names of the bundled files.
 * @param {string} root
 * @param {import("esbuild").BuildOptions & { built?: string }} options `built` is the folder of the compiled sources. Default: `dist`.
 */
export async function bundle(root, { plugins = [], built = path.join(root, "dist"), ...options }) {
  const esbuild = await import("esbuild");
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    metafile: true,
    bundle: true,
    platform: "node",
    target: "node22",
    // Writes imports as `require`, which is faster and can use V8's compiled code.
    supported: { "dynamic-import": false },
    format: "cjs",
    logLevel: "warning",
    ...options,
    plugins: [partsOfUndici, embeddedFiles(root, built), ...plugins],
  });
  const parts = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) => Object.entries(inputs));
  // A provider starts with every command and reads its whole bundle, so the bundle must stay small.
  if (parts.some(([file, { bytesInOutput }]) => /zod\/.*\/locales\/de\./.test(file) && bytesInOutput > 0)) {
    throw new Error(
      'the bundle contains all of zod: write `import * as z from "zod"`, and import classes from "zod/v4/core"',
    );
  }
  return Object.keys(metafile?.inputs ?? {});
}

/**
 * Bundles the plugin's script, which is also the command line. Returns the names of the bundled files.
 * @param {string} root
 * @param {Parameters<typeof bundle>[1]} options
 */
export function bundlePlugin(root, options) {
  return bundle(root, {
    ...options,
    // The code that prints the port is in its own file, so that Node reads no other file first.
    entryPoints: {
      start: path.join(root, "cli/plugin-file/script.ts"),
      serve: path.join(root, "provider/hosts/plugin/serve.ts"),
      process: path.join(root, "cli/program/process.ts"),
    },
    plugins: [loadedLater({ serve: "./serve.js", process: "./process.js" })],
  });
}

/**
 * Keeps parts of the program in files of their own, which the program loads when it needs them.
 * @param {Readonly<Record<string, string>>} parts end of the name of a source without `.js`, and the file that the bundle loads instead
 * @returns {import("esbuild").Plugin}
 */
export const loadedLater = (parts) => ({
  name: "loaded-later",
  setup(build) {
    for (const [part, file] of Object.entries(parts))
      build.onResolve({ filter: new RegExp(`/${part}\\.js$`) }, ({ kind }) =>
        kind === "dynamic-import" ? { path: file, external: true } : undefined,
      );
  },
});

/**
 * Bundles undici without the parts that the client does not use: fetch, WebSocket, caches and mocks. If a name is missing, the
 * build fails.
 */
const partsOfUndici = {
  name: "parts-of-undici",
  /** @param {import("esbuild").PluginBuild} build */
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: "parts", namespace: "undici" }));
    build.onLoad({ filter: /./, namespace: "undici" }, () => ({
      resolveDir: import.meta.dirname,
      contents: `
        import Dispatcher from "undici/lib/dispatcher/dispatcher.js";
        import api from "undici/lib/api/index.js";
        Object.assign(Dispatcher.prototype, api);
        export { default as Agent } from "undici/lib/dispatcher/agent.js";
        export { default as EnvHttpProxyAgent } from "undici/lib/dispatcher/env-http-proxy-agent.js";
        export { default as Pool } from "undici/lib/dispatcher/pool.js";
        export { default as errors } from "undici/lib/core/errors.js";`,
    }));
  },
};

/**
 * Puts the files that the command line reads into the program, which a user may copy to another folder.
 * @param {string} root
 * @param {string} built
 * @returns {import("esbuild").Plugin}
 */
const embeddedFiles = (root, built) => ({
  name: "embedded-files",
  setup(build) {
    build.onLoad({ filter: /[\\/]cli[\\/]context[\\/]manifest\.ts$/ }, () => {
      const { name, repository } = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
      return { contents: `export const manifest = () => (${JSON.stringify({ name, repository })});` };
    });
    build.onLoad({ filter: /[\\/]emulator[\\/]console[\\/]files\.ts$/ }, () => {
      const folder = path.join(built, "emulator/console/browser");
      const files = readdirSync(folder).filter((name) => /\.(html|css|svg|mjs)$/.test(name));
      const texts = Object.fromEntries(files.map((name) => [name, readFileSync(path.join(folder, name), "utf8")]));
      return { contents: `const files = ${JSON.stringify(texts)}; export const readPageFile = (name) => files[name];` };
    });
  },
});
