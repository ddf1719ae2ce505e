import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { CHANGED_MODULE, leftOut } from "../../toolchain/lib/engine/sources.mjs";
import { writeWhole } from "../../toolchain/lib/files.mjs";
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
  /** A file of Pulumi's module in Go. */
  engineSource = ["import (", ...leftOut().map((name) => `\t"${name}" // a comment`), ")"].join("\n");
  /** Decides by a part's name whether its build fails. */
  onBuild: (part: string, args: readonly string[]) => Answer | Promise<Answer> = () => yes();

  /** Decides whether npm succeeds. */
  onNpm: () => Answer | Promise<Answer> = () => yes();

  /** Decides whether Pulumi's installer succeeds, by the folder that it fills and its environment. */
  onInstaller: (folder: string, env: NodeJS.ProcessEnv) => Answer = () => no("no network");

  readonly context: Machine = {
    env: { PATH: this.bin },
    platform: process.platform,
    arch: process.arch,
    cacheFolder: path.join(this.home, "cache"),
    repositoryFolder: path.join(this.home, "clone"),
    run: async (command, args, options) => {
      options?.signal?.throwIfAborted();
      if (path.basename(command) === "npm") return this.onNpm();
      if (args[0]?.endsWith("run-installer.mjs")) return this.onInstaller(String(args[1]), options?.env ?? {});
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
      if (args.at(-1) === CHANGED_MODULE) {
        writeWhole(path.join(source, "main.go"), this.engineSource);
        return yes(JSON.stringify({ Dir: source }));
      }
      executable(path.join(source, "python/cmd/pulumi-language-python-exec"));
      executable(path.join(source, "nodejs/dist/pulumi-resource-pulumi-nodejs"));
      return yes(JSON.stringify({ Dir: source }));
    }
    const target = args[args.indexOf("-o") + 1] ?? "";
    const answer = await this.onBuild(path.basename(args.at(-1) ?? ""), args);
    this.built.push(path.basename(target, ".unfinished"));
    if (answer.ok) executable(target);
    return answer;
  }
}
