import fc from "fast-check";

/**
 * What property tests begin from: another number each run, told so that the run can be repeated, unless
 * PODWRIGHT_PROPERTY_SEED names one, as `.ci/run` does.
 */
const named = process.env.PODWRIGHT_PROPERTY_SEED;
const seed = named === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(named);
if (named === undefined) process.stderr.write(`property tests: PODWRIGHT_PROPERTY_SEED=${seed} repeats them\n`);
fc.configureGlobal({ seed });

/** How often a slow property is tried: so often on a machine where somebody waits, and a multiple of it in `.ci/run`. */
export function runs(few: number): number {
  return few * Number(process.env.PODWRIGHT_PROPERTY_RUNS ?? 1);
}

export { fc };
