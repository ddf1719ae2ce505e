import type { Values } from "../../kernel/values";
import type { Resource } from "../../provider/session/resource";
import { type Declared, declaring, type Engine, type Recorded, type Step, type UpOptions } from "./engine";

/** One resource of a stack. Each command targets only this resource. */
export class OneResource {
  readonly engine: Engine;
  readonly name: string;
  readonly resource: Resource<Values>;
  /** Lines of its last command. Other commands of the stack do not change them. */
  #lines: readonly string[] = [];

  constructor(engine: Engine, resource: Resource<never>, name = "web") {
    this.engine = engine;
    this.name = name;
    this.resource = resource as unknown as Resource<Values>;
  }

  get state(): Recorded {
    return this.engine.get(this.name);
  }

  /** Restores an earlier state of the resource. */
  set state(recorded: Recorded) {
    this.engine.resources.set(this.name, { ...recorded, resource: this.resource });
  }

  get isRecorded(): boolean {
    return this.engine.resources.has(this.name);
  }

  get id(): string {
    return this.state.id;
  }

  get inputs(): Values {
    return this.state.inputs;
  }

  get outputs(): Values {
    return this.state.outputs;
  }

  /** Lines about the resource that the user has read since its last command began. */
  get lines(): readonly string[] {
    const start = `${this.name}: `;
    return this.#lines.flatMap((line) => (line.startsWith(start) ? [line.slice(start.length)] : []));
  }

  declared(inputs: Values, options: Pick<Declared, "ignoreChanges"> = {}): Record<string, Declared> {
    return { [this.name]: declaring(this.resource)(inputs, options) };
  }

  async up(inputs: Values, options: UpOptions & Pick<Declared, "ignoreChanges"> = {}): Promise<this> {
    await this.#told(this.engine.up(this.declared(inputs, options), { target: [this.name], ...options }));
    return this;
  }

  async preview(inputs: Values): Promise<Step> {
    const [step] = await this.#told(this.engine.preview(this.declared(inputs), { target: [this.name] }));
    return step as Step;
  }

  /** Refreshes the resource, and returns whether it still exists. */
  async refresh(): Promise<boolean> {
    await this.#told(this.engine.refresh({ target: [this.name] }));
    return this.isRecorded;
  }

  /** Runs `pulumi up --replace` for the resource. */
  async replace(inputs: Values): Promise<this> {
    return await this.up(inputs, { replace: [this.name] });
  }

  async import(id: string): Promise<this> {
    await this.#told(this.engine.import(this.name, id, this.resource));
    return this;
  }

  async destroy(): Promise<this> {
    await this.#told(this.engine.destroy({ target: [this.name] }));
    return this;
  }

  cancel(): void {
    this.engine.cancel();
  }

  /** Stores the lines of the command that has just begun. */
  #told<T>(command: Promise<T>): Promise<T> {
    this.#lines = this.engine.lines;
    return command;
  }
}
