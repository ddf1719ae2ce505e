import { z } from "zod";
import { userId } from "../account/owner";
import { problems } from "../http/problem";
import { created, json, noContent, ok, param, type Route } from "../http/route";
import { request } from "../http/validation";
import type { Platform } from "../platform";
import { timestamp } from "../time/clock";
import type { Delegation } from "./record";

const createDelegationRequest = request({ resource: z.string(), name: z.string().nullable().optional() });

const arn =
  /^arn:aws[\w-]*:ecr:(?<awsRegion>[a-z0-9-]+):(?<awsUser>\d+):repository\/(?<repository>[^:\s]+)(:(?<tag>\S+))?$/;

/** There is neither a read of one delegation nor an update. */
export function delegationRoutes(platform: Platform): Route[] {
  const path = "/v2/registries/delegations";
  return [
    {
      surface: "rest",
      method: "GET",
      path,
      operation: "listDelegations",
      handle: () => ok({ delegations: platform.faults.shown("listDelegations", platform.delegations.values()) }),
    },
    {
      surface: "rest",
      method: "POST",
      path,
      operation: "createDelegation",
      handle: (call) => created(createDelegation(platform, createDelegationRequest.parse(json(call)))),
    },
    {
      surface: "rest",
      method: "DELETE",
      path: `${path}/:id`,
      operation: "revokeDelegation",
      handle: (call) => {
        if (!platform.delegations.delete(param(call, "id"))) throw problems.notFound("delegation");
        return noContent();
      },
    },
  ];
}

function createDelegation(
  platform: Platform,
  { resource, name }: ReturnType<typeof createDelegationRequest.parse>,
): Delegation {
  const { awsRegion, awsUser, repository, tag } = arn.exec(resource)?.groups ?? {};
  if (awsRegion === undefined || awsUser === undefined || repository === undefined)
    throw problems.rule("resource must be the ARN of an ECR repository");
  const delegation: Delegation = {
    id: platform.ids.resource(),
    name: name ?? null,
    delegatorUserId: userId,
    awsUser,
    repository,
    tag: tag ?? "latest",
    awsRegion,
    dockerRegistryUri: `${awsUser}.dkr.ecr.${awsRegion}.amazonaws.com`,
    createdAt: timestamp(platform.clock.now()),
  };
  platform.delegations.set(delegation.id, delegation);
  return delegation;
}
