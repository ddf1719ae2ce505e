import type { Endpoint, EndpointInput } from "../../../../client";
import { valueToSend } from "../../../../kernel/meaning";
import { hiddenIn, isRecord, pick, present, type Values } from "../../../../kernel/values";
import { rowOf } from "../../../planning/patch";
import type { ChangeTable, Followed } from "../../../planning/rules";
import { isLeftAlone } from "../../../planning/truths";
import type { Run } from "../../../session/run";
import { containerSchemas } from "../../container";
import { templateDeclaration } from "../../template/template";
import { type ServerlessEndpointInputs, serverlessEndpointDeclaration } from "../serverless-endpoint";
import { updateInput, wholeSet } from "../wire";

/** The output that keeps `Served` for an endpoint with `rollback`. */
export const servedOutput = "__served";

/** Inputs that give a command as lists. The record keeps the command in `args`. */
const commandForms = ["entrypoint", "cmd"];
const ofTheContainer = Object.keys(containerSchemas).filter((name) => !commandForms.includes(name));

/**
 * The endpoint and its template when the workers were last ready. The state keeps this record, so a kill cannot lose
 * it.
 */
export interface Served {
  /** The endpoint's inputs. */
  readonly declared: Values;
  /** The endpoint's settings on RunPod. */
  readonly settings: Values;
  /** The revision of the template that the workers ran. */
  readonly templateRevision?: unknown;
  /** Template of the endpoint. Absent if the stack does not change it. */
  readonly template?: ServedTemplate | undefined;
}

export interface ServedTemplate {
  readonly id: string;
  /** Inputs of the template at that time. Absent if they are unknown. */
  readonly declared?: Values | undefined;
  readonly settings: Values;
}

/** Reads the record from the outputs. Returns `undefined` if no update has recorded it. */
export function servedIn({ [servedOutput]: served }: Values): Served | undefined {
  return isRecord(served) ? (served as unknown as Served) : undefined;
}

export function servedWith(
  inputs: Values,
  endpoint: Endpoint,
  { templateRevision, template }: Pick<Served, "templateRevision" | "template">,
): Served {
  const declared = Object.fromEntries(Object.entries(inputs).filter(([name]) => !(name in hiddenIn(inputs))));
  return { declared, settings: present({ ...wholeSet(endpoint) }), ...present({ templateRevision, template }) };
}

/** Makes the record of a template that the stack changes, with its live settings. */
export function servedTemplate(id: string, live: Values, inputs?: Values): ServedTemplate {
  const declared = inputs && { declared: pick(inputs, Object.keys(containerSchemas)) };
  return { id, ...declared, settings: pick(live, ofTheContainer) };
}

/**
 * Adds the record to the outputs of a successful update, if the program sets `rollback` and the workers are ready.
 * Without a wait for the workers, Podwright does not know whether they are ready, and records nothing.
 */
export async function recordServed(
  run: Run,
  endpoint: Endpoint,
  inputs: ServerlessEndpointInputs,
  outputs: Values,
): Promise<Values> {
  const { [servedOutput]: _former, ...others } = outputs;
  if (inputs.rollback !== true || outputs.ready !== true) return others;
  const { templateId } = inputs;
  const followed = run.recorded?.followed.get(templateId);
  // A rollback must never restore settings of a template that Podwright could not read now.
  const live =
    followed && (await run.platform.templates.get(templateId, { signal: run.signal }).catch(() => undefined));
  const template = followed && live && servedTemplate(templateId, { ...live }, followed.inputs);
  const { templateRevision } = outputs;
  return { ...others, [servedOutput]: servedWith({ ...inputs }, endpoint, { templateRevision, template }) };
}

/**
 * Returns the live settings, but with the recorded values of inputs that later updates changed. It keeps changes that a
 * user made outside Pulumi.
 */
export function settingsAsServed(live: Endpoint, { declared, settings }: Served, now: Values): EndpointInput {
  const { changes } = serverlessEndpointDeclaration;
  const undeclared = changes.updatable.filter((name) => !(name in declared) && isChanged(changes, name, declared, now));
  const former = { ...pick(settings, undeclared), ...declared } as Partial<ServerlessEndpointInputs>;
  return updateInput(live, { olds: now, news: former, state: {} });
}

/** Returns the template settings to save: the recorded values of inputs that later updates changed. */
export function templateAsServed({ declared, settings }: ServedTemplate, now: Followed, live: Values): Values {
  const { changes } = templateDeclaration;
  const isLater = (name: string) => declared === undefined || isChanged(changes, name, declared, now.inputs);
  const entries = ofTheContainer
    .filter((name) => name in settings && (isLater(name) || (name === "args" && commandForms.some(isLater))))
    .map((name) => [name, valueToSend(rowOf(changes, name), settings[name], live[name])] as const);
  return present(Object.fromEntries(entries));
}

/** Tells whether the updates between two programs changed an input. */
function isChanged(changes: ChangeTable, name: string, olds: Values, news: Values): boolean {
  return !isLeftAlone(rowOf(changes, name), name, { olds, news, state: {} });
}
