import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const nodeMissing = "error: the podwright plugin needs Node 22.19 or newer, and the PATH has no";

/**
 * Starts the plugin. If Node is missing, the script prints a whole sentence; `exec` alone would print a line number of
 * the script. The shell itself finds the folder, because another process would take longer than the rest of the script.
 * A link to this file under another name starts the same program, and gives its name to the process as the title.
 */
export const launcher = `#!/bin/sh
command -v node >/dev/null || { echo "${nodeMissing} \\"node\\"" >&2; exit 127; }
file=$0
[ ! -L "$file" ] || file=$(readlink -f "$file")
exec node --title="\${0##*/}" "\${file%/*}/start.js" "$@"
`;

/** The same script for Windows. It calls `where` by its full path, because a PATH without Node may also lack the system's folder. */
export const windowsLauncher = [
  "@echo off",
  '"%SystemRoot%\\System32\\where.exe" /q node',
  "if errorlevel 1 (",
  `  echo ${nodeMissing} "node" 1>&2`,
  "  exit /b 127",
  ")",
  'node --title="%~n0" "%~dp0start.js" %*',
  "",
].join("\r\n");

/**
 * Throws unless the schema has the version of the package.
 * @param {string} version version in package.json
 * @param {string} schema text of schema.json
 */
export function requireSchemaOf(version, schema) {
  const { version: generated } = JSON.parse(schema);
  if (generated === version) return;
  throw new Error(
    `schema.json has version ${generated}, but package.json has ${version}: run "npm run generated", commit the result, and pack again`,
  );
}

/**
 * Bundles undici without the parts that the client does not use: fetch, WebSocket, caches and mocks. If a name is missing, the
 * build fails.
 */
export const partsOfUndici = {
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
 * Keeps these parts of the program in files of their own, which the program loads when it needs them.
 * @param {readonly string[]} names
 * @returns {import("esbuild").Plugin}
 */
export const loadedLater = (names) => ({
  name: "loaded-later",
  setup(build) {
    build.onResolve({ filter: new RegExp(`/(${names.join("|")})\\.js$`) }, ({ path: file, kind }) =>
      kind === "dynamic-import" ? { path: `./${path.basename(file)}`, external: true } : undefined,
    );
  },
});

/**
 * Puts the files that the command line reads into the program, which a user may copy to another folder.
 * @param {string} root
 * @returns {import("esbuild").Plugin}
 */
export const embeddedFiles = (root) => ({
  name: "embedded-files",
  setup(build) {
    const text = (/** @type {string} */ file) => readFileSync(path.join(root, file), "utf8");
    build.onLoad({ filter: /[\\/]cli[\\/]context[\\/]manifest\.ts$/ }, () => {
      const { name, repository } = JSON.parse(text("package.json"));
      return { contents: `export const manifest = () => (${JSON.stringify({ name, repository })});` };
    });
    build.onLoad({ filter: /[\\/]emulator[\\/]console[\\/]files\.ts$/ }, () => {
      const folder = "dist/emulator/console/browser";
      const files = readdirSync(path.join(root, folder)).filter((name) => /\.(html|css|svg|mjs)$/.test(name));
      const texts = Object.fromEntries(files.map((name) => [name, text(`${folder}/${name}`)]));
      return { contents: `const files = ${JSON.stringify(texts)}; export const readPageFile = (name) => files[name];` };
    });
  },
});
