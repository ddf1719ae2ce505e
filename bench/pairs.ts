/** The middle of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export interface Paired {
  readonly a: number;
  readonly b: number;
  /** The median of the single pairs' ratios, which a machine that changes its pace disturbs least. */
  readonly ratio: number;
}

/** Times two things in turn, A B A B …, after one round that does not count. Milliseconds. */
export async function inTurn(rounds: number, a: () => Promise<number>, b: () => Promise<number>): Promise<Paired> {
  const pairs: [number, number][] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const pair: [number, number] = [await a(), await b()];
    if (round > 0) pairs.push(pair);
  }
  return {
    a: median(pairs.map(([first]) => first)),
    b: median(pairs.map(([, second]) => second)),
    ratio: median(pairs.map(([first, second]) => first / second)),
  };
}
