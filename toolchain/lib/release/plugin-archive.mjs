const nodeMissing = "error: the podwright plugin needs Node 22.19 or newer, and the PATH has no";

/**
 * Starts the plugin. Without Node, it prints a whole sentence; `exec` alone would print a line number of this script. The shell
 * itself finds the folder, because another process would take longer than the rest of the script.
 */
export const launcher = `#!/bin/sh
command -v node >/dev/null || { echo "${nodeMissing} \\"node\\"" >&2; exit 127; }
exec node "\${0%/*}/start.js" "$@"
`;

/** The same script for Windows. It calls `where` by its full path, because a PATH without Node may also lack the system's folder. */
export const windowsLauncher = [
  "@echo off",
  '"%SystemRoot%\\System32\\where.exe" /q node',
  "if errorlevel 1 (",
  `  echo ${nodeMissing} "node" 1>&2`,
  "  exit /b 127",
  ")",
  'node "%~dp0start.js" %*',
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
