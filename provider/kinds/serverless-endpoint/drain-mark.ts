import { type Endpoint, RuleError, ValidationError } from "../../../client";
import type { Run } from "../../session/run";
import { wholeSet } from "./wire";

/**
 * Mark in the name of an endpoint during a drain, with the former worker numbers. A delete cannot store anything in the
 * state, so the mark shows later runs that a drain was killed.
 */
const mark = / \(podwright drain (\d+)\/(\d+)\)/;

type Workers = Pick<Endpoint, "workersMin" | "workersMax">;

export function markedName({ name, workersMin, workersMax }: Endpoint): string {
  return `${plainName(name)} (podwright drain ${workersMin}/${workersMax})`;
}

export function plainName(name: string): string {
  return name.replace(mark, "");
}

/** Removes the mark from the name and keeps the worker numbers. */
export function withPlainName<T extends Pick<Endpoint, "name">>(endpoint: T): T {
  return mark.test(endpoint.name) ? { ...endpoint, name: plainName(endpoint.name) } : endpoint;
}

/**
 * Returns the endpoint as it was before an interrupted drain. Worker numbers above zero stay, because they are newer
 * than the drain.
 */
export function beforeDrain(endpoint: Endpoint): Endpoint {
  const [, min, max] = mark.exec(endpoint.name) ?? [];
  const taken = hasNoWorkers(endpoint) && max !== undefined;
  return withPlainName(taken ? { ...endpoint, workersMin: Number(min), workersMax: Number(max) } : endpoint);
}

export function hasNoWorkers({ workersMin, workersMax }: Workers): boolean {
  return workersMin === 0 && workersMax === 0;
}

export function describeNumbers({ workersMin, workersMax }: Workers): string {
  return `workersMin ${workersMin} and workersMax ${workersMax}`;
}

/** Describes the settings that an update restores after an interrupted drain. */
export function unfinishedDrain(endpoint: Endpoint): string | undefined {
  if (!mark.test(endpoint.name)) return undefined;
  const numbers = hasNoWorkers(endpoint) ? ` and ${describeNumbers(beforeDrain(endpoint))}` : "";
  return `a delete of this endpoint began and did not end: Podwright restores its name${numbers}`;
}

/**
 * Changes only the worker numbers and the mark in the name, and keeps all other changes that happened during the drain.
 */
export async function setWorkers(
  { platform: { endpoints }, signal }: Pick<Run, "platform" | "signal">,
  before: Endpoint,
  { workersMin, workersMax }: Pick<Endpoint, "workersMin" | "workersMax">,
): Promise<void> {
  const { id } = before;
  const now = await endpoints.get(id, { signal });
  const wanted = { ...wholeSet(now), name: plainName(now.name), workersMin, workersMax };
  const marked = { ...wanted, name: markedName({ ...before, name: now.name }) };
  try {
    await endpoints.update(id, workersMax === 0 ? marked : wanted, { signal });
  } catch (error) {
    // A marked name that is too long for RunPod must not prevent the delete.
    if (workersMax !== 0 || !isRefusal(error)) throw error;
    await endpoints.update(id, wanted, { signal });
  }
}

function isRefusal(error: unknown): boolean {
  return (error instanceof RuleError || error instanceof ValidationError) && !error.outcomeUnknown;
}
