/** The outcome of the containers that match; the newest match decides. */
export interface PodScript {
  /** Name or image patterns, where `*` stands for anything; all given ones must match, and none matches every pod. */
  readonly match?: { readonly name?: string | undefined; readonly image?: string | undefined } | undefined;
  /** `error`: ERROR instead of RUNNING. `stuck`: never leaves STARTING. `exit`: RUNNING, then EXITED. */
  readonly outcome?: "error" | "stuck" | "exit" | undefined;
  /** For `exit`: how long it runs first; 0 by default. */
  readonly afterMs?: number | undefined;
  /** Container lines written when the container starts. */
  readonly log?: readonly string[] | undefined;
  /** Writes the container's environment into its log. */
  readonly echoEnv?: boolean | undefined;
}

/** Adds a script, and removes one with the same match. */
export function addScript(scripts: PodScript[], script: PodScript): void {
  const { match } = script;
  const same = scripts.findIndex((old) => old.match?.name === match?.name && old.match?.image === match?.image);
  if (same !== -1) scripts.splice(same, 1);
  scripts.push(script);
}

export function scriptFor(scripts: readonly PodScript[], pod: { name: string; image: string }): PodScript | undefined {
  return scripts.findLast(({ match }) => fits(match?.name, pod.name) && fits(match?.image, pod.image));
}

export function fits(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined) return true;
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^]*");
  return new RegExp(`^${source}$`).test(text);
}
