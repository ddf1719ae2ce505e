import type { Platform } from "../platform";
import type { LogLine, Pod } from "./record";

const kept = 10_000;

export function write(platform: Platform, pod: Pod, source: LogLine["source"], line: string): void {
  const sequence = (pod.log.at(-1)?.sequence ?? 0) + 1;
  pod.log.push({ ts: platform.clock.now(), sequence, source, line });
  if (pod.log.length > kept) pod.log.splice(0, pod.log.length - kept);
}
