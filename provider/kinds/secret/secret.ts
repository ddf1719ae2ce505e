import * as z from "zod";
import { secretRows } from "../../../client/account/secrets";
import { asClient, declare, type InputsOf, property } from "../../planning/declaration";
import { live, recorded, replaces } from "../../planning/rules";

const longestName = 191;
const maxValueBytes = 16_777_215;
const maxDescriptionBytes = 65_535;

const name = z
  .string()
  .min(1)
  .max(longestName)
  .regex(/^[a-zA-Z_][a-zA-Z0-9_.\-/]*$/, "must begin with a letter or _ and then have only letters, digits and _ . - /")
  .regex(
    /^(?!runpod)/i,
    "must not begin with RUNPOD in upper or lower case, because RunPod keeps such names for itself",
  );

const upTo = (maxBytes: number) => (text: string) => Buffer.byteLength(text) <= maxBytes;

const declared = {
  name: property(name.optional(), {
    doc: "Name of the secret, unique in the account regardless of letter case. An `env` refers to the secret as `{{ RUNPOD_SECRET_<name> }}`. Default: the resource's name with a random suffix.",
    on: replaces("RunPod cannot rename a secret"),
    generated: true,
    wire: "create read",
  }),
  value: property(
    z.string().min(1).refine(upTo(maxValueBytes), `must be at most ${maxValueBytes} bytes long as UTF-8`).optional(),
    {
      doc: "Value of the secret, less than 16 MiB. Required for a create. Pulumi encrypts it in the state, and RunPod never reports it.",
      on: { add: live, change: live, remove: recorded },
      // The lifecycle makes the patch itself, because RunPod reports no live value for a comparison.
      wire: "create",
      secret: true,
      neededToCreate: true,
      alsoChanges: ["valueLastUpdatedAt"],
    },
  ),
  description: property(
    z
      .string()
      .refine(upTo(maxDescriptionBytes), `must be at most ${maxDescriptionBytes} bytes long as UTF-8`)
      .optional(),
    { doc: "Note for human readers. Default: none.", on: live, unset: "", wire: "create update read" },
  ),
};

const properties = asClient(declared, secretRows.factsOf);

export type SecretInputs = InputsOf<typeof properties>;

const boot = "reaches a container at its next start: running containers keep the old value";

export const secretOutputSchema = z.object({
  createdAt: z.string().describe("Time of creation, in RFC 3339."),
  valueLastUpdatedAt: z
    .string()
    .optional()
    .describe("Time when Pulumi or another tool last changed the value, in RFC 3339."),
});

export const secretDeclaration = declare({
  kind: "Secret",
  markerIn: "sealed name",
  properties,
  outputs: secretOutputSchema,
  nameFrom,
  longestName,
  notice: ({ path, operation }) => {
    if (path[0] !== "value" || operation === "remove") return undefined;
    return operation === "change"
      ? boot
      : `overwrites a value that the program did not set: the value changed outside Pulumi, or you imported the secret. The new value ${boot}`;
  },
  // An account cannot have two secrets with the same name at once.
  onReplace: ({ olds, news }) =>
    olds.name !== undefined && olds.name.toLowerCase() === news.name?.toLowerCase() && news.name !== news.__autoname
      ? { deleteFirst: "names of secrets must be unique on RunPod, and the program gives this name explicitly" }
      : {},
});

/** Converts a logical name into a name with characters that RunPod allows. */
function nameFrom(logicalName: string): string {
  const plain = logicalName.replace(/[^a-zA-Z0-9_.\-/]/g, "-");
  return /^(?!runpod)[a-z_]/i.test(plain) ? plain : `_${plain}`;
}
