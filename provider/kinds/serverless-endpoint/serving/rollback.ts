import type { Endpoint, EndpointInput, Template } from "../../../../client";
import { messageOf } from "../../../../kernel/plain-text";
import { pick, type Values } from "../../../../kernel/values";
import { UnfinishedError } from "../../../lifecycle/unfinished";
import { patchOf } from "../../../planning/patch";
import type { Followed } from "../../../planning/rules";
import { leavingNothingAlone } from "../../../planning/truths";
import { InitError, OperationError } from "../../../pulumi/errors";
import type { Run } from "../../../session/run";
import { containerSchemas, ownKeys } from "../../container";
import { managedBeside } from "../../template/copies-elsewhere";
import { templateDeclaration } from "../../template/template";
import { isSaved } from "../wire";
import { describeRollout, readRollout } from "./rollout";
import { type Served, settingsAsServed, templateAsServed } from "./served";
import { awaitServing, type Deployment, untilServing } from "./serving";

/** Part of a run's time that Podwright reserves for a rollback. */
const reserve = 1 / 4;

/** Facts that Podwright needs to undo a rollout. */
interface Former {
  readonly served: Served;
  /** The inputs of the update. */
  readonly now: Values;
  /** The template as this run declares it. Absent for a template outside the stack. */
  readonly template: Followed | undefined;
  readonly save: (input: EndpointInput) => Promise<Endpoint>;
  /** Makes the outputs for the state from the restored endpoint. */
  readonly outputsOf: (endpoint: Endpoint) => Promise<Values>;
}

/**
 * Waits for the workers. If they do not become ready, this function restores the settings of the endpoint and its
 * template, waits again, and throws nevertheless. The state shows the live settings, so the next update repeats the
 * change.
 */
export async function serveOrRestore(run: Run, deployment: Deployment, former: Former): Promise<Values> {
  const timeoutMs = run.timeoutMs * (1 - reserve);
  const deadline = deployment.deadline - run.timeoutMs * reserve;
  try {
    return await awaitServing({ ...run, timeoutMs }, { ...deployment, deadline });
  } catch (error) {
    if (!(error instanceof UnfinishedError) || run.signal.aborted) throw error;
    throw await rolledBack(run, deployment, former, error);
  }
}

async function rolledBack(
  run: Run,
  deployment: Deployment,
  former: Former,
  error: UnfinishedError,
): Promise<InitError> {
  const { id } = error;
  try {
    run.report(`endpoint ${id} does not serve: rolling back to the previous settings`);
    const before = await readRollout(run.platform, id, run.signal);
    const restored = await restore(run, deployment, former);
    if (restored === undefined) {
      return failedWith(
        error,
        "there is nothing to roll back: the endpoint had these settings before the update, or last served with them",
      );
    }
    const outputs = await former.outputsOf(restored);
    const next = 'The next "pulumi up" makes the change again.';
    try {
      const rollout = await untilServing(run, { ...deployment, endpoint: restored, before });
      const text = `Podwright restored the previous settings, and the endpoint serves with them (${describeRollout(rollout)}). ${next}`;
      return restoredAfter(error, text, { ...outputs, ready: true });
    } catch (second) {
      const text = `Podwright restored the previous settings, but the endpoint does not serve with them either: ${messageOf(second)}. ${next}`;
      return restoredAfter(error, text, { ...outputs, ready: false });
    }
  } catch (second) {
    return failedWith(error, `Podwright could not roll back: ${messageOf(second)}`);
  }
}

function failedWith({ id, outputs, reasons }: InitError, more: string): InitError {
  return new InitError(id, outputs, [...reasons, more]);
}

/**
 * Returns the error for a restored endpoint. The error omits the advice of the failed update, because that advice no
 * longer applies.
 */
function restoredAfter({ id, happened }: UnfinishedError, more: string, outputs: Values): InitError {
  return new InitError(id, outputs, [...happened, `rolled back: ${more}`]);
}

/**
 * Restores the endpoint. Returns `undefined` if nothing changed since the endpoint served. Throws if other endpoints
 * use the template, because they may need its new settings.
 */
async function restore(run: Run, { endpoint }: Deployment, former: Former): Promise<Endpoint | undefined> {
  const { served, now, save } = former;
  const patch = await formerTemplate(run, endpoint, former);
  const templateId = String(served.template?.id);
  if (patch !== undefined) await saveTemplate(run, templateId, patch);
  const live = await run.platform.endpoints.get(endpoint.id, { signal: run.signal });
  const settings = settingsAsServed(live, served, now);
  const restored = isSaved(live, settings) ? undefined : await save(settings);
  if (patch === undefined) return restored;
  await renewCopy(run, endpoint.id, templateId);
  return restored ?? live;
}

/** Returns the template settings to save, or `undefined` if there are none. */
async function formerTemplate(run: Run, { id }: Endpoint, { served: { template }, now, template: followed }: Former) {
  const { signal, platform } = run;
  if (template === undefined || followed === undefined || template.id !== now.templateId) return undefined;
  const live: Values = { ...(await platform.templates.get(template.id, { signal })) };
  const patch = templateAsServed(template, followed, live);
  if (Object.keys(patch).length === 0) return undefined;
  const others = await otherUsers(run, id, template.id);
  if (others.length === 0) return patch;
  throw new OperationError(
    `template ${template.id} keeps its new settings, because endpoint ${others.map((other) => other.id).join(" and ")} uses it too`,
  );
}

/**
 * Returns other endpoints that use the template. An endpoint with a copy outside this stack does not follow the
 * template, so it does not count.
 */
async function otherUsers(run: Run, id: string, templateId: string): Promise<Endpoint[]> {
  const { signal, platform } = run;
  const users = await platform.endpoints.list({ signal });
  const others = users.filter((other) => other.id !== id && other.templateId === templateId);
  if (others.length === 0) return [];
  const copies = new Set((await platform.endpoints.copiesOf(templateId, { signal })).map((copy) => copy.id));
  const { managed, problem } = await managedBeside(run, templateId);
  return others.filter((other) => problem !== undefined || managed.has(other.id) || !copies.has(other.id));
}

/**
 * Saves the template as the program declares it, because an earlier rollback may have restored its former settings. If
 * this run has already saved the template, this function sends nothing.
 */
export async function reapplyTemplate(run: Run, templateId: string, template: Followed): Promise<Followed> {
  if (template.former !== undefined) return template;
  const live: Template = await run.platform.templates.get(templateId, { signal: run.signal });
  const truths = leavingNothingAlone(template.inputs, { ...live, env: ownKeys(live.env) });
  const patch = patchOf(templateDeclaration.changes, { ...live }, truths);
  const own = pick(patch, Object.keys(containerSchemas));
  if (Object.keys(own).length === 0) return template;
  await saveTemplate(run, templateId, own);
  return { ...template, former: { ...live } };
}

/** Renews the copy of the template over REST. Over GraphQL, workers follow their template without a copy. */
export async function renewCopy({ platform, report, signal }: Run, id: string, templateId: string): Promise<void> {
  const saved = await platform.templates.get(templateId, { signal });
  const isRenewed = await platform.endpoints.renewCopy(id, saved, { signal });
  if (isRenewed) report(`endpoint ${id} has a new copy of template ${templateId}`);
}

async function saveTemplate({ platform, report, signal }: Run, id: string, patch: Values): Promise<void> {
  await platform.templates.update(id, patch as never, { signal });
  report(`template ${id} is saved (${Object.keys(patch).join(", ")})`);
}
