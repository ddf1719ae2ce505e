import type { Catalog } from "../../catalog/operations";
import { invalidCall } from "../../errors/invalid-call";
import type { CallOptions } from "../../http/requests";
import type { CpuChoice } from "../settings";

/**
 * Translates CPU hardware to GraphQL's notation: `cpu3g-4-16` is 4 vCPUs with 16 GB. A REST request names no memory, so this
 * class takes the memory from the catalog. If the class has read an instance before, it writes that notation again.
 */
export class Instances {
  readonly #catalog: Pick<Catalog, "cpuTypes">;
  readonly #known = new Map<string, string>();

  constructor(catalog: Pick<Catalog, "cpuTypes">) {
    this.#catalog = catalog;
  }

  read(instance: string): CpuChoice {
    const [id = "", vcpuCount] = instance.split("-");
    const choice = { id, vcpuCount: Number(vcpuCount) };
    this.#known.set(keyOf(choice), instance);
    return choice;
  }

  async write(operation: string, choices: readonly CpuChoice[], { signal }: CallOptions): Promise<string[]> {
    if (choices.some((choice) => !this.#known.has(keyOf(choice)))) await this.#learn(operation, choices, signal);
    return choices.map((choice) => this.#known.get(keyOf(choice)) ?? keyOf(choice));
  }

  async #learn(operation: string, choices: readonly CpuChoice[], signal: AbortSignal | undefined): Promise<void> {
    const flavors = new Map((await this.#catalog.cpuTypes({ signal })).map((type) => [type.id, type.ramGbPerVcpu]));
    for (const choice of choices) {
      const ram = flavors.get(choice.id);
      if (ram === undefined) throw invalidCall(operation, `RunPod's catalog has no CPU flavor ${choice.id}`);
      this.#known.set(keyOf(choice), `${keyOf(choice)}-${choice.vcpuCount * ram}`);
    }
  }
}

function keyOf({ id, vcpuCount }: CpuChoice): string {
  return `${id}-${vcpuCount}`;
}
