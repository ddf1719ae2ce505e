import * as z from "zod";
import { kindsOnAccount } from "./kinds";

/** The page of the reports describes a field with this mark only once. */
export const shared = { describedIn: "[shared fields](#shared-fields)" };

export const kindField = { description: "Kind of the resource, such as `Pod` or `ServerlessEndpoint`.", ...shared };

/** Fields with the same meaning in several reports. */
export const sharedFields = {
  kind: z.enum(kindsOnAccount).meta(kindField),
  id: z.string().meta({ description: "Id of the resource on RunPod.", ...shared }),
  urn: z.string().meta({ description: "Pulumi's URN of the resource.", ...shared }),
  cwd: z.string().meta({ description: "Folder of the Pulumi project, as given on the command line.", ...shared }),
  account: z
    .string()
    .optional()
    .meta({
      description:
        "Stack or provider whose API key belongs to the account of the resource. Present only if the report covers several accounts.",
      ...shared,
    }),
  accounts: z.array(z.string()).meta({
    description:
      "Accounts that Podwright read: `the environment`, or the stack or provider whose key opens the account.",
    ...shared,
  }),
  accountsNotRead: z.array(z.string()).meta({
    description: "Accounts that Podwright could not read, with the reason. The report lacks their resources.",
    ...shared,
  }),
  status: z.string().meta({
    description:
      "Status of a pod, number of live workers of an endpoint, number of running pods of a cluster, or size and type of a volume. Empty for all other kinds of resources.",
    ...shared,
  }),
  createdAt: z
    .string()
    .nullable()
    .meta({ description: "Time of creation. `null` if RunPod does not report it.", ...shared }),
  costPerHour: z
    .number()
    .nullable()
    .meta({
      description:
        "Current cost in US dollars per hour. If two prices are possible, the higher price counts. `null` without a known price.",
      ...shared,
    }),
};

/** The first field of every report. It grows with incompatible changes. */
export const version = z.literal(1).describe("Version of the report.");
