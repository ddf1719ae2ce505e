import { isRecord, type Values } from "../../../../../kernel/values";
import { DynamicAdapter } from "../../../../../provider/hosts/dynamic/adapter";
import { SeenState } from "../../../../../provider/hosts/engine/recorded-state";
import { isMarked } from "../../../../../provider/hosts/properties/secret-mark";
import type { Resource } from "../../../../../provider/session/resource";
import { testRun } from "../../../../support/test-run";

export const onGpu = { image: "nginx", gpu: { id: "A" } };
export const placement = { gpu: { id: "A", count: 1 }, cloud: "SECURE", dataCenterId: "EU-RO-1" };
export const hidden = { __provider: "exports.handler = …", __logicalName: "web" };

/** The latest adapter's printed lines, the end of its engine, and the promises for which its process then waits. */
export const engine = { printed: [] as string[], gone: new AbortController(), held: [] as Promise<unknown>[] };

function hold<T>(operation: Promise<T>): Promise<T> {
  engine.held.push(operation);
  return operation;
}

/** The real resource without its lifecycle. */
export function adapterOf(resource: unknown, lifecycle: Partial<Resource<Values>> = {}): DynamicAdapter {
  engine.printed = [];
  engine.gone = new AbortController();
  engine.held = [];
  return new DynamicAdapter({ ...(resource as Resource<Values>), ...lifecycle } as Resource<Values>, {
    session: () => testRun(),
    settingFaults: () => [],
    recorded: new SeenState(),
    lifeline: () => ({ signal: engine.gone.signal, hold }),
    print: (line) => engine.printed.push(line),
  });
}

export const failure = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error("it was expected to fail");
    },
    (error: Error & Record<string, unknown>) => error,
  );

/** The engine sends secrets to a dynamic provider in clear. */
export function asSent(inputs: Values): Values {
  const clear = (value: unknown): unknown => {
    if (isMarked(value)) return clear((value as Values).value);
    return isRecord(value) ? asSent(value) : value;
  };
  return Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, clear(value)]));
}
