/**
 * How long an operation may take where the program has no `customTimeouts` for it: fifteen minutes. A
 * slow pod needs up to ten, after which it counts as stuck.
 */
export const defaultTimeoutMs = 900_000;
