import { homedir, userInfo } from "node:os";
import { isAbsolute, join, posix, win32 } from "node:path";

interface Machine {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** Absent if the system does not know the user. */
  readonly home: string | undefined;
}

/** For each system, the variable that chooses the folder, and the folder's usual place below the home folder. */
const windows = ["LOCALAPPDATA", "AppData/Local"] as const;
const places = {
  cache: { win32: windows, darwin: [undefined, "Library/Caches"], others: ["XDG_CACHE_HOME", ".cache"] },
  state: {
    win32: windows,
    darwin: [undefined, "Library/Application Support"],
    others: ["XDG_STATE_HOME", ".local/state"],
  },
} as const;

/**
 * Returns the user's folder for files of one purpose, by the rules of the operating system. Ignores a relative path in a
 * variable. Returns `undefined` for a user without a home folder.
 */
export function userFolder(purpose: keyof typeof places, { environment, platform, home }: Machine): string | undefined {
  const system = platform === "win32" || platform === "darwin" ? platform : "others";
  const [variable, below] = places[purpose][system];
  const chosen = variable && environment[variable];
  if (chosen && (platform === "win32" ? win32 : posix).isAbsolute(chosen)) return chosen;
  return home === undefined ? undefined : join(home, below);
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
