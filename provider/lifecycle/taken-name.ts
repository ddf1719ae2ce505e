import { messageOf } from "../../kernel/plain-text";
import { withoutStop } from "../../kernel/text";
import { keyOf } from "../ownership/verdict";
import { stateCommands } from "../pulumi/state-commands";
import type { Listed } from "../session/resource";
import type { Run } from "../session/run";

interface Taken {
  /** Kind of the resource, such as `Secret`, and its noun in messages. */
  readonly kind: string;
  readonly what: string;
  /** The item that has the name. */
  readonly found: Listed;
  /** What the next `pulumi up` does with an imported item, as the end of a sentence. */
  readonly afterwards: string;
}

/**
 * Returns the ways out if another item of the account has the declared name. It offers no import of an item that another
 * stack manages, because the next update would change it.
 */
export async function whenNameIsTaken(run: Run, { kind, what, found, afterwards }: Taken): Promise<string> {
  const { holder, doubt } = await holderOf(run, { kind, id: found.id });
  if (holder !== undefined) return `Stack ${holder} manages it. Give this ${what} another name`;
  const line = stateCommands.import({ type: `podwright:index:${kind}`, name: run.name, id: found.id });
  const condition =
    doubt === undefined
      ? `To manage the existing ${what},`
      : `Podwright cannot tell whether another stack manages it (${doubt}). If none does,`;
  return `${condition} import it with "${line}"; the next "pulumi up" then ${afterwards}. Otherwise give this ${what} another name`;
}

async function holderOf(
  { stack, recorded, clock, signal }: Run,
  item: Parameters<typeof keyOf>[0],
): Promise<{ readonly holder?: string | undefined; readonly doubt?: string | undefined }> {
  if (stack === undefined || recorded === undefined) return { doubt: "it does not know the stack" };
  try {
    const { holders, unread } = await recorded.witnesses(stack, clock.now(), signal);
    return { holder: holders.get(keyOf(item)), doubt: unread.length === 0 ? undefined : unread.join("; ") };
  } catch (error) {
    signal.throwIfAborted();
    return { doubt: withoutStop(messageOf(error)) };
  }
}
