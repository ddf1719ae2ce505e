import { z } from "zod";
import { problems } from "../../../http/problem";
import { request } from "../../../http/validation";
import type { Platform } from "../../../platform/platform";
import { timestamp } from "../../../time/clock";
import { userId } from "../record";
import type { Delegation } from "./record";

export const createDelegationRequest = request({ resource: z.string(), name: z.string().nullable().optional() });

const arn =
  /^arn:aws[\w-]*:ecr:(?<awsRegion>[a-z0-9-]+):(?<awsUser>\d+):repository\/(?<repository>[^:\s]+)(:(?<tag>\S+))?$/;

/** Of an unknown one the live service has said 400, where the document has 404. */
export function revokeDelegation({ delegations, settings }: Platform, id: string): void {
  if (delegations.delete(id)) return;
  if (settings.unknownDelegation === "400") throw problems.rule("Delegation not found or access denied");
  throw problems.notFound("delegation");
}

export function createDelegation(
  { ids, clock, delegations }: Platform,
  { resource, name }: ReturnType<typeof createDelegationRequest.parse>,
): Delegation {
  const { awsRegion, awsUser, repository, tag } = arn.exec(resource)?.groups ?? {};
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
