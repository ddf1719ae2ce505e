import fc from "fast-check";

/**
 * What property tests begin from: another number each run, told so that the run can be repeated, unless
 * PODWRIGHT_PROPERTY_SEED names one, as `.ci/run` does.
 */
const named = process.env.PODWRIGHT_PROPERTY_SEED;
const seed = named === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(named);
if (named === undefined) process.stderr.write(`property tests: PODWRIGHT_PROPERTY_SEED=${seed} repeats them\n`);
fc.configureGlobal({ seed });

export { fc };
