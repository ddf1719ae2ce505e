import type * as z from "zod";
import { secretShape, updateSecret } from "../areas/account/secrets/store";
import { meterPod, meterVolume, stopVolumeMeter } from "../areas/billing/meters";
import { removeEndpoint } from "../areas/endpoints/save";
import { terminate } from "../areas/pods/actions";
import { podShape } from "../areas/pods/shapes";
import { force, leavePlace, takePlace } from "../areas/pods/states";
import { changeContainer, templateShape } from "../areas/templates/store";
import { releasing } from "../areas/workers/releases";
import { reconcile } from "../areas/workers/workers";
import { endpointShape } from "../graphql/endpoints";
import { found } from "../http/route";
import type { Platform } from "../platform/platform";
import { argsAfter } from "../records/command";
import type { Endpoint } from "../records/endpoint";
import type { Pod } from "../records/pod";
import type { endpointChange, podChange, secretChange, templateChange, volumeChange } from "./requests";

/** Changes a pod as another person or RunPod could. No rule of the API applies. */

export function changePod(platform: Platform, id: string, change: z.infer<typeof podChange>) {
  const { deleted, status, entrypoint, cmd, ...fields } = change;
  const pod = found(platform.pods.get(id), "pod");
  if (deleted) {
    terminate(platform, pod);
    return { deleted };
  }
  movePod(platform, pod, fields.dataCenterId);
  Object.assign(pod, fields, { args: argsAfter({ args: fields.args, entrypoint, cmd }, pod.args) });
  if (fields.globalNetworking === false) pod.globalAddress = null;
  if (status !== undefined && status !== pod.status) force(platform, pod, status);
  meterPod(platform, pod);
  return podShape(platform, pod);
}

function movePod(platform: Platform, pod: Pod, dataCenterId: string | undefined): void {
  if (dataCenterId === undefined || !pod.placed) return;
  leavePlace(platform, pod);
  pod.dataCenterId = dataCenterId;
  takePlace(platform, pod);
}

export function changeEndpoint(platform: Platform, id: string, change: z.infer<typeof endpointChange>) {
  const { deleted, networkVolumeId, ...fields } = change;
  const endpoint: Endpoint = found(platform.endpoints.get(id), "endpoint");
  if (deleted) {
    removeEndpoint(platform, endpoint);
    return { deleted };
  }
  releasing(platform, [endpoint], () => {
    Object.assign(endpoint, fields);
    if (networkVolumeId !== undefined) endpoint.networkVolumeIds = networkVolumeId === null ? [] : [networkVolumeId];
  });
  reconcile(platform, endpoint);
  return endpointShape(platform, endpoint);
}

export function changeTemplate(platform: Platform, id: string, change: z.infer<typeof templateChange>) {
  const { deleted, entrypoint, cmd, ...fields } = change;
  const template = found(platform.templates.get(id), "template");
  if (deleted) {
    platform.templates.delete(id);
    return { deleted };
  }
  const args = argsAfter({ args: fields.args, entrypoint, cmd }, template.args);
  changeContainer(platform, template, () => Object.assign(template, fields, { args }));
  return templateShape(platform, template);
}

export function changeVolume(platform: Platform, id: string, { deleted, ...fields }: z.infer<typeof volumeChange>) {
  const volume = found(platform.volumes.get(id), "network volume");
  if (deleted) {
    platform.volumes.delete(id);
    stopVolumeMeter(platform, volume);
    return { deleted };
  }
  Object.assign(volume, fields);
  meterVolume(platform, volume);
  return volume;
}

export function changeSecret(platform: Platform, id: string, { deleted, ...change }: z.infer<typeof secretChange>) {
  const secret = found(platform.secrets.get(id), "secret");
  if (!deleted) return secretShape(updateSecret(platform, secret, change));
  platform.secrets.delete(id);
  return { deleted };
}

export function removeRegistry(platform: Platform, id: string) {
  found(platform.registries.get(id), "registry");
  platform.registries.delete(id);
  return { deleted: true };
}
