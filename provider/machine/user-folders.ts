import { homedir, userInfo } from "node:os";
import { isAbsolute, join } from "node:path";

interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Absent if the system does not know the user. */
  readonly home: string | undefined;
}

const places = {
  cache: { variable: "XDG_CACHE_HOME", darwin: "Library/Caches", otherwise: ".cache" },
  state: { variable: "XDG_STATE_HOME", darwin: "Library/Application Support", otherwise: ".local/state" },
} as const;

/**
 * Returns the user's folder for files of one purpose, by the rules of the operating system. Returns `undefined` for a user
 * without a home folder.
 */
export function userFolder(purpose: keyof typeof places, { environment, platform, home }: Machine): string | undefined {
  const { variable, darwin, otherwise } = places[purpose];
  const isOther = platform !== "win32" && platform !== "darwin";
  const chosen = platform === "win32" ? environment.LOCALAPPDATA : isOther ? environment[variable] : undefined;
  // The specification of the XDG variables says that programs must ignore relative paths.
  if (chosen && !(isOther && !isAbsolute(chosen))) return chosen;
  if (home === undefined) return undefined;
  return join(home, platform === "win32" ? "AppData/Local" : isOther ? otherwise : darwin);
}

/**
 * Returns the user's home folder. Returns `undefined` if `HOME` is empty, because a path in it would begin in the working
 * folder, or if the system does not know the user, as in a container that runs with any user id.
 */
export function homeFolder(ask: () => string = homedir): string | undefined {
  return known(ask);
}

/** Returns the home folder that the operating system has for the user, whatever `HOME` says. */
export function homeOfAccount(): string | undefined {
  return known(() => userInfo().homedir);
}

/** Node throws if the system does not know the user. */
function known(ask: () => string): string | undefined {
  try {
    const folder = ask();
    return isAbsolute(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}
