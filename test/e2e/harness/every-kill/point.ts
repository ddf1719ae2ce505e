/** What happened to a changing request when the kill came. */
export const moments = ["unsent", "lost", "answered"] as const;
export const victims = ["engine", "plugin", "both"] as const;
export const steps = ["create", "update", "replace", "destroy"] as const;

export type Moment = (typeof moments)[number];
export type Victim = (typeof victims)[number];
export type Step = (typeof steps)[number];

/** The host, the transport of endpoints, and whether the resources are inside a component. The plugin has two forms. */
export interface Setting {
  readonly host: "script" | "executable" | "dynamic";
  readonly transport: "graphql" | "rest";
  readonly isComponent: boolean;
}

/** A kill at a changing request of a step: RunPod did not get the request, its answer was lost, or no state has its answer. */
export interface Point {
  readonly step: Step;
  /** The request's number in the step, from 1. */
  readonly number: number;
  readonly moment: Moment;
  readonly victim: Victim;
}

export function settingName({ host, transport, isComponent }: Setting): string {
  return [host, transport, ...(isComponent ? ["model-server"] : [])].join("/");
}

/** The name of a case, such as `create/3/lost/engine/script/graphql`. */
export function caseName({ step, number, moment, victim }: Point, setting: Setting): string {
  return [step, number, moment, victim, settingName(setting)].join("/");
}

export function repeatCommand(name: string): string {
  return `npm run every-kill -- --only ${name}`;
}

/** The settings of the story. */
export const settings: readonly Setting[] = [
  { host: "script", transport: "graphql", isComponent: false },
  { host: "dynamic", transport: "graphql", isComponent: false },
  { host: "script", transport: "rest", isComponent: false },
  { host: "script", transport: "graphql", isComponent: true },
  { host: "executable", transport: "graphql", isComponent: false },
  { host: "dynamic", transport: "rest", isComponent: false },
  { host: "dynamic", transport: "graphql", isComponent: true },
  { host: "executable", transport: "rest", isComponent: true },
];

/**
 * Every point of a step with that number of changing requests. A frozen plugin reads no answer, so for a killed plugin, an
 * answer and a lost answer are the same.
 */
export function pointsOf(step: Step, requests: number): Point[] {
  return Array.from({ length: requests }, (_, index) => index + 1).flatMap((number) =>
    moments.flatMap((moment) =>
      victims.flatMap((victim) =>
        moment === "answered" && victim !== "engine" ? [] : [{ step, number, moment, victim }],
      ),
    ),
  );
}
