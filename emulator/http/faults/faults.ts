import { z } from "zod";
import { fits } from "../../areas/pods/scripts";
import { windowNames } from "../access/rate-limit";

const faultEffect = z.union([
  z.strictObject({
    status: z.int().min(200).max(599),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    /** The work is done all the same. */
    afterWork: z.literal(true).optional(),
  }),
  /** 429 with these windows used up. `Retry-After` is for the first of them, in seconds unless a date is wanted. */
  z.strictObject({
    exhausted: z.tuple([z.enum(windowNames)], z.enum(windowNames)),
    retryAfter: z.enum(["seconds", "date"]).optional(),
  }),
  /** The work is done, then the connection is cut. */
  z.strictObject({ dropResponse: z.literal(true) }),
  /** The connection is cut before any work. */
  z.strictObject({ dropRequest: z.literal(true) }),
  /** Real milliseconds before the work. */
  z.strictObject({ delayMs: z.int().min(0).max(600_000) }),
  /** The work is done, then 200 with a body that is not JSON. */
  z.strictObject({ malformed: z.literal(true) }),
  /** The work is done, half of the response is sent, then the connection is cut. */
  z.strictObject({ cutResponse: z.literal(true) }),
  /** Capacity refusal, if the request is otherwise good. */
  z.strictObject({ noCapacity: z.literal(true) }),
  /** Lists omit the item with this id or name (`*` stands for anything); other requests still find it. */
  z.strictObject({ absent: z.string().min(1) }),
]);

export const fault = z.strictObject({
  /** The platform's name of the operation, or `*` for every one. */
  operation: z.string().min(1),
  /** How many requests it hits; 1 by default. */
  times: z.int().min(1).optional(),
  /** How many matching requests pass first; 0 by default. */
  skip: z.int().min(0).optional(),
  effect: faultEffect,
});

/** What a fault does. */
export type FaultEffect = Readonly<z.infer<typeof faultEffect>>;
export type Fault = Readonly<z.infer<typeof fault>>;

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
