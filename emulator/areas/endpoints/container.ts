import type { Platform } from "../../platform/platform";
import { type Container, containerOf, workerContainer } from "../container/container";
import { findTemplate } from "../templates/public";
import type { Endpoint } from "./record";

/** The container settings of an endpoint are its template's. */
export function containerOfEndpoint(platform: Platform, { templateId }: Endpoint): Container {
  return containerOf({}, findTemplate(platform, templateId) ?? workerContainer);
}
