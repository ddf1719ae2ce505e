import { PolicyPack, type ReportViolation } from "@pulumi/policy";

/** GPU types of pods, tasks and clusters, and GPU pools of endpoints, that a stack may use. */
const allowed = new Set([
  "NVIDIA L4",
  "NVIDIA RTX A5000",
  "NVIDIA GeForce RTX 4090",
  "AMPERE_16",
  "AMPERE_24",
  "ADA_24",
]);

/** US dollars that a pod may cost per hour. */
const highestCost = 1;

type Values = Readonly<Record<string, unknown>>;

new PolicyPack("podwright-example-policy", {
  policies: [
    {
      name: "allowed-gpus",
      description: "A resource on RunPod uses only the GPUs of the list.",
      enforcementLevel: "mandatory",
      validateResource({ type, props }, report) {
        if (!isPodwright(type)) return;
        for (const gpu of gpusOf(props)) if (!allowed.has(gpu)) refuse(report, gpu);
      },
    },
    {
      name: "highest-cost",
      description: `A pod costs at most $${highestCost} an hour.`,
      enforcementLevel: "mandatory",
      validateStack({ resources }, report) {
        const pods = resources.filter(({ type }) => isPodwright(type) && type.endsWith(":Pod"));
        for (const { name, urn, props } of pods)
          if (props.cost > highestCost)
            report(`${name} costs $${props.cost} an hour, and a pod may cost at most $${highestCost}.`, urn);
      },
    },
  ],
});

/** The plugin's types begin with `podwright:`, and those of dynamic resources contain `dynamic/podwright`. */
function isPodwright(type: string): boolean {
  return /\bpodwright:/.test(type);
}

/** Returns the GPU types and pools of a resource, with those of its fallbacks. A component's children are resources of their own. */
function gpusOf({ gpu, gpuIds = "", compute, fallbacks = [] }: Values): string[] {
  const choices = [gpu, ...(fallbacks as Values[]).map((fallback) => fallback.gpu)] as ({ id?: string } | undefined)[];
  const { gpuTypeId } = (compute ?? {}) as { gpuTypeId?: string };
  // An endpoint's list may end with GPU types that RunPod leaves out of a pool, such as `-NVIDIA L4`.
  const pools = String(gpuIds)
    .split(",")
    .filter((pool) => pool !== "" && !pool.startsWith("-"));
  return [...choices.map((choice) => choice?.id), gpuTypeId, ...pools].filter((id) => id !== undefined);
}

function refuse(report: ReportViolation, gpu: string): void {
  report(`${gpu} is not allowed. Use one of: ${[...allowed].join(", ")}.`);
}
