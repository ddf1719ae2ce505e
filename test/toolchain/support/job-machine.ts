import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { gitlabScript, gitlabShell } from "../../e2e/harness/pipeline/component";
import { type Machine, type Started, startScript } from "../../e2e/harness/pipeline/runner";
import { runAction, startCommands, type Values } from "../../e2e/harness/pipeline/workflow";

const repository = join(__dirname, "../../..");

/** The name of the stack's project. */
const program = "name: infra\nruntime: yaml\n";

/** A CI machine with stand-ins for `pulumi`, `podwright` and `npm`, which log their arguments. */
export class JobMachine implements Machine {
  readonly dir = realpathSync(mkdtempSync(join(tmpdir(), "podwright-job-")));
  readonly checkout = join(this.dir, "checkout");
  readonly #bin = join(this.dir, "bin");
  readonly #env: Values;

  constructor(env: Values = {}) {
    this.#env = env;
    for (const file of ["action.yml", "templates/podwright.yml"]) {
      const folder = file === "action.yml" ? ".github/actions/podwright" : dirname(file);
      mkdirSync(join(this.checkout, folder), { recursive: true });
      cpSync(join(repository, file), join(this.checkout, folder, file.split("/").at(-1) ?? ""));
    }
    mkdirSync(this.#bin);
    writeFileSync(join(this.checkout, "Pulumi.yaml"), program);
    this.include({});
    for (const name of ["pulumi", "podwright", "npm"]) this.answer(name, ":");
  }

  /** The project's inputs to GitLab's component. */
  include(inputs: Values): void {
    const include = [{ local: "templates/podwright.yml", inputs: { stack: "prod", prepare: ":", ...inputs } }];
    writeFileSync(join(this.checkout, ".gitlab-ci.yml"), JSON.stringify({ include }));
  }

  /** The command logs its arguments and then runs the script. */
  answer(name: string, script: string): void {
    const note = `printf '%s\\n' "${name} $*" >> "$MACHINE/calls"`;
    writeFileSync(join(this.#bin, name), `#!/bin/bash\n${note}\n${script}\n`, { mode: 0o755 });
  }

  /** Removes the command from the machine. */
  remove(name: string): void {
    rmSync(join(this.#bin, name));
  }

  /** The commands with their arguments, in order. */
  calls(): string[] {
    return this.read("calls").split("\n").filter(Boolean);
  }

  read(file: string): string {
    const path = join(this.dir, file);
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  write(file: string, text: string): void {
    writeFileSync(join(this.dir, file), text);
  }

  start(script: string, env: NodeJS.ProcessEnv, shell: readonly string[], cwd: string): Started {
    const PATH = [this.#bin, dirname(process.execPath), "/usr/bin", "/bin"].join(delimiter);
    const own = { PATH, HOME: this.dir, TMPDIR: this.dir, RUNNER_TEMP: this.dir, MACHINE: this.dir };
    return startScript(script, { cwd, shell, env: { ...own, ...this.#env, ...env } });
  }

  /** Runs the action with these inputs. */
  act(inputs: Values, known: Values = {}, env: Values = {}) {
    return runAction(this, "./.github/actions/podwright", { stack: "prod", ...inputs }, known, env);
  }

  /** Starts the action's step that runs the commands. */
  startAction(command: string, more: Values = {}): Started {
    return startCommands(this, { COMMANDS: command, STACK: "prod", FOLDER: ".", ...more }, {});
  }

  /** Starts a job of the component. */
  startJob(name: string, project: Values = {}) {
    const { text, env } = gitlabScript(this.checkout, name, { CI_COMMIT_SHA: "merged", CI_JOB_URL: "url", ...project });
    return this.start(text, env, gitlabShell, this.checkout);
  }

  dispose(): void {
    rmSync(this.dir, { recursive: true, force: true });
  }
}
