import * as z from "zod";
import { problems } from "../../../http/problem";
import { request } from "../../../http/validation";
import type { Platform } from "../../../platform/platform";
import { userId } from "../../../records/account";
import type { Delegation } from "../../../records/registry";
import { timestamp } from "../../../time/clock";

export const createDelegationRequest = request({ resource: z.string(), name: z.string().nullable().optional() });

/**
 * The image that RunPod may pull. RunPod's documentation calls this field an ARN. A recording shows that RunPod accepts the
 * image's address and refuses an ARN.
 */
const image =
  /^(?<awsUser>\d+)\.dkr\.ecr\.(?<awsRegion>[a-z0-9-]+)\.amazonaws\.com\/(?<repository>[^:\s]+)(:(?<tag>\S+))?$/;

/** Deletes a delegation. In a recording, RunPod answers 400 for an unknown delegation. RunPod's documentation says 404. */
export function revokeDelegation({ delegations, settings }: Platform, id: string): void {
  if (delegations.delete(id)) return;
  if (settings.unknownDelegation === "400") throw problems.rule("Delegation not found or access denied");
  throw problems.notFound("delegation");
}

export function createDelegation(
  { ids, clock, delegations }: Platform,
  { resource, name }: ReturnType<typeof createDelegationRequest.parse>,
): Delegation {
  const { awsRegion, awsUser, repository, tag } = image.exec(resource)?.groups ?? {};
  if (awsRegion === undefined || awsUser === undefined || repository === undefined)
    throw problems.rule("Invalid ARN format");
  const delegation: Delegation = {
    id: ids.resource(),
    name: name ?? null,
    delegatorUserId: userId,
    awsUser,
    repository,
    tag: tag ?? "latest",
    awsRegion,
    dockerRegistryUri: `${awsUser}.dkr.ecr.${awsRegion}.amazonaws.com`,
    createdAt: timestamp(clock.now()),
  };
  delegations.set(delegation.id, delegation);
  return delegation;
}
