import * as z from "zod";
import { kindsOnAccount } from "./kinds";

export const kindMeaning = "Kind of the resource, such as `Pod` or `ServerlessEndpoint`.";

/** Fields with the same meaning in several reports. */
export const sharedFields = {
  kind: z.enum(kindsOnAccount).describe(kindMeaning),
  id: z.string().describe("Id of the resource on RunPod."),
  urn: z.string().describe("Pulumi's URN of the resource."),
  cwd: z.string().describe("Folder of the Pulumi project, as given on the command line."),
  account: z
    .string()
    .optional()
    .describe(
      "Stack or provider whose API key belongs to the account of the resource. Present only if the report covers several accounts.",
    ),
  accounts: z
    .array(z.string())
    .describe("Accounts that Podwright read: `the environment`, or the stack or provider whose key opens the account."),
  accountsNotRead: z
    .array(z.string())
    .describe("Accounts that Podwright could not read, with the reason. The report lacks their resources."),
  status: z
    .string()
    .describe(
      "Status of a pod, number of live workers of an endpoint, number of running pods of a cluster, or size and type of a volume. Empty for all other kinds of resources.",
    ),
  createdAt: z.string().nullable().describe("Time of creation. `null` if RunPod does not report it."),
  costPerHour: z
    .number()
    .nullable()
    .describe(
      "Current cost in US dollars per hour. If two prices are possible, the higher price counts. `null` without a known price.",
    ),
};

/** The first field of every report. It grows with incompatible changes. */
export const version = z.literal(1).describe("Version of the report.");
