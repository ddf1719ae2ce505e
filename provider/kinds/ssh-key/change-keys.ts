import { RateLimitError, type SshKeys } from "../../../client";
import { type SshKey, sshKeysIn } from "../../../client/account/ssh-key";
import { isKeyLine } from "../../../client/account/ssh-keys";
import { messageOf, oneLine } from "../../../kernel/plain-text";
import { withoutStop } from "../../../kernel/text";
import { graceMs } from "../../creating/creation";
import { withDeadline } from "../../pulumi/deadline";
import { isEngineGone, OperationError } from "../../pulumi/errors";
import type { Run } from "../../session/run";
import { mayHaveHadEffect, pausesAfter } from "../../session/unconfirmed-creates";

/** A change of the account's list of keys. */
export interface KeyChange {
  readonly what: string;
  /** Id of the key that the change is about. */
  readonly id: string;
  /** Returns the lines that the list must have, or `undefined` if the list is already right. */
  readonly next: (lines: readonly string[]) => readonly string[] | undefined;
  /** Runs immediately before each write. */
  readonly onWrite?: () => void;
}

/** How a change ended. */
export interface Changed {
  /** The last list that RunPod reported or accepted. */
  readonly lines: readonly string[];
  /** Number of writes. After 0 writes, the list was right before. */
  readonly writes: number;
}

/** Another program may overwrite the list just as often. */
const mostWrites = 5;
/** A program that read the list before Podwright's write has usually written it after this time. */
const settlesAfterMs = 1_000;
/** The longest time that a last look may delay the end of a cancelled run. */
const lastLookMs = 10_000;

/**
 * Changes the list until a read shows the change. RunPod replaces the whole list without a condition, so a program that read
 * the list earlier may write it back without the change. Each write is made from a fresh read, and contains every other line
 * of this read.
 */
export async function changeKeys(run: Run, change: KeyChange): Promise<Changed> {
  const { clock, signal, timeScale } = run;
  const { sshKeys } = run.platform;
  const { next, onWrite, id, what } = change;
  const watch = watchOver(sshKeys);
  watch.own.add(id);
  let writes = 0;
  let last: Write | undefined;
  for (;;) {
    try {
      const { found, written } = await sshKeys.change(
        (lines) => {
          if (last !== undefined) warnOfVanished(run, watch, lines);
          const wanted = next(lines);
          if (wanted === undefined) return undefined;
          last = undefined;
          if (writes === mostWrites) throw contested(what);
          signal.throwIfAborted();
          onWrite?.();
          writes += 1;
          return writable(wanted);
        },
        { signal, graceMs },
      );
      if (written === undefined) return { lines: found, writes };
      watch.written = written;
      last = { lines: written };
    } catch (error) {
      if (error instanceof OperationError) throw error;
      if (mayHaveHadEffect(error)) last = { error };
      else if (last !== undefined) return await unread(run, change, { last, writes, error });
      else if (!(error instanceof RateLimitError) || writes === 0) throw error;
      if (writes === mostWrites) throw last === undefined ? error : unconfirmed(what, error);
    }
    const pauses = last?.error === undefined ? [settlesAfterMs] : pausesAfter(last.error);
    const pauseMs = pauses.reduce((sum, ms) => sum + ms, 0);
    await clock.sleep(pauseMs * timeScale, signal).catch(() => undefined);
  }
}

/** The last write: the lines that RunPod has accepted, or the error of a write that may have had an effect. */
type Write =
  | { readonly lines: readonly string[]; readonly error?: undefined }
  | { readonly error: unknown; readonly lines?: undefined };

interface Unread {
  readonly last: Write;
  readonly writes: number;
  readonly error: unknown;
}

/** Ends a change whose result no read has shown, because the read failed or the user cancelled the run. */
async function unread(run: Run, { next, what }: KeyChange, { last, writes, error }: Unread): Promise<Changed> {
  const { clock, platform, signal } = run;
  if (last.lines !== undefined) {
    // RunPod has accepted the change, so the state must contain it.
    if (!signal.aborted)
      run.warn(`Podwright could not check whether ${what} is still as it should be: ${messageOf(error)}`);
    return { lines: last.lines, writes };
  }
  if (isEngineGone(signal) || !signal.aborted) throw unconfirmed(what, last.error);
  const look = withDeadline(clock, lastLookMs, (late) => platform.sshKeys.get({ signal: late }));
  const lines = await look.catch(() => {
    throw unconfirmed(what, last.error);
  });
  if (next(lines) !== undefined) throw unconfirmed(what, last.error);
  return { lines, writes };
}

/** Tells whether a failed change may still have an effect. */
export function mayBeDone(error: unknown): boolean {
  return mayHaveHadEffect(error) || (error instanceof OperationError && mayHaveHadEffect(error.cause));
}

function unconfirmed(what: string, cause: unknown): OperationError {
  return new OperationError(
    `RunPod did not confirm the change of ${what}: ${withoutStop(messageOf(cause))}. Run "pulumi up" again: it first reads what RunPod has`,
    { cause },
  );
}

/** Returns the lines of a write. RunPod accepts no line without a key, and Podwright writes no list that lacks a line with a text. */
function writable(lines: readonly string[]): readonly string[] {
  const kept = lines.filter((line) => line.trim() !== "");
  const odd = kept.findIndex((line) => !isKeyLine(line));
  if (odd < 0) return kept;
  throw new OperationError(
    `line ${odd + 1} of the account's SSH keys is not a public key. RunPod takes only a whole list and would refuse this line, so Podwright sent nothing. Correct the line or delete it in RunPod's console, then run "pulumi up"`,
  );
}

function contested(what: string): OperationError {
  return new OperationError(
    `${what} could not be changed: each time, another program wrote the account's whole list of SSH keys and undid the change. Find this program and let it add single keys, then run "pulumi up"`,
  );
}

/** What this process knows about an account's list. */
interface Watch {
  /** Ids of keys that this process adds or deletes. */
  readonly own: Set<string>;
  /** The lines of the last write, until a read has compared them. */
  written?: readonly string[] | undefined;
}

const watches = new WeakMap<SshKeys, Watch>();

function watchOver(sshKeys: SshKeys): Watch {
  const watch = watches.get(sshKeys) ?? { own: new Set<string>() };
  watches.set(sshKeys, watch);
  return watch;
}

/** Warns of keys that another program has removed since the last write. Podwright cannot know whether it meant to. */
function warnOfVanished(run: Run, watch: Watch, lines: readonly string[]): void {
  const { written = [], own } = watch;
  watch.written = undefined;
  const left = new Set(sshKeysIn(lines).map(({ id }) => id));
  const gone = sshKeysIn(written).filter(({ id }) => !left.has(id) && !own.has(id));
  if (gone.length === 0) return;
  run.warn(
    `just after Podwright changed the account's SSH keys, another program removed ${gone.map(shownKey).join(", ")}. ` +
      "Somebody may have deleted them on purpose, so Podwright does not add them again. If nobody did, add them again",
  );
}

/** Returns a key for messages, such as `SHA256:… (me@example.com)`. */
export function shownKey({ id, comment }: Pick<SshKey, "id" | "comment">): string {
  return comment === "" ? id : `${id} (${oneLine(withoutStop(comment))})`;
}
