import { pick, type Values } from "../../../kernel/values";
import type { Plan } from "../../planning/changes";
import { separate } from "../../planning/projection";
import type { Resource } from "../../session/resource";
import type { DiffRequest } from "../host-operations";
import { unknownValue } from "../properties/unknowns";

/** Returns the preview of a new resource. */
export function previewOfCreate(resource: Resource<Values>, inputs: Values): Values {
  return { ...unknownOutputs(resource), ...unknownInputs(resource), ...inputs };
}

/** Returns the preview of an update. An update that disturbs the resource may change all of its outputs. */
export function previewOfUpdate(
  resource: Resource<Values>,
  { differences }: Plan,
  { recorded, news }: Pick<DiffRequest, "recorded" | "news">,
): Values {
  const disturbed = differences.some(
    ({ effect }) => effect.kind === "update" && !["recorded", "live", "renew"].includes(effect.impact),
  );
  const { alsoChanged, outputs: shape } = resource;
  const moved = differences.flatMap(({ path: [input = ""], alsoChanges }) => alsoChanges ?? alsoChanged[input] ?? []);
  const outputs = disturbed
    ? unknownOutputs(resource)
    : { ...pick(recorded.outputs, Object.keys(shape.shape)), ...unknown(moved) };
  const { undeclared } = separate(recorded.outputs);
  return { ...outputs, ...unknownInputs(resource), ...undeclared, ...news };
}

/** Returns unknown values for inputs that the program leaves out and RunPod will fill. */
function unknownInputs({ changes }: Resource<Values>): Values {
  return unknown(changes.observed);
}

function unknownOutputs({ outputs }: Resource<Values>): Values {
  return unknown(Object.keys(outputs.shape));
}

function unknown(names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, unknownValue]));
}
