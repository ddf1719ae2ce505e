import { z } from "zod";

export const podScript = z.strictObject({
  /** Patterns of name and image, with `*` as wildcard; every given pattern must match. Without patterns, every pod matches. */
  match: z.strictObject({ name: z.string().optional(), image: z.string().optional() }).optional(),
  /** `error`: ERROR instead of RUNNING. `stuck`: never leaves STARTING. `exit`: RUNNING, then EXITED. */
  outcome: z.enum(["error", "stuck", "exit"]).optional(),
  /** For `exit`: how long it runs first; 0 by default. */
  afterMs: z.number().min(0).optional(),
  /** Container lines written when the container starts. */
  log: z.array(z.string()).readonly().optional(),
  /** Writes the container's environment into its log. */
  echoEnv: z.boolean().optional(),
  /** The responses on its public ports, if the emulator serves them; by default 200 to every request. */
  answers: z
    .strictObject({
      status: z.int().min(200).max(599).optional(),
      location: z.string().optional(),
      /** `refused`: nothing listens. `closed`: takes a connection and closes it. `silent`: takes it and says nothing. */
      outcome: z.enum(["refused", "closed", "silent"]).optional(),
      /** How long after the container's start every connection is closed first; platform time. */
      afterMs: z.number().min(0).optional(),
    })
    .optional(),
});

/** The outcome of the containers that match; the newest match decides. */
export type PodScript = Readonly<z.infer<typeof podScript>>;

interface Script {
  readonly match?: PodScript["match"];
}

/** Adds a script, and removes one with the same match. */
export function addScript<S extends Script>(scripts: S[], script: S): void {
  const { match } = script;
  const same = scripts.findIndex((old) => old.match?.name === match?.name && old.match?.image === match?.image);
  if (same !== -1) scripts.splice(same, 1);
  scripts.push(script);
}

export function scriptFor<S extends Script>(
  scripts: readonly S[],
  { name, image }: { readonly name: string; readonly image: string },
): S | undefined {
  return scripts.findLast(({ match }) => fits(match?.name, name) && fits(match?.image, image));
}

export function fits(pattern: string | undefined, text: string): boolean {
  if (pattern === undefined) return true;
  const source = pattern
    .split("*")
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^]*");
  return new RegExp(`^${source}$`).test(text);
}
