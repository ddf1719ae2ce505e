/** How long an operation may take where the program has no `customTimeouts` for it: ten minutes. */
export const defaultTimeoutMs = 600_000;
