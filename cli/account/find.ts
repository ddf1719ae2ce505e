import { didYouMean } from "../../client/values/nearest";
import { oneLine } from "../../client/values/plain-text";
import { asCalled } from "../../provider/values/as-called";
import { kindOnAccount, shownAs } from "./kinds";
import type { OwnedItem } from "./ownership";

/** RunPod has no item with the given name or id, or several items with the given name. */
export class NameError extends Error {
  readonly code = "NAME";
}

/** RunPod has no item with the given name or id. */
export class UnknownNameError extends NameError {}

/** The parts of an item that a search needs. */
export type Findable = Pick<OwnedItem, "kind" | "id" | "name" | "owner">;

/**
 * Finds an item by its id, then by its name, then by its logical name in a program. If several items match, the
 * `NameError` lists their ids. If no item matches, the error lists similar names. `noun` names the kinds that the
 * caller accepts, such as `pod or endpoint`.
 */
export function findItem<Item extends Findable>(items: readonly Item[], word: string, noun: string): Item {
  const ways = [({ id }: Item) => id, ({ name }: Item) => name, ({ owner }: Item) => owner?.name];
  for (const way of ways) {
    const [first, ...others] = items.filter((item) => way(item) === word);
    if (first === undefined) continue;
    if (others.length === 0) return first;
    const choices = [first, ...others].map(choiceOf).join(", ");
    throw new NameError(
      `${others.length + 1} resources are named ${oneLine(word)}. Repeat the command with the id of the resource: ${choices}`,
    );
  }
  const known = items.flatMap((item) => ways.flatMap((way) => way(item) ?? []));
  const near = didYouMean(word, known) || ".";
  throw new UnknownNameError(
    `the account has no ${noun} with the name or id ${oneLine(word)}${near} \`${asCalled("podwright ps")}\` lists the account's resources`,
  );
}

function choiceOf({ kind, id, owner }: Findable): string {
  const { word } = kindOnAccount(kind);
  return owner === null ? `${id} (${word})` : `${id} (${word}, ${oneLine(owner.name)} of ${oneLine(shownAs(owner))})`;
}
