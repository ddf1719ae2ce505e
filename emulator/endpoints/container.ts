import type { Container } from "../container";
import type { Platform } from "../platform";
import { publicTemplates } from "../templates/public";
import type { Endpoint } from "./record";

export const emptyContainer: Container = { image: "", args: "", disk: 20, ports: [], env: {}, registry: null };

/** The container settings of an endpoint are its template's. */
export function containerOfEndpoint(platform: Platform, { templateId }: Endpoint): Container {
  return platform.templates.get(templateId) ?? publicTemplates.find(({ id }) => id === templateId) ?? emptyContainer;
}
