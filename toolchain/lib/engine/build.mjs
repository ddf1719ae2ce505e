import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { isExecutable } from "../lookup.mjs";
import { findGo } from "./go.mjs";
import { builtFolder, makeReady } from "./kept.mjs";
import { BUILD_FLAGS, programs, SCRIPTS_FROM, scripts } from "./recipe.mjs";

/**
 * The build from pinned Go modules. Each part is a step of its own and appears under its name only when it is
 * whole, so a build that was interrupted goes on with the next part that is missing.
 */

/** Unfinished parts lie here, out of the folder that goes on the search path. */
const UNFINISHED = "unfinished";

/**
 * @param {import("./context.mjs").Context} context
 * @returns {Promise<import("./given.mjs").Outcome>}
 */
export async function buildEngine(context) {
  const folder = builtFolder(context);
  const found = await findGo(context);
  if (found.problem !== undefined) return { problem: found.problem };
  const { go, env } = found;

  context.progress.say(`Building the Pulumi engine with Go into ${folder}; the first build takes about 7 minutes.`);
  mkdirSync(path.join(folder, UNFINISHED), { recursive: true });
  const builder = new Builder(folder, go, env, context);
  const problem = (await builder.buildPrograms()) || (await builder.copyScripts());
  if (problem) return { problem };
  rmSync(path.join(folder, UNFINISHED), { recursive: true, force: true });

  const wrong = await makeReady(folder, context);
  if (!wrong) return { folder };
  // Whole files that do not run are no use to a later call either; with Go's own cache the next build is short.
  rmSync(folder, { recursive: true, force: true });
  return { problem: `what was built does not run: ${wrong}` };
}

class Builder {
  #folder;
  #go;
  #env;
  #context;

  /**
   * @param {string} folder
   * @param {string} go
   * @param {NodeJS.ProcessEnv} env
   * @param {import("./context.mjs").Context} context
   */
  constructor(folder, go, env, context) {
    this.#folder = folder;
    this.#go = go;
    this.#env = env;
    this.#context = context;
  }

  /** @returns {Promise<string>} the problem, if any */
  async buildPrograms() {
    for (const program of programs(this.#context.platform)) {
      if (this.#has(program.part)) continue;
      const unfinished = this.#unfinished(program.part);
      const args = ["build", "-v", ...BUILD_FLAGS, "-ldflags", program.ldflags, "-o", unfinished, program.package];
      const label = `building ${program.part}, the ${program.label}`;
      const { ok, problem } = await this.#context.progress.step(label, (detail) => {
        let packages = 0;
        return this.#run(program.module, args, (line) => {
          detail(line.startsWith("go: ") ? line.slice("go: ".length) : `${++packages} packages compiled`);
        });
      });
      if (!ok) return `building ${program.part} failed: ${problem}`;
      renameSync(unfinished, this.#part(program.part));
    }
    return "";
  }

  /** @returns {Promise<string>} the problem, if any */
  async copyScripts() {
    const missing = scripts(this.#context.platform).filter(({ part }) => !this.#has(part));
    if (missing.length === 0) return "";
    const answer = await this.#run(SCRIPTS_FROM.module, ["mod", "download", "-json", SCRIPTS_FROM.source]);
    if (!answer.ok) return `fetching ${SCRIPTS_FROM.source} failed: ${answer.problem}`;
    const source = JSON.parse(answer.stdout).Dir;
    for (const { part, file } of missing) {
      const unfinished = this.#unfinished(part);
      copyFileSync(path.join(source, file), unfinished);
      chmodSync(unfinished, 0o755);
      renameSync(unfinished, this.#part(part));
    }
    return "";
  }

  /** @param {string} part */
  #has(part) {
    return isExecutable(this.#part(part));
  }

  /** @param {string} part */
  #part(part) {
    return path.join(this.#folder, part);
  }

  /** @param {string} part */
  #unfinished(part) {
    return path.join(this.#folder, UNFINISHED, `${process.pid}-${part}`);
  }

  /**
   * @param {string} module
   * @param {string[]} args
   * @param {(line: string) => void} [onLine]
   */
  #run(module, args, onLine) {
    return this.#context.run(this.#go, args, {
      cwd: path.join(this.#context.toolchainFolder, module),
      env: this.#env,
      signal: this.#context.signal,
      background: true,
      ...(onLine && { onLine }),
    });
  }
}
