import { isMarked } from "../../provider/hosts/properties/secret-mark";
import { unknownValue } from "../../provider/hosts/properties/unknowns";
import { formatPath, isRecord, type Path, type Values } from "../../provider/planning/values";

/** An input that a preview does not show. */
export interface Hidden {
  /** `gpu.count` */
  readonly path: string;
  /** In words that name it. */
  readonly why: string;
}

/** The inputs, at any depth, that are not known before the update, and those whose secrets the engine masks. */
export function hiddenIn(inputs: Values, matters: RegExp): Hidden[] {
  return search(inputs, []).filter(({ path }) => matters.test(path));
}

function search(value: unknown, path: Path): Hidden[] {
  const name = formatPath(path);
  if (value === unknownValue) return [{ path: name, why: `${name} is not known before the update` }];
  if (isMarked(value)) return [{ path: name, why: `${name} is secret, and a preview does not show secrets` }];
  if (Array.isArray(value)) return value.flatMap((item, index) => search(item, [...path, index]));
  return isRecord(value) ? Object.entries(value).flatMap(([key, inner]) => search(inner, [...path, key])) : [];
}
