import { isDeepStrictEqual } from "node:util";
import type { Endpoint, Template } from "../../../../client";
import { InitError, messageOf, OperationError } from "../../../operations/errors";
import type { Run } from "../../../operations/run";
import { patchOf } from "../../../planning/patch";
import type { Followed } from "../../../planning/rules";
import { pick, type Values } from "../../../planning/values";
import { containerSchemas, ownKeys } from "../../container";
import { templateDeclaration } from "../../template/template";
import { describeRollout, readRollout } from "./rollout";
import { awaitServing, type Deployment, untilServing } from "./serving";

/** Of a run's time, how much is left for the former settings when a rollout fails. */
const reserve = 1 / 4;

/** `args` holds the command, whatever its form. */
const ofTheContainer = Object.keys(containerSchemas).filter((name) => name !== "entrypoint" && name !== "cmd");

/** What a failed rollout leaves, and how. */
interface Former {
  /** Saves the endpoint as it was, and returns it; `undefined` where this update did not change it. */
  readonly save: (() => Promise<Endpoint>) | undefined;
  /** The template that this run has changed, if it has. */
  readonly template: Followed | undefined;
  /** For the state, from the endpoint as it was. */
  readonly outputsOf: (endpoint: Endpoint) => Promise<Values>;
}

/**
 * Waits for the workers. Where they do not become ready, restores what the update and its template have changed, and waits
 * for that. It fails either way; the state shows what is live, so that the next update makes the change again.
 */
export async function serveOrRestore(run: Run, deployment: Deployment, former: Former): Promise<Values> {
  const timeoutMs = run.timeoutMs * (1 - reserve);
  const deadline = deployment.deadline - run.timeoutMs * reserve;
  try {
    return await awaitServing({ ...run, timeoutMs }, { ...deployment, deadline });
  } catch (error) {
    if (!(error instanceof InitError) || run.signal.aborted) throw error;
    throw await rolledBack(run, deployment, former, error);
  }
}

async function rolledBack(run: Run, deployment: Deployment, former: Former, error: InitError): Promise<InitError> {
  const { id } = error;
  try {
    run.report(`endpoint ${id} does not serve: rolling back to the former settings`);
    const before = await readRollout(run.platform, id, run.signal);
    const restored = await restore(run, deployment, former);
    if (restored === undefined) return failedWith(error, "nothing is rolled back: this update has changed no settings");
    const outputs = await former.outputsOf(restored);
    const next = 'The next "pulumi up" makes the change again.';
    try {
      const rollout = await untilServing(run, { ...deployment, endpoint: restored, before });
      const text = `the former settings are restored and serve (${describeRollout(rollout)}). ${next}`;
      return failedWith(error, `rolled back: ${text}`, { ...outputs, ready: true });
    } catch (second) {
      const text = `the former settings are restored, but do not serve either: ${messageOf(second)}. ${next}`;
      return failedWith(error, `rolled back: ${text}`, { ...outputs, ready: false });
    }
  } catch (second) {
    return failedWith(error, `not rolled back: ${messageOf(second)}`);
  }
}

function failedWith({ id, outputs: known, reasons }: InitError, more: string, outputs = known): InitError {
  return new InitError(id, outputs, [...reasons, more]);
}

async function restore(run: Run, { endpoint }: Deployment, { save, template }: Former): Promise<Endpoint | undefined> {
  const isRestored = template?.former !== undefined && (await restoreTemplate(run, endpoint, template.former));
  return save === undefined ? (isRestored ? endpoint : undefined) : await save();
}

/** Whether there was anything to restore. Other endpoints may well serve with the new settings. */
async function restoreTemplate(run: Run, { id }: Endpoint, { id: own, ...former }: Values): Promise<boolean> {
  const { signal, platform } = run;
  const templateId = String(own);
  const users = await platform.endpoints.list({ signal });
  const others = users.filter((other) => other.id !== id && other.templateId === templateId);
  if (others.length > 0) {
    throw new OperationError(
      `template ${templateId} keeps its new settings, because endpoint ${others.map((other) => other.id).join(" and ")} uses it too`,
    );
  }
  const live: Values = { ...(await platform.templates.get(templateId, { signal })) };
  return await saveTemplate(run, templateId, differing(former, live));
}

function differing(wanted: Values, live: Values): Values {
  const entries = Object.entries(pick(wanted, ofTheContainer));
  return Object.fromEntries(entries.filter(([name, value]) => !isDeepStrictEqual(value, live[name])));
}

/**
 * Saves the template as the program declares it, where the rollback of an earlier update has restored its former settings.
 * Where this run has saved it, it is so already.
 */
export async function reapplyTemplate(run: Run, templateId: string, template: Followed): Promise<Followed> {
  if (template.former !== undefined) return template;
  const live: Template = await run.platform.templates.get(templateId, { signal: run.signal });
  const change = { olds: {}, news: template.inputs, state: { ...live, env: ownKeys(live.env) } };
  const patch = patchOf(templateDeclaration.changes, { ...live }, change);
  const isSaved = await saveTemplate(run, templateId, pick(patch, Object.keys(containerSchemas)));
  return isSaved ? { ...template, former: { ...live } } : template;
}

async function saveTemplate({ platform, report, signal }: Run, id: string, patch: Values): Promise<boolean> {
  if (Object.keys(patch).length === 0) return false;
  const saved = await platform.templates.update(id, patch as never, { signal });
  await platform.endpoints.renewCopies(saved, { signal });
  report(`template ${id} is saved (${Object.keys(patch).join(", ")})`);
  return true;
}
