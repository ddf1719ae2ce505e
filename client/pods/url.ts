/**
 * Returns the address of a port that a pod exposes as `http`, at RunPod's proxy. RunPod's own addresses begin with https, and an
 * emulator's with http. An emulator serves such ports below its own address.
 */
export function podUrl({ serverlessUrl }: { readonly serverlessUrl: string }, id: string, port: number): string {
  return serverlessUrl.startsWith("http:")
    ? `${serverlessUrl}/_emulator/proxy/${id}/${port}`
    : `https://${id}-${port}.proxy.runpod.net`;
}

/** Returns the addresses of all `http` ports of a pod, by port. */
export function podUrls(
  platform: { readonly serverlessUrl: string },
  { id, ports }: { readonly id: string; readonly ports: readonly string[] },
): Record<string, string> {
  const open = ports.flatMap((port) => /^(\d+)\/http$/.exec(port)?.[1] ?? []);
  return Object.fromEntries(open.map((port) => [port, podUrl(platform, id, Number(port))]));
}
