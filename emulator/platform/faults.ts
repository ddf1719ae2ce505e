import { z } from "zod";
import { refusalEffect } from "../http/faults/refusals";
import { windowNames } from "../http/rate-limit";
import { fits } from "../scripts/pod-scripts";

const faultEffect = z.union([
  z.strictObject({
    status: z.int().min(200).max(599),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    /** The operation runs nevertheless. */
    afterWork: z.literal(true).optional(),
  }),
  refusalEffect,
  /** 429 with these windows used up. `Retry-After` is for the first of them, in seconds unless a date is wanted. */
  z.strictObject({
    exhausted: z.tuple([z.enum(windowNames)], z.enum(windowNames)),
    retryAfter: z.enum(["seconds", "date"]).optional(),
  }),
  /** The operation runs, then the connection is cut. */
  z.strictObject({ dropResponse: z.literal(true) }),
  /** The connection is cut before any work. */
  z.strictObject({ dropRequest: z.literal(true) }),
  /** Real milliseconds before the work. */
  z.strictObject({ delayMs: z.int().min(0).max(600_000) }),
  /** The operation runs, then 200 with a body that is not JSON. */
  z.strictObject({ malformed: z.literal(true) }),
  /** The operation runs, the emulator sends half of the response, then the connection is cut. */
  z.strictObject({ cutResponse: z.literal(true) }),
  /** Capacity refusal, if the request is otherwise good. */
  z.strictObject({ noCapacity: z.literal(true) }),
  /** Lists omit the item with this id or name (`*` is a wildcard); other requests still find it. */
  z.strictObject({ absent: z.string().min(1) }),
  /** A create returns an id that the next reads do not show: their number, or `true` for all. */
  z.strictObject({ unseen: z.union([z.literal(true), z.int().min(1)]) }),
  /** An action of a pod succeeds in its response only; a change of a pod is saved without its reset. */
  z.strictObject({ withoutEffect: z.literal(true) }),
]);

export const fault = z.strictObject({
  /** RunPod's name of the operation, or `*` for every operation. */
  operation: z.string().min(1),
  /** How many requests it hits; 1 by default. */
  times: z.int().min(1).optional(),
  /** How many matching requests pass first; 0 by default. */
  skip: z.int().min(0).optional(),
  effect: faultEffect,
});

/** The effect of a fault. */
export type FaultEffect = Readonly<z.infer<typeof faultEffect>>;
export type Fault = Readonly<z.infer<typeof fault>>;

const createdOverRest = z.object({ id: z.string() }).transform(({ id }) => [id] as const);
const createdOverGraphql = z
  .object({ data: z.object({ saveEndpoint: createdOverRest }) })
  .transform(({ data }) => data.saveEndpoint);

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
  /** The remaining reads that do not show a resource, by id. */
  private readonly unseen = new Map<string, number>();

  add(fault: Fault): void {
    this.planned.push({ fault, skip: fault.skip ?? 0, times: fault.times ?? 1 });
  }

  /** The faults that still wait, in order, each with its remaining number of requests. */
  list(): Fault[] {
    return this.planned.map(({ fault, skip, times }) => ({ ...fault, skip, times }));
  }

  clear(): void {
    this.planned = [];
    this.unseen.clear();
  }

  /** After a create: hides the created resource from all responses. */
  hideCreated(effect: FaultEffect | undefined, body: unknown): void {
    if (effect === undefined || !("unseen" in effect)) return;
    const [id] = z.union([createdOverRest, createdOverGraphql]).parse(body);
    this.unseen.set(id, effect.unseen === true ? Number.POSITIVE_INFINITY : effect.unseen);
  }

  /** Counts the read. */
  isUnseen(id: string): boolean {
    const looks = this.unseen.get(id);
    if (looks === undefined) return false;
    if (looks > 1) this.unseen.set(id, looks - 1);
    else this.unseen.delete(id);
    return true;
  }

  /** Takes the fault of a request. */
  take(operation: string): FaultEffect | undefined {
    return this.takeWhere(({ fault }) => fault.operation === "*" || fault.operation === operation);
  }

  /** Takes the fault of an event that is not a request. `*` does not match such events. */
  takeFor(name: string): FaultEffect | undefined {
    return this.takeWhere(({ fault }) => fault.operation === name);
  }

  /** The items that a list shows. Only a list that a fault changes uses it up. */
  shown<T extends Listed>(operation: string, items: Iterable<T>): T[] {
    let shown = [...items].filter(({ id }) => !this.isUnseen(id));
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
