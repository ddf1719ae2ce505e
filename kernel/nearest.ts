/** Returns the candidates that the user may have meant by a misspelled word, nearest first. */
export function nearest(word: string, candidates: Iterable<string>, atMost = 3): string[] {
  const wanted = plain(word);
  const near = [...new Set(candidates)]
    .map((candidate) => ({ candidate, distance: distanceBetween(word, candidate) }))
    .filter(({ distance }) => distance <= Math.max(1, wanted.length / 3))
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate);
  // A number such as 4090 is rarely mistyped, and another number means another product.
  const numbers = wordsOf(word).filter((part) => /^\d{2,}$/.test(part));
  const numbered = near.filter((candidate) => numbers.every((number) => wordsOf(candidate).includes(number)));
  return (numbered.length > 0 ? numbered : near).slice(0, atMost);
}

/** Returns `; did you mean A or B?`, or an empty text if no candidate is near. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const names = nearest(word, candidates);
  return names.length === 0 ? "" : `; did you mean ${names.join(" or ")}?`;
}

/** Removes case and punctuation, which people mistake most often. */
function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Splits a text into words and numbers: `rtx` and `4090` for `RTX4090`. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+|\p{N}+/gu) ?? [];
}

/**
 * Counts the letters to add, drop, change or swap. A text is near to a longer name if it is a part of that name, or if the name has
 * all its words.
 */
function distanceBetween(word: string, candidate: string): number {
  const [a, b] = [plain(word), plain(candidate)];
  const [words, others] = [wordsOf(word), wordsOf(candidate)];
  const isPart = b.includes(a) || (words.length > 1 && words.every((one) => others.includes(one)));
  if (a !== b && a.length > 1 && isPart) return 0.5 + (b.length - a.length) / 1000;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      const isSwapped = i > 0 && j > 0 && letter === b[j - 1] && other === a[i - 1];
      const swapped = isSwapped ? (before[j - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next.push(Math.min(changed, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    [before, row] = [row, next];
  }
  return row.at(-1) ?? 0;
}
