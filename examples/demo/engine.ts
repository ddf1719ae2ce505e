import type { EngineEvent, OutputMap, Stack } from "@pulumi/pulumi/automation";
import { type Command, type Happening, happeningOf } from "./happenings";
import { type Sign, terminal } from "./terminal";

/** Runs the real Pulumi engine on one stack, and shows each event at once. */
export class Engine {
  readonly #stack: Stack;
  readonly #signal: AbortSignal;
  /** Outputs of the last update. */
  #outputs: OutputMap = {};

  constructor(stack: Stack, signal: AbortSignal) {
    this.#stack = stack;
    this.#signal = signal;
  }

  /** Runs a preview. Each command returns its events in order. */
  preview(): Promise<Happening[]> {
    return this.#run("preview", (options) => this.#stack.preview(options));
  }

  up(): Promise<Happening[]> {
    return this.#run("up", async (options) => {
      this.#outputs = (await this.#stack.up(options)).outputs;
    });
  }

  refresh(): Promise<Happening[]> {
    return this.#run("refresh", (options) => this.#stack.refresh(options));
  }

  destroy(): Promise<Happening[]> {
    return this.#run("destroy", (options) => this.#stack.destroy(options));
  }

  async configure(key: string, value: string): Promise<void> {
    terminal.deed(`pulumi config set ${key} ${value}`);
    await this.#stack.setConfig(key, { value });
  }

  output(name: string): string {
    const value: unknown = this.#outputs[name]?.value;
    if (typeof value !== "string") throw new Error(`the stack has no output "${name}"`);
    return value;
  }

  async #run(
    command: Command,
    work: (options: { onEvent: (event: EngineEvent) => void; signal: AbortSignal }) => Promise<unknown>,
  ): Promise<Happening[]> {
    this.#signal.throwIfAborted();
    terminal.deed(`pulumi ${command}`);
    const happenings: Happening[] = [];
    const onEvent = (event: EngineEvent) => {
      const happening = happeningOf(event, command);
      if (happening === undefined) return;
      happenings.push(happening);
      show(happening, command);
    };
    try {
      await work({ onEvent, signal: this.#signal });
    } catch (error) {
      this.#signal.throwIfAborted();
      throw new Error(`"pulumi ${command}" failed:\n${failuresOf(happenings, error)}`);
    }
    return happenings;
  }
}

function failuresOf(happenings: readonly Happening[], error: unknown): string {
  const texts = happenings.flatMap((happening) => (happening.kind === "failure" ? [happening.text] : []));
  return texts.length > 0 ? texts.join("\n") : error instanceof Error ? error.message : String(error);
}

function show(happening: Happening, command: Command): void {
  switch (happening.kind) {
    case "progress":
      for (const line of happening.text.split("\n")) terminal.progress(line);
      return;
    case "operation":
      showOperation(happening, command);
      return;
    case "failure":
      // The tour shows the failure only once, when it ends, with the name of the step.
      return;
  }
}

function showOperation({ op, resource, differences }: Happening & { kind: "operation" }, command: Command): void {
  const [sign, done, planned] = wordsFor(op, command);
  const about = differences === "" ? resource : `${resource} (${differences})`;
  terminal.operation(sign, `${about} ${command === "preview" ? planned : done}`);
}

function wordsFor(op: string, command: Command): readonly [sign: Sign, done: string, planned: string] {
  switch (op) {
    case "create":
      return ["+", "is created", "would be created"];
    case "update":
      return ["~", command === "refresh" ? "is not as recorded" : "is updated in place", "would be updated in place"];
    case "replace":
      return ["±", "is replaced", "would be replaced"];
    case "delete":
      return ["-", "is deleted", "would be deleted"];
    default:
      return ["~", op, op];
  }
}
