import { chmodSync, copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { isExecutable } from "../lookup.mjs";
import { BUILD_FLAGS, SCRIPTS_FROM, scripts } from "./recipe.mjs";

/** Unfinished parts lie here, out of the folder that goes on the search path. */
const UNFINISHED = "unfinished";

/** Makes the parts of an engine, each under its name only when it is whole. */
export class Builder {
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
    mkdirSync(path.join(folder, UNFINISHED), { recursive: true });
  }

  /**
   * @param {import("./recipe.mjs").Program[]} programs
   * @returns {Promise<string>} the problem, if any
   */
  async buildMissing(programs) {
    for (const program of programs) {
      if (this.#has(program.part)) continue;
      const problem = await this.build(program);
      if (problem) return problem;
    }
    return "";
  }

  /**
   * @param {import("./recipe.mjs").Program} program
   * @returns {Promise<string>} the problem, if any
   */
  async build(program) {
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

  tidyUp() {
    rmSync(path.join(this.#folder, UNFINISHED), { recursive: true, force: true });
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
