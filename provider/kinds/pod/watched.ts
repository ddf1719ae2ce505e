import type { Platform, Pod } from "../../../client";
import { unlessNotFound } from "../../operations/not-found";
import { lookEach } from "../../waiting/look-each";
import type { Looks } from "../../waiting/poller";

/** One awaited pod is read by itself; several share one list. */
export async function readPods(platform: Platform, ids: readonly string[], signal: AbortSignal): Promise<Looks<Pod>> {
  const listed = ids.length > 1 ? await platform.pods.list({ signal }) : [];
  const pods = new Map(listed.map((pod) => [pod.id, pod]));
  // A list may lag behind or hide a pod; only a look at the pod itself proves that it is gone.
  return await lookEach(ids, async (id) => pods.get(id) ?? (await unlessNotFound(platform.pods.get(id, { signal }))));
}
