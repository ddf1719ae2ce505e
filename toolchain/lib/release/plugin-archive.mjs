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
