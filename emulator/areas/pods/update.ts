import { problems } from "../../http/problem";
import type { Call } from "../../http/route";
import type { Platform } from "../../platform/platform";
import { release } from "../../platform/usage";
import { checkContainer, containerOf } from "../../records/container";
import { type Mounts, type Pod, podFields } from "../../records/pod";
import type { UpdatePod } from "../../records/pod-request";
import { findDataCenter } from "../../stock/hardware";
import { meterPod } from "../billing/meters";
import { templateForPods } from "../templates/store";
import { checkNetworking } from "./create";
import { beginContainer } from "./states";

const resetting = ["image", "args", "entrypoint", "cmd", "disk", "ports", "env", "registry", "templateId"] as const;

/** Applies a PATCH. Each container key in the body resets a running container, even with an equal value. */
export function updatePod(
  platform: Platform,
  pod: Pod,
  body: UpdatePod,
  { withoutEffect }: Pick<Call, "withoutEffect">,
): void {
  const template = body.templateId === undefined ? undefined : templateForPods(platform, body.templateId);
  const mounts = Object.values(body.mounts ?? {}).some((entry) => entry !== undefined) ? body.mounts : undefined;
  const resets = resetting.some((key) => body[key] !== undefined) || mounts !== undefined;
  if (resets && pod.locked && body.locked !== false) throw problems.conflict("pod is locked");
  checkContainer(platform, body);
  const nextMounts = mounts ? changedMounts(platform, pod, mounts) : pod.mounts;
  if (body.globalNetworking === true && !pod.globalNetworking) {
    checkNetworking(true, pod.hardware);
    if (!findDataCenter(pod.dataCenterId)?.globalNetwork)
      throw problems.rule(`global networking is not available in ${pod.dataCenterId}`);
  }

  const registry = pod.registry;
  Object.assign(pod, containerOf(body, template ? { ...template } : pod), podFields.given(body));
  if (template) pod.env = { ...template.env, ...body.env };
  if (registry !== null && pod.registry !== registry) release(platform, "registry", registry);
  pod.mounts = nextMounts;
  pod.name = body.name ?? pod.name;
  pod.globalNetworking = body.globalNetworking ?? pod.globalNetworking;
  meterPod(platform, pod);
  if (resets && pod.status === "RUNNING" && !withoutEffect) beginContainer(platform, pod);
}

/**
 * Returns the mounts after an update. The kind of mount and the volume are fixed, the path can change, and a persistent mount
 * cannot shrink.
 */
function changedMounts({ settings }: Platform, pod: Pod, wanted: Mounts): Mounts {
  const { persistent, network } = pod.mounts;
  if (wanted.network?.length === 0) throw problems.rule("mounts.network must not be empty");
  if (wanted.persistent && !persistent) throw problems.rule("mounts.persistent cannot be introduced after create");
  if (wanted.network && !network) throw problems.rule("mounts.network cannot be introduced after create");
  if (wanted.network && wanted.network[0]?.volumeId !== network?.[0]?.volumeId)
    throw problems.rule("mounts.network volumeId cannot be changed");
  if (wanted.persistent && persistent && wanted.persistent.size < persistent.size)
    throw problems.rule("mounts.persistent size can only grow");
  if (!settings.mountsGrow && wanted.persistent && wanted.persistent.size !== persistent?.size)
    throw problems.rule("mounts.persistent size cannot be changed");
  return wanted.persistent ? { persistent: wanted.persistent } : { network: wanted.network };
}
