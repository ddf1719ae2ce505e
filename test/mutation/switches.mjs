// Answers the switches in the code, in the process of the tests and in those that they start: there, what is loaded of
// `dist/` is the same code with the same switches.
import { appendFileSync, existsSync, readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const { MUTATION_FOLDER: folder = "", MUTATION_ROOT: root = "" } = process.env;
const { active } = JSON.parse(readFileSync(path.join(folder, "order.json"), "utf8"));
const parent = process.ppid;
let passes = 0;

// A mutant may keep a process from ending with those who started it.
setInterval(() => process.ppid === parent || process.exit(1), 1_000).unref();

/** What this process has reached since somebody emptied it; the file has it of every process. */
export const reached = new Set();

Object.assign(globalThis, {
  /** @param {number} id */
  __mutant(id) {
    if (active === null && !reached.has(id)) {
      reached.add(id);
      appendFileSync(path.join(folder, "reached"), `${id}\n`);
    }
    if (id !== active) return false;
    if (++passes > 100_000) throw new Error("The mutant never ends.");
    return true;
  },
});

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    const changed = url.startsWith("file:") ? path.join(folder, path.relative(root, fileURLToPath(url))) : "";
    return existsSync(changed) ? { ...loaded, source: readFileSync(changed) } : loaded;
  },
});
