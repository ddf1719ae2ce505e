import { asCalled } from "../../kernel/as-called";
import { didYouMean } from "../../kernel/nearest";
import { oneLine } from "../../kernel/plain-text";
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
    throw severalNamed([first, ...others], word);
  }
  throw noneNamed(items, word, noun);
}

/** Explains that several items have the name. */
export function severalNamed(items: readonly Findable[], word: string): NameError {
  const choices = items.map(choiceOf).join(", ");
  return new NameError(
    `${items.length} resources are named ${oneLine(word)}. Repeat the command with the id of the resource: ${choices}`,
  );
}

/** Explains that no item has the name or id, and lists similar names. */
export function noneNamed(items: readonly Findable[], word: string, noun: string): UnknownNameError {
  const near =
    didYouMean(
      word,
      items.flatMap(({ id, name, owner }) => [id, name, owner?.name ?? []].flat()),
    ) || ".";
  return new UnknownNameError(
    `the account has no ${noun} with the name or id ${oneLine(word)}${near} \`${asCalled("podwright ps")}\` lists the account's resources`,
  );
}

function choiceOf({ kind, id, owner }: Findable): string {
  const { word } = kindOnAccount(kind);
  return owner === null ? `${id} (${word})` : `${id} (${word}, ${oneLine(owner.name)} of ${oneLine(shownAs(owner))})`;
}
