import type { SshKey } from "../../../client/account/ssh-key";
import { judgeUnrecorded } from "../../creating/judged";
import type { Traces } from "../../creating/traces";
import type { Verdict } from "../../ownership/verdict";
import { OperationError } from "../../pulumi/errors";
import { stateCommands } from "../../pulumi/state-commands";
import type { Run } from "../../session/run";
import { shownKey } from "./change-keys";
import { sshKeyDeclaration } from "./ssh-key";

const { kind } = sshKeyDeclaration;

const traces: Traces<SshKey> = {
  kind,
  what: "SSH key",
  collection: ({ sshKeys }) => sshKeys,
  markOf: ({ id }) => id,
  originIn: () => undefined,
  isUnmarked: true,
  latest: async ({ platform, signal }, id) => (await platform.sshKeys.list({ signal })).find((key) => key.id === id),
  facts: async () => [],
};

/** The note on this machine about the creation of a key. Absent without a stack, or without a folder for notes. */
export function noteOf({ stack, begun, name, clock }: Run, id: string) {
  if (stack === undefined || begun === undefined) return undefined;
  const creation = { kind, project: stack.project, stack: stack.stack, name, marker: id };
  return { begin: () => begun.begin(creation, clock.now()), end: () => begun.end(id) };
}

/**
 * Returns who has added a key that the account had before the first write, if it is an unfinished creation of this
 * resource. Throws an error with the ways out if there is no proof of that.
 */
export async function alreadyThere(run: Run, found: SshKey, marker: string): Promise<string> {
  const [judged] = await judgeUnrecorded(run, traces, { items: [found], marker });
  if (judged === undefined) throw refusal(found, inThisState);
  const { verdict, urns } = judged;
  if (verdict.is === "unfinished" && run.takeOver) return verdict.by;
  throw refusal(found, waysOut(run, found, { verdict, urns }));
}

function refusal(found: SshKey, ways: string): OperationError {
  return new OperationError(`SSH key ${shownKey(found)} was not added, because the account already has it. ${ways}`);
}

const inThisState =
  "The state of this stack contains it. Declare each key once. If the program has renamed the resource, give it the resource option aliases with its former name. " +
  'If "pulumi up --target-replace", "pulumi state taint" or replaceWith replaces it, give it the resource option deleteBeforeReplace: true';

function waysOut(
  run: Run,
  { id }: SshKey,
  { verdict, urns }: { readonly verdict: Verdict; readonly urns: readonly string[] },
): string {
  if (verdict.is === "held")
    return `Stack ${verdict.holder} manages it, so remove it from this program: new pods of the account get it anyway`;
  const doubt = verdict.is === "not proven" ? `Podwright cannot prove that this stack added it: ${verdict.why}. ` : "";
  const isImportable = run.importSentence?.(id, urns) !== undefined;
  const line = stateCommands.import({ type: `podwright:index:${kind}`, name: run.name, id });
  const managed = isImportable
    ? `To manage it with this program, import it with "${line}"`
    : 'To manage it with this program, delete it in RunPod\'s console, then run "pulumi up"';
  return `${doubt}${managed}. "pulumi destroy" then removes it from the account. Otherwise remove it from the program: new pods of the account get it anyway`;
}
