import { journalFolder, writeEntry } from "../../provider/hosts/journal/journal";
import { openSession } from "../../provider/operations/session";
import { readTimeScale } from "../../provider/settings";
import { onAccount, settingsOf } from "../program/connection";
import type { CommandContext } from "../program/context";
import { resourceOf } from "../stack/resource-types";
import type { Stack } from "../stack/stack";
import { nameOf, type PendingOperation, parseState, pendingIn } from "../stack/state";
import { lookForAll } from "./find-created";
import type { Finding } from "./outcome";
import { type RecoverReport, reportOf } from "./report";
import { recoverState } from "./settle";

export interface RecoverOptions {
  readonly context: CommandContext;
  readonly dryRun: boolean;
  readonly dropForeign: boolean;
  /** Hears what it is about to do. */
  readonly onStep: (what: string) => void;
}

/** Reads the state, looks on the platform, writes the state. Run twice, the second run finds nothing to do. */
export async function recover(stack: Stack, options: RecoverOptions): Promise<RecoverReport> {
  const { context, dryRun, dropForeign, onStep } = options;
  const exported = await stack.export();
  const state = parseState(exported);
  const pending = pendingIn(state);
  const ours = pending.filter(({ resource }) => resourceOf(resource.type) !== undefined);
  if (ours.length > 0) onStep("looking on the platform");
  const findings = await lookAtPlatform(ours, stack, context);
  const { state: recovered, outcomes } = recoverState(state, findings, new Date());
  if (ours.length === 0 || dryRun) return reportOf({ outcomes, dryRun, written: false });
  if (!dropForeign) refuseToDrop(pending, stack);
  // There is no lock to hold from export to import: this is what keeps another run's work from being overwritten.
  if ((await stack.export()) !== exported) {
    throw new Error(
      `the state changed meanwhile and was left alone: run \`${stack.commandLine("podwright recover")}\` again`,
    );
  }
  context.signal.throwIfAborted();
  onStep("writing the state");
  await stack.import(JSON.stringify(recovered));
  await noteInJournal(findings, stack, context);
  return reportOf({ outcomes, dryRun, written: true });
}

async function lookAtPlatform(
  operations: readonly PendingOperation[],
  stack: Stack,
  context: CommandContext,
): Promise<ReadonlyMap<PendingOperation, Finding>> {
  const { signal, warn } = context;
  if (!operations.some(({ type }) => type === "creating")) return new Map();
  const timeScale = readTimeScale(context.env);
  return await onAccount(await settingsOf(stack, context), context, (platform) =>
    lookForAll(operations, {
      ...openSession({ platform, timeScale }),
      signal,
      timeoutMs: 0,
      report: (line) => warn(`${line}\n`),
      warn: (line) => warn(`warning: ${line}\n`),
    }),
  );
}

/** The killed run may not have come to it. */
async function noteInJournal(
  findings: ReadonlyMap<PendingOperation, Finding>,
  stack: Stack,
  context: CommandContext,
): Promise<void> {
  if (findings.size === 0) return;
  const folder = journalFolder(context.env, (await settingsOf(stack, context)).baseUrl);
  if (folder === undefined) return;
  const at = new Date().toISOString();
  for (const [{ resource }, { made }] of findings) {
    const kind = resourceOf(resource.type);
    for (const { id, outputs } of made) {
      const gpu = kind?.gpuOf?.(outputs);
      if (kind === undefined || gpu === undefined) continue;
      writeEntry(folder, { at, event: "recovered", kind: kind.kind, id, gpu, name: nameOf(resource.urn) });
    }
  }
}

/** `pulumi stack import` keeps no pending operation at all. Of those, only creations are ever missed. */
function refuseToDrop(pending: readonly PendingOperation[], stack: Stack): void {
  const foreign = pending.filter(
    ({ type, resource }) => resourceOf(resource.type) === undefined && type === "creating",
  );
  if (foreign.length === 0) return;
  const names = foreign.map(({ resource }) => `${nameOf(resource.urn)} (${resource.type})`).join(", ");
  throw new Error(
    `the state also holds interrupted creations of other providers, ${names}, and Pulumi drops those from every state that is written back: ` +
      `settle them with \`${stack.commandLine("pulumi refresh")}\` first, or add --drop-foreign once you know what they made`,
  );
}
