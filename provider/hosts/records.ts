import type { Values } from "../../kernel/values";
import type { Plan } from "../planning/changes";
import type { DeleteRequest, UpdateRequest } from "../session/resource";

export interface Sides extends UpdateRequest<Values>, DeleteRequest<Values> {
  /** The recorded outputs, with the hidden ones. */
  readonly outputs: Values;
}

/** What the engine has said about one resource. A check begins the conversation, and a read or an update ends it. */
export interface Told {
  /** Name of the resource with its parent. Absent until a check tells the parent. */
  place?: string;
  /** Whether the engine has read or compared the resource. The resource then exists, so a later create replaces it. */
  exists: boolean;
  /** The last check. Absent in a refresh, in which Podwright refuses and announces nothing. */
  checked?: { readonly olds: Values; readonly replaceOnChanges?: readonly string[]; readonly inRun: number };
  /** The comparison that followed the check. */
  planned?: { readonly plan: Plan; readonly sides: Sides; readonly isReplaced: boolean };
  /** Warnings of the check and the diff. The create and the update do not repeat them. */
  foreseen: Set<string>;
}

interface Checked {
  readonly name: string;
  readonly parent?: string;
  readonly olds: Values;
}

/**
 * Keeps one record for each resource of a kind. Under the plugin, the name of a resource is its URN. Under the dynamic
 * host, resources with different parents may have one name. The generated name tells them apart, and for a new
 * resource, which has no generated name yet, the parent. Only a check tells the parent.
 */
export class Records {
  readonly #byKey = new Map<string, Told>();

  /** Returns the record of the resource with this name and, if the values contain one, with this generated name. */
  about(name: string, values: Values): Told {
    const key = keyOf(name, values);
    const told = this.#byKey.get(key) ?? { exists: false, foreseen: new Set() };
    this.#byKey.set(key, told);
    // A replacement has a new generated name.
    this.#byKey.set(name, told);
    return told;
  }

  /** Returns the record of a resource that the engine checks. */
  checked({ name, parent, olds }: Checked): Told {
    const place = parent === undefined ? name : `${parent} ${name}`;
    const told = olds.__autoname === undefined ? this.#at(place, name) : this.about(name, olds);
    told.place = place;
    this.#byKey.set(place, told);
    this.#byKey.set(name, told);
    return told;
  }

  #at(place: string, name: string): Told {
    const named = this.#byKey.get(name);
    // The engine compares and deletes a dependant of a replaced resource before it checks the dependant for the first
    // time. The record of that comparison has no parent yet.
    const exists = named?.place === undefined && named?.exists === true;
    return this.#byKey.get(place) ?? { exists, foreseen: new Set() };
  }

  /** Finds the record also by the generated name that the check has returned. */
  named(told: Told, name: string, inputs: Values): void {
    this.#byKey.set(keyOf(name, inputs), told);
  }
}

function keyOf(name: string, { __autoname: generated }: Values): string {
  return generated === undefined ? name : `${name} ${generated}`;
}
