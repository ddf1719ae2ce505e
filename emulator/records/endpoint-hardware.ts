/** Reads `gpuIds`: pools, and excluded GPU types with a `-` in front. */
export function parseGpuIds(gpuIds: string): { readonly pools: string[]; readonly excluded: string[] } {
  const tokens = listOf(gpuIds);
  const isExcluded = (token: string) => token.startsWith("-");
  return {
    pools: tokens.filter((token) => !isExcluded(token)),
    excluded: tokens.filter(isExcluded).map((token) => token.slice(1)),
  };
}

/** Returns the items of a comma-separated list. */
export function listOf(text: string): string[] {
  return text.split(",").flatMap((item) => item.trim() || []);
}

/** Reads `<flavor>-<vCPUs>-<memory>`, in which the memory is optional. */
export function parseInstance(instance: string) {
  const [flavor = "", vcpuCount = "2", memory] = instance.split("-");
  return { flavor, vcpuCount: Number(vcpuCount), memory: memory === undefined ? undefined : Number(memory) };
}
