import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { formatPath, isRecord, type Path, type Values } from "../../../../kernel/values";
import { sanitize } from "../../properties/sanitize";
import { mark, secretMark, secretSignature } from "../../properties/secret-mark";
import { isUnknown, unknownValue } from "../../properties/unknowns";
import { BadRequestError } from "../request-errors";

// In an object of the engine, one of these values under `secretMark` names the kind of the object.
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const resourceSignature = "5cf8f73096256a8f31e491e813e4eb8e";
const assetSignature = "c44067f5952c0a294b673a41bacd8c17";
const archiveSignature = "0def7320c3a5731c473e5ecbe6d01bc7";

/** Properties as plain values for the lifecycles, with the facts that the wire format attaches to single values. */
export interface Decoded {
  /** Plain values. The engine's placeholder stands for an unknown value. */
  readonly values: Values;
  readonly secrets: readonly Path[];
  readonly unknowns: readonly Path[];
}

/**
 * Removes the engine's wrappers at any depth and keeps their facts. Throws for a wrapper without a plain value, such as
 * a file, because no input accepts it.
 */
export function decode(struct: Struct | undefined): Decoded {
  const secrets: Path[] = [];
  const unknowns: Path[] = [];

  const unwrap = (value: unknown, path: Path): unknown => {
    if (isUnknown(value)) {
      unknowns.push(path);
      return unknownValue;
    }
    if (Array.isArray(value)) return value.map((item, index) => unwrap(item, [...path, index]));
    if (!isRecord(value)) return value;
    switch (value[secretMark]) {
      case secretSignature:
        secrets.push(path);
        return unwrap(value.value, path);
      case outputSignature:
        if (value.secret === true) secrets.push(path);
        return unwrap("value" in value ? value.value : unknownValue, path);
      case resourceSignature:
        // An input that refers to another resource contains its id. An empty id is unknown.
        if (!("id" in value)) {
          throw new BadRequestError(`${formatPath(path)}: must be the id of a resource, and a component has no id`);
        }
        return unwrap(typeof value.id === "string" && value.id !== "" ? value.id : unknownValue, path);
      case undefined:
        return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, unwrap(inner, [...path, key])]));
      case assetSignature:
      case archiveSignature:
        throw new BadRequestError(`${formatPath(path)}: must be a plain value, not an asset or archive`);
      default:
        throw new BadRequestError(`${formatPath(path)}: is a kind of value that this provider does not know`);
    }
  };

  const values = unwrap(struct?.toJavaScript() ?? {}, []) as Values;
  return { values, secrets, unknowns };
}

/** Encodes plain values, and wraps the secrets at these paths. */
export function encode(values: Values, secrets: readonly Path[] = []): Struct {
  const wrapped = mark(sanitize(values), secrets);
  return Struct.fromJavaScript(wrapped as Parameters<typeof Struct.fromJavaScript>[0]);
}
