import { type Container, containerOf, workerContainer } from "../records/container";
import type { Endpoint } from "../records/endpoint";
import { findTemplate } from "../records/public-templates";
import type { Platform } from "./platform";

/** Returns the container settings of an endpoint, which come from its template. */
export function containerOfEndpoint(platform: Platform, { templateId }: Endpoint): Container {
  return containerOf({}, findTemplate(platform, templateId) ?? workerContainer);
}
