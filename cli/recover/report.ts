import * as z from "zod";
import { present } from "../../kernel/values";
import { sharedFields, version } from "../account/report-fields";
import { kindOf } from "../stack/resource-types";
import { isOnlyInState, type PendingOperation } from "../stack/state";
import type { Outcome } from "./outcome";
import type { Returning } from "./returning";

const { kind, id, urn, createdAt, costPerHour } = sharedFields;
const ids = z.array(z.string()).readonly();

const operation = z
  .object({
    urn,
    kind: z.string().describe("Kind such as `Pod`, or the Pulumi type of another provider's resource."),
    operation: z
      .string()
      .describe("Operation of the killed run: `creating`, `updating`, `deleting`, `reading` or `importing`."),
    action: z
      .enum(["adopted", "replacing", "superseded", "recorded", "deleted", "dropped", "settled", "foreign"])
      .describe("Result of the recovery."),
    id: z.string().optional().describe("Id of the created resource on RunPod."),
    old: z.string().optional().describe("Id of the resource that the operation replaces."),
    duplicates: ids
      .optional()
      .describe("Ids of further resources with the same mark, such as copies. Podwright leaves them alone."),
    deleted: ids.optional().describe("With `--delete`: ids of the resources that Podwright deleted, or would delete."),
    left: ids
      .optional()
      .describe("With `--delete`: ids of the resources that RunPod did not delete, and that no state contains."),
    sameName: ids
      .optional()
      .describe(
        "Ids of resources that have the resource's name, but for which no proof exists that the operation created them.",
      ),
    sought: ids
      .optional()
      .describe("If Podwright found no resource of the operation: the marks and names for which it searched RunPod."),
    doubt: z
      .string()
      .optional()
      .describe("Reason why the operation may have created a resource although Podwright found none."),
    message: z.string().describe("Sentences with the finding and the next step."),
  })
  .describe("A pending operation of the state.");

const unrecorded = z
  .object({
    kind,
    id,
    name: z.string().describe("Logical name in the program."),
    createdAt,
    costPerHour,
    import: z
      .string()
      .optional()
      .describe("Command that imports the resource into the state. Absent if Pulumi cannot import it."),
    verdict: z
      .enum(["unfinished", "released", "copy", "not proven"])
      .describe(
        "`unfinished` if a failed run of this stack created the resource. `released` if a run recorded it, and later somebody removed it from the state.",
      ),
    deleted: z.boolean().describe("True if `--delete-unrecorded` has deleted the resource."),
    message: z.string().describe("Sentences with the finding and the next step."),
  })
  .describe("A resource that carries a mark of this stack, and that no state contains. The mark alone proves nothing.");

const returned = z
  .object({
    kind,
    id,
    name: z.string().describe("Logical name in the program."),
    urn,
    message: z.string().describe("Sentences with the proof and the next step."),
  })
  .describe("A resource that the state had lost, and that `--adopt` writes back.");

/** The output of `podwright recover --output json`. `version` grows with incompatible changes. */
export const recoverReport = z
  .object({
    version,
    dryRun: z.boolean().describe("True with `--dry-run`."),
    written: z.boolean().describe("True if Podwright wrote the recovered state."),
    operations: z.array(operation).describe("Pending operations of the state."),
    unrecorded: z.array(unrecorded).readonly().describe("Resources with a mark of this stack that no state contains."),
    returned: z.array(returned).readonly().optional().describe("Resources of `--adopt`."),
    unsearched: ids
      .optional()
      .describe("Parts of the account that Podwright could not search or read, with the reason."),
    problem: z
      .string()
      .optional()
      .describe("Pulumi's reason for refusing the recovered state. Podwright then wrote nothing."),
    failures: ids
      .optional()
      .describe("With `--delete`: a sentence with the reason for each resource that Podwright did not delete."),
  })
  .meta({ title: "Podwright recovery report" });

export type RecoverReport = Readonly<z.infer<typeof recoverReport>>;
export type Unrecorded = Readonly<z.infer<typeof unrecorded>>;

export function reportOf(
  outcomes: readonly Outcome[],
  facts: Pick<RecoverReport, "dryRun" | "written"> &
    Partial<Omit<RecoverReport, "returned">> & { readonly returned?: readonly Returning[] },
): RecoverReport {
  const {
    dryRun,
    written,
    problem,
    failures = [],
    unsearched = [],
    unrecorded: beside = [],
    returned: back = [],
  } = facts;
  const operations = outcomes.map((outcome) => {
    const { operation: pending, ...facts } = outcome;
    const { urn, type } = pending.resource;
    const message = messageOn(outcome, written);
    return { urn, kind: kindOf(type) ?? type, operation: pending.type, ...facts, message };
  });
  const listed = <T>(list: readonly T[]) => (list.length === 0 ? undefined : list);
  return {
    version: 1,
    dryRun,
    written,
    operations,
    unrecorded: beside.map((one) => unrecorded.parse(one)),
    ...present({
      returned: listed(back.map((one) => returnedFrom(one, written))),
      unsearched: listed(unsearched),
      problem,
      failures: listed(failures),
    }),
  };
}

function returnedFrom({ kind, id, name, entry, at }: Returning, written: boolean) {
  const did = written ? "wrote" : "would write";
  const message = `The state after the run that ended at ${at} contains ${id} as ${name}, and no state contains it now. Podwright ${did} it back with the values of that run. \`pulumi up --refresh\` continues from the live resource.`;
  return { kind, id, name, urn: entry.urn, message };
}

/** Returns whether the user has to check resources on RunPod. */
export function needsCheck({ operations, unrecorded: beside }: RecoverReport): boolean {
  return (
    beside.some(({ deleted, verdict }) => !deleted && verdict !== "copy") ||
    operations.some(({ duplicates = [], sameName = [] }) => duplicates.length + sameName.length > 0)
  );
}

/**
 * Returns sentences with the result of a pending operation and the next step. `written` is true if Podwright has
 * written the state.
 */
function messageOn(outcome: Outcome, written: boolean): string {
  const did = (done: string, planned: string) => `Podwright ${written ? done : `would ${planned}`}`;
  const recorded = (id: string) => `${did("added", "add")} ${id} to the state`;
  const dropped = `${did("dropped", "drop")} the entry`;
  const { operation } = outcome;
  switch (outcome.action) {
    case "adopted":
      return `The killed run created ${outcome.id}. ${recorded(outcome.id)}, and \`pulumi up\` continues with it.${copies(outcome.duplicates)}`;
    case "replacing":
      return `The killed run created ${outcome.id} to replace ${outcome.old}. ${recorded(outcome.id)}. \`pulumi up\` continues with it and then deletes ${outcome.old}.${copies(outcome.duplicates)}`;
    case "superseded":
      return `The killed run created ${outcome.id}, but the state already contains a newer resource. ${recorded(outcome.id)}, and the next \`pulumi up\` deletes it.${copies(outcome.duplicates)}`;
    case "recorded":
      return `The killed run created ${outcome.id}, which the state already contains. ${dropped}.${copies(outcome.duplicates)}`;
    case "deleted":
      return `${deletion(outcome, written)}${copies(outcome.duplicates)}`;
    case "dropped":
      return `${outcome.doubt ?? searched(operation, outcome.sought)} ${dropped}, and \`pulumi up\` creates the resource.${alsoNamed(outcome.sameName)}${copies(outcome.duplicates)}`;
    case "settled":
      if (isOnlyInState(operation.resource))
        return `The killed run was ${operation.type} an entry that exists only in the state, so it left nothing on RunPod. ${dropped}, and \`pulumi up\` continues.`;
      return `The killed run interrupted ${nouns[operation.type] ?? `the operation "${operation.type}"`}. ${dropped}, and \`pulumi up --refresh\` continues from the live resource.`;
    case "foreign": {
      const found = `The killed run was ${operation.type} a resource of another provider.`;
      return written
        ? `${found} Pulumi dropped the entry when Podwright wrote the state.`
        : `${found} The entry is unchanged.`;
    }
  }
}

/** Says what an empty search proves. A resource under another mark remains unfound, so Podwright names those it knew. */
function searched({ resource }: PendingOperation, sought: readonly string[] = []): string {
  if (sought.length === 0)
    return "Podwright knows no mark of this creation, so it could not search for what the killed run created.";
  const names = sought.map((one) => `"${one}"`).join(" and ");
  return `Podwright searched RunPod for ${names} and found no ${kindOf(resource.type) ?? resource.type} that the killed run provably created.`;
}

function deletion({ deleted, left }: Extract<Outcome, { action: "deleted" }>, written: boolean): string {
  const created = `The killed run created ${[...deleted, ...left].join(", ")}.`;
  if (!written) return `${created} Podwright would delete ${pronoun(deleted)}.`;
  if (left.length === 0) return `${created} Podwright deleted ${pronoun(deleted)}.`;
  const rest = `Podwright could not delete ${left.join(", ")}, and no state contains ${pronoun(left)}. Delete ${pronoun(left)} on RunPod.`;
  return deleted.length === 0 ? `${created} ${rest}` : `${created} Podwright deleted ${deleted.join(", ")}. ${rest}`;
}

function copies(ids: readonly string[] = []): string {
  if (ids.length === 0) return "";
  const are =
    ids.length === 1 ? "carries the same mark and is a later copy" : "carry the same mark and are later copies";
  return ` ${ids.join(", ")} ${are}. Podwright leaves ${pronoun(ids)} alone. If nobody needs ${pronoun(ids)}, delete ${pronoun(ids)} in RunPod's console.`;
}

function alsoNamed(ids: readonly string[]): string {
  if (ids.length === 0) return "";
  const have = ids.length === 1 ? "has" : "have";
  return ` ${ids.join(", ")} ${have} the name of this resource, but a name does not prove that the killed run created ${pronoun(ids)}. If the run created ${pronoun(ids)}, delete ${pronoun(ids)} on RunPod first.`;
}

function pronoun(ids: readonly string[]): string {
  return ids.length === 1 ? "it" : "them";
}

const nouns: Readonly<Record<string, string>> = {
  updating: "an update",
  deleting: "a delete",
  reading: "a read",
  importing: "an import",
};
