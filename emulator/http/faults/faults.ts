import { fits } from "../../areas/pods/scripts";

/** What a fault does. */
export type FaultEffect =
  | {
      readonly status: number;
      readonly body?: unknown;
      readonly headers?: Readonly<Record<string, string>> | undefined;
      /** The work is done all the same. */
      readonly afterWork?: true | undefined;
    }
  /** The work is done, then the connection is cut. */
  | { readonly dropResponse: true }
  /** The connection is cut before any work. */
  | { readonly dropRequest: true }
  /** Real milliseconds before the work. */
  | { readonly delayMs: number }
  /** The work is done, then 200 with a body that is not JSON. */
  | { readonly malformed: true }
  /** The work is done, half of the response is sent, then the connection is cut. */
  | { readonly cutResponse: true }
  /** Capacity refusal, if the request is otherwise good. */
  | { readonly noCapacity: true }
  /** Lists omit the item with this id or name (`*` stands for anything); other requests still find it. */
  | { readonly absent: string };

export interface Fault {
  /** The platform's name of the operation, or `*` for every one. */
  readonly operation: string;
  /** How many requests it hits; 1 by default. */
  readonly times?: number | undefined;
  /** How many matching requests pass first; 0 by default. */
  readonly skip?: number | undefined;
  readonly effect: FaultEffect;
}

/** Whether the operation runs before the effect. */
export function isAfterWork(effect: FaultEffect | undefined): effect is FaultEffect {
  return effect !== undefined && "afterWork" in effect && effect.afterWork === true;
}

interface Plan {
  readonly fault: Fault;
  skip: number;
  times: number;
}

interface Listed {
  readonly id: string;
  readonly name?: string | null;
}

/** The planned faults, in order. At most one applies to a request; a list applies every `absent` that matches. */
export class Faults {
  private planned: Plan[] = [];

  add(fault: Fault): void {
    this.planned.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
  }

  clear(): void {
    this.planned = [];
  }

  /** Takes the fault of a request. */
  take(operation: string): FaultEffect | undefined {
    return this.takeWhere(({ fault }) => fault.operation === "*" || fault.operation === operation);
  }

  /** Takes the fault of something that is no request, which `*` does not match. */
  takeFor(name: string): FaultEffect | undefined {
    return this.takeWhere(({ fault }) => fault.operation === name);
  }

  /** The items that a list shows. A fault is used up only by a list that it changes. */
  shown<T extends Listed>(operation: string, items: Iterable<T>): T[] {
    let shown = [...items];
    for (const plan of [...this.planned]) {
      const { effect, operation: planned } = plan.fault;
      if (!("absent" in effect) || (planned !== "*" && planned !== operation)) continue;
      const rest = shown.filter(({ id, name }) => !fits(effect.absent, id) && !fits(effect.absent, name ?? id));
      if (rest.length < shown.length && this.isDue(plan)) shown = rest;
    }
    return shown;
  }

  private takeWhere(hits: (plan: Plan) => boolean): FaultEffect | undefined {
    return this.planned.find((plan) => !("absent" in plan.fault.effect) && hits(plan) && this.isDue(plan))?.fault
      .effect;
  }

  /** Counts the match. */
  private isDue(plan: Plan): boolean {
    if (plan.skip > 0) {
      plan.skip--;
      return false;
    }
    plan.times--;
    if (plan.times <= 0) this.planned = this.planned.filter((other) => other !== plan);
    return true;
  }
}
