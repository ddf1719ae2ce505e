import type { Resource } from "../../../provider/operations/resource";
import { type Plan, plan } from "../../../provider/planning/changes";
import { separate } from "../../../provider/planning/projection";
import { formatPath, type Values } from "../../../provider/planning/values";
import type { OneResource } from "./harness";

/** What a preview would plan for the next inputs of something recorded. */
export function preview(resource: unknown, stack: OneResource, given: Values): Plan {
  const { inputs, outputs } = stack.state;
  const { declared: state, undeclared } = separate(outputs);
  return plan((resource as Resource<Values>).changes, { olds: inputs, news: stack.checked(given), state, undeclared });
}

/** The properties that differ, and those that replace. */
export function changesOf({ differences, replaces }: Plan): {
  readonly changed: string[];
  readonly replaced: string[];
} {
  return {
    changed: differences.map(({ path }) => formatPath(path)).sort(),
    replaced: replaces.map(({ path }) => formatPath(path)).sort(),
  };
}
