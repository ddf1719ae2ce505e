import * as z from "zod";

export const podScript = z.strictObject({
  /**
   * Patterns for the name and the image of a pod, with `*` as wildcard. A pod must match all given patterns. Without patterns,
   * all pods match.
   */
  match: z.strictObject({ name: z.string().optional(), image: z.string().optional() }).optional(),
  /**
   * `error`: the pod becomes ERROR instead of RUNNING. `stuck`: the pod stays STARTING. `exit`: the pod becomes RUNNING and
   * then EXITED.
   */
  outcome: z.enum(["error", "stuck", "exit"]).optional(),
  /** For `exit`: milliseconds that the pod runs first. Default 0. */
  afterMs: z.number().min(0).optional(),
  /** For `exit`: exit code of the container's program. Only an emulator that runs commands uses it. Default 0. */
  exitCode: z.int().min(0).max(255).optional(),
  /** Lines that the container writes to its log when it starts. */
  log: z.array(z.string()).readonly().optional(),
  /** Whether the container writes its environment to its log. */
  echoEnv: z.boolean().optional(),
  /** Answers on the pod's public ports, if the emulator serves them. Default: 200 for every request. */
  answers: z
    .strictObject({
      status: z.int().min(200).max(599).optional(),
      location: z.string().optional(),
      /** `refused`: no program listens. `closed`: accepts a connection and closes it. `silent`: accepts a connection and never answers. */
      outcome: z.enum(["refused", "closed", "silent"]).optional(),
      /** Milliseconds of platform time after the container's start during which every connection is closed. */
      afterMs: z.number().min(0).optional(),
    })
    .optional(),
});

/** Outcome of the containers of pods that match. The newest matching script decides. */
export type PodScript = Readonly<z.infer<typeof podScript>>;

interface Script {
  readonly match?: PodScript["match"];
}

/** Adds a script, and removes an older script with the same `match`. */
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
