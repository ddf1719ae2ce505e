import { readFile } from "node:fs/promises";
import * as z from "zod";
import { kindsOnAccount, type OnAccount } from "../account/kinds";
import { claimText } from "../account/ownership";
import { type AdoptionPlan, type ClaimedItem, ownerIn } from "./plan";
import type { Adopted } from "./report";

const prefix = "podwright:index:";

/** Other fields of a file for `pulumi import` could name a plugin to download, so the record has none. */
const record = z.strictObject({
  resources: z.array(
    z.strictObject({
      type: z.templateLiteral([prefix, z.enum(kindsOnAccount)]),
      name: z.string().regex(/^[\w-]+$/),
      id: z.string(),
    }),
  ),
});

/** Reads the plan of an earlier run. Groups are only headings in the program, so the file does not contain them. */
export async function recordedIn(file: string): Promise<readonly Adopted[]> {
  const parsed = record.safeParse(jsonIn(await readFile(file, "utf8")));
  if (!parsed.success) throw new Error(`${file} does not come from podwright adopt: delete or rename the file`);
  return parsed.data.resources.map(({ type, name, id }) => ({
    ...{ kind: type.slice(prefix.length) as OnAccount, name, id, group: "" },
  }));
}

/**
 * Continues the plan of an earlier run. The file may be old, or come from somebody else. So each of its resources must be
 * in the state of this stack, or one that the stack may adopt now.
 */
export function continued(
  file: string,
  recorded: readonly Adopted[],
  items: readonly ClaimedItem[],
  planned: AdoptionPlan,
): AdoptionPlan {
  const isPlanned = new Set(planned.adopted.map(({ kind, id }) => `${kind} ${id}`));
  for (const { kind, name, id } of recorded) {
    const claim = items.find((item) => item.kind === kind && item.id === id)?.claim;
    if (claim !== undefined && claim.is === "ours" && ownerIn(claim)?.name === name) continue;
    if (isPlanned.has(`${kind} ${id}`)) continue;
    const why = claim === undefined ? "the account has no such resource" : claimText(claim);
    throw new Error(
      `${file} records ${kind} ${name} (${id}) of an earlier run, but ${why}. To begin again, delete the file`,
    );
  }
  return { ...planned, adopted: recorded };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
