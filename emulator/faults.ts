/** What goes wrong. */
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
  /** The work is done, half of the answer is sent, then the connection is cut. */
  | { readonly cutResponse: true }
  /** Capacity refusal, if the request is otherwise good. */
  | { readonly noCapacity: true };

export interface Fault {
  /** The contract's name of the operation, or `*` for every one. */
  readonly operation: string;
  /** How many requests it hits; 1 unless told. */
  readonly times?: number | undefined;
  /** How many matching requests pass before it begins; 0 unless told. */
  readonly skip?: number | undefined;
  readonly effect: FaultEffect;
}

/** Whether the work is done before the effect is met. */
export function isAfterWork(effect: FaultEffect | undefined): effect is FaultEffect {
  return effect !== undefined && "afterWork" in effect && effect.afterWork === true;
}

/** The planned faults, in the order they were added; a request meets at most one. */
export class Faults {
  private planned: { fault: Fault; skip: number; times: number }[] = [];

  add(fault: Fault): void {
    this.planned.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
  }

  clear(): void {
    this.planned = [];
  }

  /** For a request of that operation. */
  take(operation: string): FaultEffect | undefined {
    return this.takeWhere(({ fault }) => fault.operation === "*" || fault.operation === operation);
  }

  /** For something that is no request: `*` does not mean it. */
  takeFor(name: string): FaultEffect | undefined {
    return this.takeWhere(({ fault }) => fault.operation === name);
  }

  private takeWhere(hits: (plan: { fault: Fault }) => boolean): FaultEffect | undefined {
    for (const plan of this.planned) {
      if (!hits(plan)) continue;
      if (plan.times <= 0) continue;
      if (plan.skip > 0) {
        plan.skip--;
        continue;
      }
      plan.times--;
      if (plan.times === 0) this.planned = this.planned.filter((other) => other !== plan);
      return plan.fault.effect;
    }
    return undefined;
  }
}
