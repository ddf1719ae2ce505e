import { problems } from "../http/problem";

/** Requires an argument that is optional in the schema and that the operation needs. */
export function required<T>(name: string, argument: T | null | undefined): T {
  if (argument === null || argument === undefined || argument === "") throw problems.rule(`${name} is required`);
  return argument;
}

/** Returns the items without null. The schema permits null items. */
export function items<T>(list: readonly (T | null)[]): T[] {
  return list.filter((item): item is T => item !== null);
}
