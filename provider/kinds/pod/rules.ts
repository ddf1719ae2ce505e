import { isRecord, type Path, type Values } from "../../../kernel/values";
import { type CrossRule, needsOne, notTogether, type Problem } from "../../planning/check";
import { commandRule } from "../container";
import { readinessRule } from "./answering";
import { type Choice, fallbacksOf } from "./placement";

/**
 * A rule that excludes some places. Podwright checks the first choice, and each fallback combined with the first
 * choice.
 */
interface PlaceRule {
  /** The input that excludes a place. */
  readonly path: Path;
  /** The input that decides the place. */
  readonly of: keyof Choice;
  readonly message: string;
  readonly excludes: (inputs: Values, choice: Choice) => boolean;
}

const placeRules: readonly PlaceRule[] = [
  {
    path: ["mounts", "persistent"],
    of: "cpu",
    message: "CPU pods have no persistent mount: use `network`",
    excludes: ({ mounts }, { cpu }) => cpu !== undefined && isRecord(mounts) && mounts.persistent !== undefined,
  },
  {
    path: ["mounts", "network"],
    of: "cloud",
    message: "network volumes exist in the SECURE cloud only",
    excludes: ({ mounts }, { cloud }) => cloud === "COMMUNITY" && isRecord(mounts) && hasItems(mounts.network),
  },
  {
    path: ["globalNetworking"],
    of: "cpu",
    message: "needs a pod with NVIDIA GPUs; a CPU pod cannot have it",
    excludes: ({ globalNetworking }, { cpu }) => globalNetworking === true && cpu !== undefined,
  },
];

/** Rules that exclude some places of a pod. */
export const placementRules = placeRules.flatMap(({ path, of, message, excludes }): CrossRule[] => {
  const touches = [String(path[0]), of];
  return [
    { touches, judge: (inputs) => (excludes(inputs, inputs as Choice) ? { path, message } : undefined) },
    {
      // A fallback may change between GPU and CPU, so both inputs matter.
      touches: [...touches, "gpu", "cpu", "fallbacks"],
      judge: (inputs) => {
        const index = fallbacksOf(inputs).findIndex((choice) => choice !== undefined && excludes(inputs, choice));
        return index < 0 || excludes(inputs, inputs as Choice)
          ? undefined
          : { path: ["fallbacks", index], message: `cannot run this pod because of \`${path.join(".")}\`: ${message}` };
      },
    },
  ];
});

/** RunPod's limit for a request that creates a pod, in bytes. */
const longestRequest = 102_400;

/** Rules over several inputs of a pod. */
export const podRules: readonly CrossRule[] = [
  commandRule,
  {
    // This rule needs no known values: an unknown value can only make the request longer.
    touches: [],
    judge: ({ fallbacks: _, ...inputs }) =>
      Buffer.byteLength(JSON.stringify(inputs)) > longestRequest
        ? {
            path: [],
            message: `are longer than the ${longestRequest} bytes that RunPod accepts for a pod: shorten env or the command, and keep long values in the image or on a volume`,
          }
        : undefined,
  },
  needsOne("gpu", "cpu", "one of `gpu` and `cpu` is required"),
  notTogether("gpu", "cpu", "cannot be given together with `gpu`: a pod has one or the other"),
  {
    touches: ["mounts"],
    judge: ({ mounts }) =>
      isRecord(mounts) && mounts.persistent !== undefined && hasItems(mounts.network)
        ? { path: ["mounts"], message: "`persistent` and `network` exclude each other: a pod has one kind of mount" }
        : undefined,
  },
  ...placementRules,
  needsOne("image", "templateId", "is required unless `templateId` is given"),
  readinessRule,
  { touches: ["gpu"], judge: ({ gpu }) => cudaConflict(gpu, ["gpu"]) },
  {
    touches: ["fallbacks"],
    judge: ({ fallbacks }) => {
      for (const [index, choice] of (Array.isArray(fallbacks) ? fallbacks : []).entries()) {
        if (!isRecord(choice)) continue;
        if (choice.gpu !== undefined && choice.cpu !== undefined) {
          return { path: ["fallbacks", index], message: "has both `gpu` and `cpu`: a pod has one or the other" };
        }
        const conflict = cudaConflict(choice.gpu, ["fallbacks", index, "gpu"]);
        if (conflict !== undefined) return conflict;
      }
      return undefined;
    },
  },
];

function cudaConflict(gpu: unknown, path: Path): Problem | undefined {
  return isRecord(gpu) && hasItems(gpu.allowedCudaVersions) && gpu.minCudaVersion !== undefined
    ? { path: [...path, "minCudaVersion"], message: "cannot be given together with `allowedCudaVersions`" }
    : undefined;
}

function hasItems(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}
