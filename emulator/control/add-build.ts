import type * as z from "zod";
import { changeContainer } from "../areas/templates/store";
import { publishBuild } from "../areas/workers/releases";
import type { Platform } from "../platform/platform";
import { type Build, type buildRequest, finalStatuses } from "../records/builds";
import type { Endpoint } from "../records/endpoint";
import { timestamp } from "../time/clock";

/** Adds a build. A completed build becomes a release, with the image of the build if it names one. */
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
