/**
 * A creation that is on its way when the run is cancelled has this long for its answer, the only certain handle on what
 * it makes.
 */
export const graceMs = 5_000;
