import { problems } from "../http/problem";

/** An argument that is optional in the schema, but that the operation needs. */
export function required<T>(name: string, argument: T | null | undefined): T {
  if (argument === null || argument === undefined || argument === "") throw problems.rule(`${name} is required`);
  return argument;
}

/** The items of a list, although the schema permits null items. */
export function items<T>(list: readonly (T | null)[]): T[] {
  return list.filter((item): item is T => item !== null);
}
