import * as z from "zod";
import { problems } from "../http/problem";
import { type Call, json } from "../http/route";
import { discount } from "../records/account";
import { commandLists } from "../records/command";
import { endpointSettings } from "../records/endpoint-settings";
import { volumeFields } from "../records/network-volume";
import { podSettings } from "../records/pod";
import { secretFields } from "../records/secret";
import { templateSettings } from "../records/template";
import { jobScript } from "../scripts/handler";
import { podScript } from "../scripts/pod-scripts";
import { workerScript } from "../scripts/worker-scripts";

const deleted = z.literal(true).optional();

const lists = z.object(commandLists).partial().shape;

export const podChange = podSettings.partial().extend({
  ...lists,
  /** Utilization of the pod's GPUs and CPUs in percent. */
  utilization: z.int().min(0).max(100).optional(),
  deleted,
});
export const endpointChange = endpointSettings
  .partial()
  .extend({ networkVolumeId: z.string().nullable().optional(), deleted });
export const templateChange = templateSettings.partial().extend({ ...lists, deleted });
export const volumeChange = z.strictObject(volumeFields.shape).partial().extend({ deleted });
/** Change of a secret. A `value` has the effect of a new value that another person sets. */
export const secretChange = z.strictObject({ ...secretFields.sentBy("update"), deleted });
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
  /** Balance in US dollars. */
  balance: z.number().optional(),
});

/** Reads a body of the control API. A bad body is a 400 with one line for each mistake. */
export function controlBody<T>(schema: z.ZodType<T>, call: Call): T {
  const parsed = schema.safeParse(json(call));
  if (!parsed.success) throw problems.malformed(z.prettifyError(parsed.error));
  return parsed.data;
}
