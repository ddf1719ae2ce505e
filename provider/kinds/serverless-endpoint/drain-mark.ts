import type { Endpoint } from "../../../client";

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
