import * as z from "zod";
import { refusalEffect } from "../http/faults/refusals";
import { windowNames } from "../http/rate-limit";
import { fits } from "../scripts/pod-scripts";

const faultEffect = z.union([
  z.strictObject({
    status: z.int().min(200).max(599),
    body: z.unknown().optional(),
    headers: z.record(z.string(), z.string()).optional(),
    /** The operation runs, although the response is an error. */
    afterWork: z.literal(true).optional(),
  }),
  refusalEffect,
  /** A 429 with these exhausted windows. `Retry-After` is for the first of these windows, in seconds or as a date. */
  z.strictObject({
    exhausted: z.tuple([z.enum(windowNames)], z.enum(windowNames)),
    retryAfter: z.enum(["seconds", "date"]).optional(),
  }),
  /** The operation runs, and then the emulator cuts the connection. */
  z.strictObject({ dropResponse: z.literal(true) }),
  /** The emulator cuts the connection, and the operation does not run. */
  z.strictObject({ dropRequest: z.literal(true) }),
  /** Real milliseconds to wait before the operation runs. */
  z.strictObject({ delayMs: z.int().min(0).max(600_000) }),
  /** The operation runs, and the response is a 200 with a body that is not JSON. */
  z.strictObject({ malformed: z.literal(true) }),
  /** The operation runs, and the emulator cuts the connection after half of the response. */
  z.strictObject({ cutResponse: z.literal(true) }),
  /** The emulator refuses a valid request for lack of capacity. */
  z.strictObject({ noCapacity: z.literal(true) }),
  /** Lists leave out the item with this id or name (`*` is a wildcard). Reads of the item still find it. */
  z.strictObject({ absent: z.string().min(1) }),
  /** A read or a list shows the account as it was when the fault was planned. */
  z.strictObject({ older: z.literal(true) }),
  /**
   * A create returns an id, and later reads do not show the resource. The value is the number of these reads, or `true` for all
   * reads.
   */
  z.strictObject({ unseen: z.union([z.literal(true), z.int().min(1)]) }),
  /**
   * The response reports success without an effect: an action does not change the pod's run, and a change of a pod is saved
   * without a reset.
   */
  z.strictObject({ withoutEffect: z.literal(true) }),
]);

export const fault = z.strictObject({
  /** RunPod's name of the operation, or `*` for all operations. */
  operation: z.string().min(1),
  /** Number of requests that the fault affects. Default 1. */
  times: z.int().min(1).optional(),
  /** Number of matching requests that pass before the fault applies. Default 0. */
  skip: z.int().min(0).optional(),
  effect: faultEffect,
});

/** Effect of a fault. */
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

/** Carries out a read on the account as it was. */
type AsThen = <T>(read: () => T) => T;

interface Plan {
  readonly fault: Fault;
  readonly asThen: AsThen | undefined;
  skip: number;
  times: number;
}

interface Listed {
  readonly id: string;
  readonly name?: string | null;
}

/**
 * Scheduled faults, in order. At most one fault applies to a request. For a list, all matching `absent` faults apply, and for a
 * read also an `older` fault.
 */
export class Faults {
  private planned: Plan[] = [];
  /** Number of remaining reads that do not show a resource, by its id. */
  private readonly unseen = new Map<string, number>();

  add(fault: Fault, asThen?: AsThen): void {
    this.planned.push({ fault, asThen, skip: fault.skip ?? 0, times: fault.times ?? 1 });
  }

  /** Returns the scheduled faults in order, each with its remaining number of requests. */
  list(): Fault[] {
    return this.planned.map(({ fault, skip, times }) => ({ ...fault, skip, times }));
  }

  clear(): void {
    this.planned = [];
    this.unseen.clear();
  }

  /** Hides a newly created resource from later reads, if the fault asks for it. */
  hideCreated(effect: FaultEffect | undefined, body: unknown): void {
    if (effect === undefined || !("unseen" in effect)) return;
    const [id] = z.union([createdOverRest, createdOverGraphql]).parse(body);
    this.unseen.set(id, effect.unseen === true ? Number.POSITIVE_INFINITY : effect.unseen);
  }

  /** Whether this read must not show the resource. Each call counts as one read. */
  isUnseen(id: string): boolean {
    const looks = this.unseen.get(id);
    if (looks === undefined) return false;
    if (looks > 1) this.unseen.set(id, looks - 1);
    else this.unseen.delete(id);
    return true;
  }

  /** Takes the fault that applies to a request. */
  take(operation: string): FaultEffect | undefined {
    return this.takeWhere(({ fault }) => fault.operation === "*" || fault.operation === operation);
  }

  /** Takes the fault that applies to an event, such as the delivery of a webhook. `*` does not match events. */
  takeFor(name: string): FaultEffect | undefined {
    return this.takeWhere(({ fault }) => fault.operation === name);
  }

  /** Takes the fault that shows an older account to a read. */
  takeOlder(operation: string): AsThen | undefined {
    const hits = ({ fault }: Plan) => fault.operation === "*" || fault.operation === operation;
    return this.planned.find((plan) => plan.asThen !== undefined && hits(plan) && this.isDue(plan))?.asThen;
  }

  /** Returns the items that a list shows. Only a list that a fault changes uses up the fault. */
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
    const isOfReads = ({ fault: { effect } }: Plan) => "absent" in effect || "older" in effect;
    return this.planned.find((plan) => !isOfReads(plan) && hits(plan) && this.isDue(plan))?.fault.effect;
  }

  /** Whether the fault applies now. Each call counts as one match. */
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
