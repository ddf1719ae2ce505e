import { z } from "zod";

export const podScript = z.strictObject({
  /** Name or image patterns, where `*` stands for anything; all given ones must match, and none matches every pod. */
  match: z.strictObject({ name: z.string().optional(), image: z.string().optional() }).optional(),
  /** `error`: ERROR instead of RUNNING. `stuck`: never leaves STARTING. `exit`: RUNNING, then EXITED. */
  outcome: z.enum(["error", "stuck", "exit"]).optional(),
  /** For `exit`: how long it runs first; 0 by default. */
  afterMs: z.number().min(0).optional(),
  /** Container lines written when the container starts. */
  log: z.array(z.string()).readonly().optional(),
  /** Writes the container's environment into its log. */
  echoEnv: z.boolean().optional(),
});

/** The outcome of the containers that match; the newest match decides. */
export type PodScript = Readonly<z.infer<typeof podScript>>;

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
