/** Returns the median of the figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export interface Paired {
  readonly a: number;
  readonly b: number;
  /** Median of the ratios of all pairs. Changes in the machine's speed affect it less than `a` and `b`. */
  readonly ratio: number;
}

/** Runs two functions in turn, A B A B …, after a first round that does not count. */
export async function pairsOf<Figure>(
  rounds: number,
  a: () => Promise<Figure>,
  b: () => Promise<Figure>,
): Promise<[Figure, Figure][]> {
  const pairs: [Figure, Figure][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair: [Figure, Figure] = [await a(), await b()];
    if (round > 0) pairs.push(pair);
  }
  return pairs;
}

export function paired(pairs: readonly (readonly [number, number])[]): Paired {
  return {
    a: median(pairs.map(([first]) => first)),
    b: median(pairs.map(([, second]) => second)),
    ratio: median(pairs.map(([first, second]) => first / second)),
  };
}

/** Measures two functions in turn, in milliseconds. */
export async function inTurn(rounds: number, a: () => Promise<number>, b: () => Promise<number>): Promise<Paired> {
  return paired(await pairsOf(rounds, a, b));
}
