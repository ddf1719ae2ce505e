import type { z } from "zod";
import type { Platform } from "../../../platform/platform";
import { timestamp } from "../../../time/clock";
import { changeContainer } from "../../templates/store";
import type { Endpoint } from "../record";
import { type Build, type buildRequest, finalStatuses } from "./builds";
import { publishBuild } from "./releases";

/** Adds a build. One that is complete is a release, with its image where it has one. */
export function addBuild(platform: Platform, endpoint: Endpoint, request: z.output<typeof buildRequest>): Build {
  const now = timestamp(platform.clock.now());
  const isOver = finalStatuses.some((status) => status === request.status);
  const build: Build = {
    id: platform.ids.resource(),
    ...request,
    startedAt: request.status === "PENDING" ? null : now,
    completedAt: isOver ? now : null,
  };
  endpoint.builds = [...(endpoint.builds ?? []), build];
  if (build.status !== "COMPLETED") return build;
  const template = platform.templates.get(endpoint.templateId);
  const { imageName } = build;
  publishBuild(platform, endpoint, build.id, () => {
    if (template && imageName !== null)
      changeContainer(platform, template, () => Object.assign(template, { image: imageName }));
  });
  return build;
}
