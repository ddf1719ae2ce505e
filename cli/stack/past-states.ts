import { valueIn } from "../program/attempt";
import { type PastRun, type RecordedStates, recordedStates } from "./history";
import { projectAt } from "./project-file";
import type { Stack, StackLocation } from "./stack";
import { resourcesIn, type StateResource, stackOf } from "./state";

export interface PastStatesQuery {
  readonly stack: Stack;
  readonly location: StackLocation;
  /** What the state holds now. */
  readonly resources: readonly StateResource[];
  /** Newest first. */
  readonly runs: readonly PastRun[];
}

/** The states that past runs left; `undefined` where the backend keeps none. */
export async function statesOf({
  stack,
  location,
  resources: [root],
  runs,
}: PastStatesQuery): Promise<RecordedStates | undefined> {
  if (runs.every(({ version }) => version > 0)) {
    return async (index) => {
      const version = runs[index]?.version;
      if (version === undefined) return [];
      return resourcesIn(await stack.state(version));
    };
  }
  // A state that a destroy has emptied names neither.
  const [, , named] = /^urn:pulumi:(.*?)::(.*?)::/.exec(root?.urn ?? "") ?? [];
  const project = named ?? valueIn(await projectAt(location.cwd))?.name;
  if (project === undefined) return undefined;
  const name = stackOf(root?.urn) ?? (await stack.name());
  return await recordedStates({ backend: await stack.backend(), cwd: location.cwd, project, stack: name });
}
