import { accessSync, constants, statSync } from "node:fs";
import path from "node:path";

/** @param {NodeJS.ProcessEnv} env */
export function searchPath(env) {
  return (env.PATH ?? env.Path ?? "").split(path.delimiter).filter((folder) => path.isAbsolute(folder));
}

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/**
 * The file that a shell would run for `name`.
 * @param {string} name
 * @param {string[]} folders
 */
export function findExecutable(name, folders) {
  return folders.map((folder) => path.join(folder, name)).find(isExecutable);
}

/**
 * The environment with folders put first on its search path, under whatever case Windows gave the variable.
 * @param {NodeJS.ProcessEnv} env
 * @param {string[]} first
 * @param {string[]} [without] folders to leave out
 */
export function withSearchPath(env, first, without = []) {
  const name = Object.keys(env).find((key) => key.toUpperCase() === "PATH") ?? "PATH";
  const rest = (env[name] ?? "").split(path.delimiter).filter((folder) => folder && !without.includes(folder));
  return { ...env, [name]: [...first, ...rest].join(path.delimiter) };
}
