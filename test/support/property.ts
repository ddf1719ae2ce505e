import fc from "fast-check";

/**
 * The seed of property tests: random for each run and printed, so that the run can be repeated, unless
 * PODWRIGHT_PROPERTY_SEED sets it, as `.ci/run` does.
 */
const named = process.env.PODWRIGHT_PROPERTY_SEED;
const seed = named === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(named);
if (named === undefined) process.stderr.write(`property tests: PODWRIGHT_PROPERTY_SEED=${seed} repeats them\n`);
fc.configureGlobal({ seed });

/** Returns the number of runs of a slow property: `few` on a developer's machine, and a multiple in `.ci/run`. */
export function runs(few: number): number {
  return few * Number(process.env.PODWRIGHT_PROPERTY_RUNS ?? 1);
}

export { fc };
