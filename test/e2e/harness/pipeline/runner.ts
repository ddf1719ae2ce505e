import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { makeTools } from "../guide/tools";

/** A CI runner: it has a repository's committed files and the tools of its system. */
export class Runner {
  readonly checkout: string;
  readonly #dir = realpathSync(mkdtempSync(join(tmpdir(), "podwright-runner-")));
  readonly #repository = join(this.#dir, "repository");
  readonly #env: NodeJS.ProcessEnv;

  /** `env` is the runner's own environment; secrets come with each run. */
  constructor(repository: string, env: NodeJS.ProcessEnv) {
    this.checkout = join(this.#dir, "checkout");
    const bin = makeTools(this.#dir);
    this.#env = {
      ...env,
      PATH: `${bin}${delimiter}${env.PATH ?? ""}`,
      RUNNER_TEMP: this.#dir,
    };
    this.#git("clone", "--quiet", repository, this.#repository);
  }

  /** The branch that the repository has checked out. */
  get branch(): string {
    return this.#git("-C", this.#repository, "branch", "--show-current");
  }

  /** The clean checkout at the beginning of each job. */
  checkOut(): void {
    rmSync(this.checkout, { recursive: true, force: true });
    this.#git("clone", "--quiet", this.#repository, this.checkout);
  }

  /** The workflow's own steps before an action. */
  install(): void {
    execFileSync("npm", ["ci"], { cwd: this.checkout, env: this.#env, stdio: "pipe" });
  }

  /** Writes and commits a file. */
  commit(file: string, content: string): void {
    writeFileSync(join(this.#repository, file), content);
    this.#git("-C", this.#repository, "commit", "--quiet", "--all", "--message", file);
  }

  /** Runs a script as a step of a job; `shell` is the CI system's shell command. */
  async run(script: string, env: NodeJS.ProcessEnv, shell: readonly string[] = ["bash", "-e"]): Promise<Ran> {
    return await this.start(script, env, shell).ended;
  }

  start(script: string, env: NodeJS.ProcessEnv, shell: readonly string[], cwd = this.checkout): Started {
    return startScript(script, { cwd, env: { ...this.#env, ...env }, shell });
  }

  dispose(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }

  #git(...args: string[]): string {
    return execFileSync("git", args, { env: this.#env, stdio: "pipe", encoding: "utf8" }).trim();
  }
}

export interface Ran {
  readonly output: string;
  readonly exitCode: number | null;
}

/** Runs the steps of a job: a whole runner, or a folder with stand-ins for the commands. */
export interface Machine {
  readonly checkout: string;
  start(script: string, env: NodeJS.ProcessEnv, shell: readonly string[], cwd: string): Started;
}

export interface Started {
  readonly signal: (name: NodeJS.Signals) => void;
  readonly ended: Promise<Ran>;
}

interface How {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly shell: readonly string[];
}

/** Starts a script as a step of a job; a CI signals only this process. */
export function startScript(script: string, { cwd, env, shell: [command = "bash", ...args] }: How): Started {
  const child = spawn(command, [...args, "-c", `exec 2>&1\n${script}`], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = Promise.all([text(child.stdout), new Promise<number | null>((end) => child.on("close", end))]).then(
    ([output, exitCode]): Ran => ({ output, exitCode }),
  );
  return { signal: (name: NodeJS.Signals) => child.kill(name), ended };
}
