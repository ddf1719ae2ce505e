/** How often a step that takes long says that it is still at work, where lines cannot be rewritten. */
const REPEAT_MS = 15_000;

/**
 * @typedef {object} Step
 * @property {(detail: string) => void} detail what the step is just doing, shown with the next update
 * @property {() => void} done
 * @property {() => void} failed
 */
/**
 * @typedef {object} Progress
 * @property {(text: string) => void} say
 * @property {(label: string) => Step} step
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
    step(label) {
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
      const end = (/** @type {string} */ state) => {
        clearInterval(timer);
        stream.write(`${live ? "\r\x1b[K" : ""}${line(state)}\n`);
      };
      return {
        detail(text) {
          detail = text;
        },
        done: () => end("done"),
        failed: () => end("failed"),
      };
    },
  };
}
