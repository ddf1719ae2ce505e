import { type Container, containerOf, workerContainer } from "../records/container";
import type { Endpoint } from "../records/endpoint";
import { findTemplate } from "../records/public-templates";
import type { Platform } from "./platform";

/** The container settings of an endpoint are its template's. */
export function containerOfEndpoint(platform: Platform, { templateId }: Endpoint): Container {
  return containerOf({}, findTemplate(platform, templateId) ?? workerContainer);
}
