import * as z from "zod";
import { sharedFields, version } from "../account/report-fields";

const { kind, id } = sharedFields;
const texts = z.array(z.string()).readonly();

const adopted = z.object({
  name: z.string().describe("Name in the program."),
  kind,
  id,
  group: z
    .string()
    .describe(
      "Stack that created the resource, or the first word that its name shares with other names. Otherwise empty.",
    ),
});

const leftOut = z.object({
  name: z.string().describe("Name on RunPod."),
  kind,
  id,
  reason: z.string().describe("Reason, as a sentence without a full stop."),
});

const other = z.object({
  stack: z.string().describe("Name of the stack."),
  resources: z.number().int().describe("Number of the account's resources in the state of that stack."),
});

/** The output of `podwright adopt --output json`. `version` grows with incompatible changes. */
export const adoptionReport = z.object({
  version,
  done: z.boolean().describe("True if the stack's state contains the resources."),
  adopted: z.array(adopted).readonly().describe("Resources that the stack adopts."),
  left: z.array(leftOut).readonly().describe("Resources that the command leaves out."),
  others: z
    .array(other)
    .readonly()
    .describe("Other stacks that manage resources of the account. The command never takes these resources."),
  accountsNotSearched: texts
    .optional()
    .describe("Other accounts of the stack, each with its provider. The command adopts nothing from them."),
  files: texts.describe("Files that the command wrote."),
  secrets: texts.describe("Keys of the secrets in the stack's configuration that the program reads."),
  changes: texts
    .nullable()
    .describe("Changes that the preview plans. Empty if the program matches the state. `null` without a preview."),
  next: z.string().optional().describe("The next step as a sentence."),
});

export type AdoptReport = Readonly<z.infer<typeof adoptionReport>>;
export type Adopted = AdoptReport["adopted"][number];
export type LeftOut = AdoptReport["left"][number];
export type OtherStack = AdoptReport["others"][number];
