import type { Listed } from "../session/resource";
import type { Run } from "../session/run";
import { stateCommands } from "../values/state-commands";

interface Taken {
  /** Kind of the resource, such as `Secret`, and its noun in messages. */
  readonly kind: string;
  readonly what: string;
  /** The item that has the name. */
  readonly found: Listed;
  /** What the next `pulumi up` does with an imported item, as the end of a sentence. */
  readonly afterwards: string;
}

/** Returns the ways out if another item of the account has the declared name. */
export function whenNameIsTaken(run: Run, { kind, what, found, afterwards }: Taken): string {
  const line = stateCommands.import({ type: `podwright:index:${kind}`, name: run.name, id: found.id });
  return (
    `To manage the existing ${what}, import it with "${line}"; ` +
    `the next "pulumi up" then ${afterwards}. Otherwise give this ${what} another name`
  );
}
