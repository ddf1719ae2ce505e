import { type Path, parsePath, type Values } from "../../../kernel/values";
import type { Resource } from "../../session/resource";
import { textsAt } from "../confidential";
import { SeenState } from "../engine/recorded-state";
import { hostFacts } from "../host-facts";
import { HostOperations } from "../host-operations";
import { secretsOf } from "../properties/secrets";
import type { Decoded } from "./properties/marshal";

/** One kind of resource in the plugin: its operations, and the facts that the wire format needs. */
export class ResourceHost {
  readonly resource: Resource<Values>;
  readonly operations: HostOperations;

  constructor(resource: Resource<Values>, recorded = new SeenState()) {
    this.resource = resource;
    this.operations = new HostOperations(resource, recorded, hostFacts.plugin);
  }

  /** Tells whether the value at a path is an input of the program. All other values come from RunPod. */
  isInput(path: string): boolean {
    return String(parsePath(path)[0]) in this.resource.inputs.schema.shape;
  }

  /** Returns the texts that the program or the state marked as secret, without the resource's own secrets. */
  markedTexts(...sides: readonly Decoded[]): string[] {
    const { secrets: always } = this.resource;
    return sides.flatMap(({ values, secrets }) =>
      textsAt(
        values,
        secrets.filter(([input]) => !always.includes(String(input))),
      ),
    );
  }

  /** Returns the paths of all secrets: the resource's own secrets, marked secrets, and outputs that repeat a secret. */
  secretsBeside({ values, secrets: marked }: Pick<Decoded, "values" | "secrets">): readonly Path[] {
    return [
      ...secretsOf(
        this.resource,
        values,
        marked.map(([input = ""]) => String(input)),
      ),
      ...marked,
    ];
  }
}
