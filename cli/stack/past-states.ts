import type { PastRun } from "../../provider/ownership/history";
import { valueIn } from "../context/attempt";
import { type RecordedStates, recordedStates } from "./history";
import type { StackLocation } from "./place";
import { projectAt } from "./project-file";
import type { Stack } from "./stack";
import { resourcesIn, type StateResource, stackOf } from "./state";

export interface PastStatesQuery {
  readonly stack: Stack;
  readonly location: StackLocation;
  /** The resources of the current state. */
  readonly resources: readonly StateResource[];
  /** Newest first. */
  readonly runs: readonly PastRun[];
}

/** Returns the states after past runs, or `undefined` if the backend keeps no old states. */
export async function statesOf(query: PastStatesQuery): Promise<RecordedStates | undefined> {
  const { stack, location, runs } = query;
  if (runs.every(({ version }) => version > 0)) {
    return async (index) => {
      const version = runs[index]?.version;
      if (version === undefined) return [];
      return resourcesIn(await stack.state(version));
    };
  }
  const { project, name } = await identityOf(query);
  if (project === undefined) return undefined;
  return await recordedStates({ backend: await stack.backend(), cwd: location.cwd, project, stack: name });
}

/**
 * Returns the project and the name of a stack. After a destroy, the state contains neither, so the function also asks
 * other sources.
 */
export async function identityOf({ stack, location, resources: [root] }: Omit<PastStatesQuery, "runs">) {
  const [, , project] = /^urn:pulumi:(.*?)::(.*?)::/.exec(root?.urn ?? "") ?? [];
  return {
    project: project ?? location.project ?? valueIn(await projectAt(location.cwd))?.name,
    name: stackOf(root?.urn) ?? (await stack.name()),
  };
}
