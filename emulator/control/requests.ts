import { z } from "zod";
import { discount } from "../areas/account/record";
import { commandLists } from "../areas/container/command";
import { endpointSettings } from "../areas/endpoints/record";
import { workerScript } from "../areas/endpoints/workers/scripts";
import { jobScript } from "../areas/jobs/execution/handler";
import { volumeSettings } from "../areas/network-volumes/record";
import { podSettings } from "../areas/pods/record";
import { podScript } from "../areas/pods/scripts";
import { templateSettings } from "../areas/templates/record";
import { problems } from "../http/problem";
import { type Call, json } from "../http/route";

const deleted = z.literal(true).optional();

const lists = z.object(commandLists).partial().shape;

export const podChange = podSettings.partial().extend({ ...lists, deleted });
export const endpointChange = endpointSettings
  .partial()
  .extend({ networkVolumeId: z.string().nullable().optional(), deleted });
export const templateChange = templateSettings.partial().extend({ ...lists, deleted });
export const volumeChange = volumeSettings.partial().extend({ deleted });
/** A `value` was set by somebody. */
export const secretChange = z.strictObject({
  value: z.string().min(1).optional(),
  description: z.string().optional(),
  deleted,
});
export const registryChange = z.strictObject({ deleted: z.literal(true) });

export const clockRequest = z.strictObject({ advanceMs: z.number().min(0).max(1e12) });

export const scriptRequest = z.strictObject({
  pods: podScript.optional(),
  workers: workerScript.optional(),
  jobs: jobScript.extend({ endpoint: z.string() }).optional(),
});

export const logRequest = z.strictObject({
  line: z.string(),
  source: z.enum(["container", "system"]).optional(),
});

export const platformEnvRequest = z.record(z.string(), z.string());

export const accountRequest = z.strictObject({
  serverlessDiscount: discount.nullable().optional(),
  /** US dollars that are left now. */
  balance: z.number().optional(),
});

/** The response to every bad body is 400 with one line a mistake. */
export function controlBody<T>(schema: z.ZodType<T>, call: Call): T {
  const parsed = schema.safeParse(json(call));
  if (!parsed.success) throw problems.malformed(z.prettifyError(parsed.error));
  return parsed.data;
}
