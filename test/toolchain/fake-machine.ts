import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Machine } from "../../toolchain/lib/machine.mjs";
import { temporaryFolder } from "../support/temporary-folder";

export function executable(file: string) {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, "#!/bin/sh\n");
  chmodSync(file, 0o755);
}

type Answer = { ok: boolean; stdout: string; problem: string };
export const yes = (stdout = ""): Answer => ({ ok: true, stdout, problem: "" });
export const no = (problem: string): Answer => ({ ok: false, stdout: "", problem });

/** A machine with simulated commands and network, and real files in its own folder. */
export class FakeMachine {
  readonly home = temporaryFolder("machine");
  readonly bin = path.join(this.home, "bin");
  readonly commands: string[] = [];
  /** The `PULUMI_HOME` of each run of the engine. */
  readonly engineHomes = new Set<string | undefined>();
  /** The built parts in order. */
  readonly built: string[] = [];
  readonly said: string[] = [];
  engineAnswer = yes("v3.259.0\n");
  /** Decides by a part's name whether its build fails. */
  onBuild: (part: string) => Answer | Promise<Answer> = () => yes();

  readonly context: Machine = {
    env: { PATH: this.bin },
    platform: process.platform,
    arch: process.arch,
    cacheFolder: path.join(this.home, "cache"),
    repositoryFolder: path.join(this.home, "clone"),
    run: async (command, args, options) => {
      if (path.basename(command) === "pulumi") this.engineHomes.add(options?.env?.PULUMI_HOME);
      return this.#run(path.basename(command), [...args]);
    },
    fetch: async () => {
      throw new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND") });
    },
    say: (text) => this.said.push(text),
    signal: new AbortController().signal,
  };

  installGo() {
    executable(path.join(this.bin, "go"));
  }

  installEngine(folder = this.bin) {
    for (const name of [
      "pulumi",
      "pulumi-language-nodejs",
      "pulumi-language-python",
      "pulumi-language-python-exec",
      "pulumi-language-yaml",
      "pulumi-resource-pulumi-nodejs",
    ]) {
      executable(path.join(folder, name));
    }
  }

  async #run(command: string, args: string[]): Promise<Answer> {
    this.commands.push([command, args[0]].join(" "));
    if (command === "pulumi") return this.engineAnswer;
    if (args[0] === "mod") {
      const source = path.join(this.home, "module");
      executable(path.join(source, "python/cmd/pulumi-language-python-exec"));
      executable(path.join(source, "nodejs/dist/pulumi-resource-pulumi-nodejs"));
      return yes(JSON.stringify({ Dir: source }));
    }
    const target = args[args.indexOf("-o") + 1] ?? "";
    const answer = await this.onBuild(path.basename(args.at(-1) ?? ""));
    this.built.push(path.basename(target, ".unfinished"));
    if (answer.ok) executable(target);
    return answer;
  }
}
