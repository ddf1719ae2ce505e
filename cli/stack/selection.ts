/*
 * Reads which backend and which stack Pulumi selects in a folder, as `pkg/workspace` in Pulumi's source does. Every
 * function returns `undefined` for a form that it does not know, and the caller then asks Pulumi.
 */
import { createHash } from "node:crypto";
import { readdir, readFile, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative } from "node:path";
import { isRecord, type Values } from "../../kernel/values";
import { homeOfAccount } from "../../provider/machine/user-folders";
import type { Environment } from "../../provider/settings/settings";
import { valueIn } from "../context/attempt";
import { projectAt } from "./project-file";

/**
 * Returns the address of the backend: the environment's, the project's or that of the last log-in, in this order.
 * `cwd` is `undefined` for a command outside of a project.
 */
export async function selectedBackend(cwd: string | undefined, env: Environment): Promise<string | undefined> {
  const { PULUMI_BACKEND_URL: chosen, PULUMI_CREDENTIALS_PATH: credentials } = env;
  if (chosen) return chosen;
  const project = cwd === undefined ? undefined : await projectAt(cwd);
  // Pulumi explains a broken project.
  if (project !== undefined && "error" in project) return undefined;
  if (project?.value.backend) return project.value.backend;
  const folder = credentials || homeOf(env);
  const { current } = (folder && (await objectIn(join(folder, "credentials.json")))) || {};
  return typeof current === "string" && current !== "" ? current : undefined;
}

/**
 * Returns the name of the stack that is selected for this backend in the folder. `null` if none is selected, because this machine
 * has no selection for any folder of the project, as in a fresh clone of a CI system.
 */
export async function selectedStack(
  cwd: string,
  backend: string,
  env: Environment,
): Promise<string | null | undefined> {
  // Pulumi's commands differ in whether they take this variable.
  if (env.PULUMI_OPTION_STACK !== undefined) return undefined;
  if (env.PULUMI_STACK !== undefined) return env.PULUMI_STACK === "" ? undefined : env.PULUMI_STACK;
  const home = homeOf(env);
  const project = valueIn(await projectAt(cwd));
  if (home === undefined || project === undefined) return undefined;
  if (await lacksSelection(home, project.name)) return null;
  const file = await pathInPulumi(project.file, cwd, env);
  const hash = file === undefined ? "" : createHash("sha1").update(file).digest("hex");
  const selection = await objectIn(join(home, `workspaces/${project.name}-${hash}-workspace.json`));
  const { stack: older, stacks } = selection ?? {};
  const newer = isRecord(stacks) ? stacks[backend] : undefined;
  // An older Pulumi knows one selection for all backends, and a newer one prefers that of the backend.
  const names = [...new Set([older, newer].filter((name) => name !== undefined))];
  return names.length === 1 && typeof names[0] === "string" ? names[0] : undefined;
}

/** Whether Pulumi uses this home folder and has no selection for any folder of the project. A script around Pulumi may use another. */
async function lacksSelection(home: string, project: string): Promise<boolean> {
  const namesIn = (folder: string) =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => (error.code === "ENOENT" ? [] : undefined));
  const [own, selections] = [await namesIn(home), await namesIn(join(home, "workspaces"))];
  if (own === undefined || own.length === 0 || selections === undefined) return false;
  return selections.every((name) => !name.toLowerCase().startsWith(`${project.toLowerCase()}-`));
}

/** Pulumi takes the home folder from the operating system, so another `HOME` leaves it unknown. */
function homeOf({ PULUMI_HOME: own, HOME: home }: Environment): string | undefined {
  if (own) return isAbsolute(own) ? own : undefined;
  return home !== undefined && home === homeOfAccount() ? join(home, ".pulumi") : undefined;
}

/** Returns the path by which Pulumi knows the file: Go takes `PWD` for the working folder if it is the same folder. */
async function pathInPulumi(file: string, cwd: string, { PWD: pwd }: Environment): Promise<string | undefined> {
  try {
    const real = await realpath(cwd);
    const isSame = pwd !== undefined && isAbsolute(pwd) && (await realpath(pwd).catch(() => undefined)) === real;
    const here = isSame ? pwd : real;
    // The file lies in the folder or above it.
    const up = relative(await realpath(dirname(file)), real);
    const folder = up === "" ? here : join(here, relative(`/${up}`, "/"));
    return join(folder, basename(file));
  } catch {
    return undefined;
  }
}

async function objectIn(file: string): Promise<Values | undefined> {
  try {
    const content: unknown = JSON.parse(await readFile(file, "utf8"));
    return isRecord(content) ? content : undefined;
  } catch {
    return undefined;
  }
}
