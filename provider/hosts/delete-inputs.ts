import { pick, type Values } from "../../kernel/values";
import { serverOf } from "../components/generation";

interface Place {
  /** URN under the plugin. */
  readonly name: string;
  readonly parent?: string | undefined;
  readonly logicalName: string;
}

/**
 * The inputs that decide how a resource is deleted, as the program of this run declares them. The engine deletes with the
 * recorded inputs, which lack what the program declares together with a replacement.
 */
export class DeleteInputs {
  readonly #names: readonly string[];
  readonly #byId = new Map<string, Values>();
  /** By the name of the model server. Its new endpoint has another URN than the old one. */
  readonly #byServer = new Map<string, Values>();
  #run = 0;

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  /** Remembers a check, with the number of the engine's run. */
  checked({ name, parent = "", logicalName }: Place, news: Values, run: number): void {
    if (run !== this.#run) {
      this.#byId.clear();
      this.#byServer.clear();
      this.#run = run;
    }
    const server = serverOf(logicalName);
    if (server !== undefined && /\bModelServer(\$|::)/.test(`${parent} ${name}`))
      this.#byServer.set(server, pick(news, this.#names));
  }

  compared(id: string, news: Values): void {
    this.#byId.set(id, pick(news, this.#names));
  }

  /** Returns the recorded inputs, with those of the program if a resource of the program takes the place of this one. */
  of(id: string, logicalName: string, recorded: Values): Values {
    const declared = this.#byId.get(id) ?? this.#byServer.get(serverOf(logicalName) ?? "");
    if (declared === undefined) return recorded;
    const others = Object.entries(recorded).filter(([name]) => !this.#names.includes(name));
    return { ...Object.fromEntries(others), ...declared };
  }
}
