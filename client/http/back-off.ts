const FIRST_MS = 500;
const LONGEST_MS = 8_000;

/**
 * Our own pause before the attempt after `attempt`: doubles from half a second to eight seconds, of which a random
 * half, so that callers who failed together do not come back together.
 */
export function backOffMs(attempt: number, random: () => number = Math.random): number {
  const ceiling = Math.min(FIRST_MS * 2 ** (attempt - 1), LONGEST_MS);
  return ceiling / 2 + (random() * ceiling) / 2;
}
