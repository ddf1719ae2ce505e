/** Reads `gpuIds`: pools, and GPU types that are excluded, each after a `-`. */
export function parseGpuIds(gpuIds: string): { readonly pools: string[]; readonly excluded: string[] } {
  const tokens = listOf(gpuIds);
  const isExcluded = (token: string) => token.startsWith("-");
  return {
    pools: tokens.filter((token) => !isExcluded(token)),
    excluded: tokens.filter(isExcluded).map((token) => token.slice(1)),
  };
}

/** The items of a list with commas between them. */
export function listOf(text: string): string[] {
  return text.split(",").flatMap((item) => item.trim() || []);
}

/** Reads `<flavor>-<vCPUs>-<memory>`; the memory is optional. */
export function parseInstance(instance: string) {
  const [flavor = "", vcpuCount = "2", memory] = instance.split("-");
  return { flavor, vcpuCount: Number(vcpuCount), memory: memory === undefined ? undefined : Number(memory) };
}
