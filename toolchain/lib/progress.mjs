/** How often a step that takes long says that it is still at work, where lines cannot be rewritten. */
const REPEAT_MS = 15_000;

/**
 * @typedef {object} Progress
 * @property {(text: string) => void} say
 * @property {<T extends { ok: boolean }>(label: string, work: (detail: (text: string) => void) => Promise<T>) => Promise<T>} step
 *   shows that `work` is going on, with what it says it is just doing, and how it ended
 */

/**
 * Progress for people: on a terminal the running step's line is rewritten each second, elsewhere it is repeated
 * now and then so that a log shows life without filling up.
 * @param {{ write(text: string): unknown, isTTY?: boolean, columns?: number }} stream
 * @returns {Progress}
 */
export function createProgress(stream) {
  const live = Boolean(stream.isTTY);
  return {
    say(text) {
      stream.write(`${text}\n`);
    },
    async step(label, work) {
      const start = performance.now();
      let detail = "";
      const line = (/** @type {string} */ state) => {
        const seconds = Math.round((performance.now() - start) / 1000);
        return `  ${label}: ${state}${state && ", "}${seconds} s`;
      };
      const show = () => {
        const text = line(detail);
        stream.write(live ? `\r\x1b[K${text.slice(0, (stream.columns ?? 80) - 1)}` : `${text}\n`);
      };
      stream.write(live ? `  ${label}` : `  ${label} …\n`);
      const timer = setInterval(show, live ? 1_000 : REPEAT_MS);
      let end = "stopped";
      try {
        const result = await work((text) => {
          detail = text;
        });
        end = result.ok ? "done" : "failed";
        return result;
      } finally {
        clearInterval(timer);
        stream.write(`${live ? "\r\x1b[K" : ""}${line(end)}\n`);
      }
    },
  };
}
