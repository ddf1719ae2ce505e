import { journalFolder, writeEntry } from "../../provider/hosts/journal/journal";
import { onAccount, settingsOf } from "../program/connection";
import type { CommandContext } from "../program/context";
import { readingRun } from "../stack/reading";
import { resourceOf } from "../stack/resource-types";
import type { Stack } from "../stack/stack";
import { type ExportedState, nameOf, type PendingOperation, parseState, pendingIn } from "../stack/state";
import { accountsOf, refuseOtherAccount } from "./accounts";
import { findAllCreated } from "./find-created";
import type { Finding } from "./outcome";
import { type RecoverReport, reportOf } from "./report";
import { recoverState } from "./settle";

export interface RecoverOptions {
  readonly context: CommandContext;
  readonly dryRun: boolean;
  readonly dropForeign: boolean;
  /** Called with the next step. */
  readonly onStep: (what: string) => void;
}

/** Reads the state, searches the platform, writes the state. A second run finds nothing to do. */
export async function recover(stack: Stack, options: RecoverOptions): Promise<RecoverReport> {
  const { context, dryRun, dropForeign, onStep } = options;
  const exported = await stack.export();
  const state = parseState(exported);
  const pending = pendingIn(state);
  const ours = pending.filter(({ resource }) => resourceOf(resource.type) !== undefined);
  if (ours.length > 0) onStep("searching the platform");
  const findings = await searchPlatform(ours, { state, stack, context });
  const { state: recovered, outcomes } = recoverState(state, findings, new Date(context.clock.now()));
  if (ours.length === 0 || dryRun) return reportOf(outcomes, { dryRun, written: false });
  if (!dropForeign) refuseToDrop(pending, stack);
  // There is no lock to hold from export to import: this is what keeps another run's work from being overwritten.
  if ((await stack.export()) !== exported) {
    throw new Error(
      `the state has changed meanwhile, so nothing was written: run \`${stack.commandLine("podwright recover")}\` again`,
    );
  }
  onStep("writing the state");
  await stack.import(JSON.stringify(recovered));
  await addToJournal(findings, stack, context);
  return reportOf(outcomes, { dryRun, written: true });
}

async function searchPlatform(
  operations: readonly PendingOperation[],
  { state, stack, context }: { readonly state: ExportedState; readonly stack: Stack; readonly context: CommandContext },
): Promise<ReadonlyMap<PendingOperation, Finding>> {
  const findings = new Map<PendingOperation, Finding>();
  const creations = operations.filter(({ type }) => type === "creating");
  const report = (line: string) => context.warn(`${line}\n`);
  for (const account of await accountsOf(creations, state, stack, context)) {
    await onAccount(account.settings, context, async (platform) => {
      const found = await findAllCreated(account.operations, readingRun(platform, context, report));
      if ([...found.values()].every(({ created }) => created.length === 0))
        await refuseOtherAccount(account, platform, context);
      for (const [operation, finding] of found) findings.set(operation, finding);
    });
  }
  return findings;
}

/** The killed run may have ended before it wrote the entry. */
async function addToJournal(
  findings: ReadonlyMap<PendingOperation, Finding>,
  stack: Stack,
  context: CommandContext,
): Promise<void> {
  if (findings.size === 0) return;
  const folder = journalFolder(context.env, (await settingsOf(stack, context)).baseUrl);
  if (folder === undefined) return;
  const at = new Date(context.clock.now()).toISOString();
  for (const [{ resource }, { created }] of findings) {
    const kind = resourceOf(resource.type);
    for (const { id, outputs } of created) {
      const gpu = kind?.gpuOf?.(outputs);
      if (kind === undefined || gpu === undefined) continue;
      writeEntry(folder, { at, event: "recovered", kind: kind.kind, id, gpu, name: nameOf(resource.urn) });
    }
  }
}

/** `pulumi stack import` drops every pending operation. Only a lost creation does harm. */
function refuseToDrop(pending: readonly PendingOperation[], stack: Stack): void {
  const foreign = pending.filter(
    ({ type, resource }) => resourceOf(resource.type) === undefined && type === "creating",
  );
  if (foreign.length === 0) return;
  const names = foreign.map(({ resource }) => `${nameOf(resource.urn)} (${resource.type})`).join(", ");
  throw new Error(
    `the state also holds interrupted creations of other providers, ${names}, and Pulumi drops those from every state that is written back: ` +
      `settle them with \`${stack.commandLine("pulumi refresh")}\` first, or add --drop-foreign once you know what they created`,
  );
}
