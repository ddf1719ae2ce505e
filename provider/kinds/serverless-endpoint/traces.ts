import type { Endpoint } from "../../../client";
import { SHARED_FOR_MS } from "../../../client/collections/snapshot";
import { dollars } from "../../../kernel/money";
import { creatorKey, creatorOfStack } from "../../creating/creator";
import { describeJudged, type Judged, judgeUnrecorded } from "../../creating/judged";
import { ageOf, type Traces } from "../../creating/traces";
import { tracesInNames } from "../../lifecycle/collection-resource";
import { originInName } from "../../session/owner";
import type { Run } from "../../session/run";
import { plainName } from "./drain-mark";
import type { ServerlessEndpointInputs } from "./serverless-endpoint";
import { hourlyCost } from "./serving/cost";

export const endpointTraces: Traces<Endpoint, ServerlessEndpointInputs> = {
  ...tracesInNames<Endpoint>({
    kind: "ServerlessEndpoint",
    what: "endpoint",
    collection: ({ endpoints }) => endpoints,
    facts,
    createdAt: ({ createdAt }) => createdAt,
  }),
  markOf: ({ env, name }) => env?.[creatorKey] ?? plainName(name),
  originIn: (mark, stack) => creatorOfStack(mark, stack) ?? originInName(mark, stack),
  // Over GraphQL, a template has one endpoint at a time. Over REST, several stacks may use one template, and each
  // endpoint names its creator.
  isFor: (endpoint, { name, templateId }) =>
    endpoint.env === undefined && plainName(endpoint.name) === name && endpoint.templateId === templateId,
};

async function facts(run: Run, endpoint: Endpoint): Promise<string[]> {
  const cost = await hourlyCost(run, endpoint).catch(() => undefined);
  return [
    ...ageOf(run, endpoint.createdAt),
    `workersMin ${endpoint.workersMin}`,
    ...(cost === undefined ? [] : [`${dollars(cost)} an hour now`]),
  ];
}

/** Returns advice after RunPod refused a template that another endpoint uses. */
export async function whoIsBound(run: Run, templateId: string): Promise<string> {
  const found = await boundTo(run, templateId).catch(() => {
    run.signal.throwIfAborted();
    return undefined;
  });
  const { bound, lost } = found ?? {};
  if (bound === undefined) return `${whenReplaced} Otherwise give this endpoint its own template.`;
  if (lost !== undefined)
    return `Another endpoint uses template ${templateId}. ${await describeJudged(run, endpointTraces, lost)} Or give this endpoint its own template`;
  const former = run.stack && endpointTraces.originIn(endpointTraces.markOf(bound), run.stack)?.name;
  const alias = former === undefined || former === run.name ? "old-name" : former;
  return (
    `Endpoint ${bound.id} ("${plainName(bound.name)}") uses template ${templateId}, and the stack's state contains this endpoint. ` +
    `If the program has renamed the resource, give it the resource option aliases: [{ name: "${alias}" }] with its former name. ` +
    `${whenReplaced} Otherwise give this endpoint its own template.`
  );
}

/** Advice for replacements without a diff. The engine learns the order of a replacement only from a diff. */
const whenReplaced =
  'If "pulumi up --target-replace", "pulumi state taint" or replaceWith causes this replacement, Pulumi creates the new endpoint first: give the endpoint the resource option deleteBeforeReplace: true.';

/**
 * Foresees that RunPod refuses the create, because another endpoint of the program or of the account uses the template. Over
 * REST, each endpoint gets a copy of its template.
 */
export async function foreseeBound(run: Run, { templateId }: Partial<ServerlessEndpointInputs>): Promise<string[]> {
  const { recorded, transport, mayReplace } = run;
  if (templateId === undefined || recorded === undefined || transport?.name === "rest") return [];
  const user = recorded.users.get(templateId) ?? run;
  recorded.users.set(templateId, user);
  const refusal = "RunPod will refuse this endpoint, because only one endpoint at a time can use a template.";
  if (user.name !== run.name || user.urn !== run.urn)
    return [
      `${refusal} The new endpoint "${user.name}" of this program also uses template ${templateId}. Give this endpoint its own template`,
    ];
  // Pulumi deletes the old endpoint of a replacement first.
  if (mayReplace !== false) return [];
  // The create that follows looks for unfinished endpoints in the same list.
  const { bound } = await boundTo(run, templateId, SHARED_FOR_MS * run.timeScale);
  if (bound === undefined) return [];
  return [`${refusal} ${await whoIsBound(run, templateId)}`];
}

/**
 * Finds the endpoint that uses the template, in a list that is at most `maxAgeMs` old. `lost` is the same endpoint if the stack's
 * state does not contain it.
 */
async function boundTo(
  run: Run,
  templateId: string,
  maxAgeMs = 0,
): Promise<{ readonly bound?: Endpoint | undefined; readonly lost?: Judged<Endpoint> | undefined }> {
  if (run.stack === undefined) return {};
  const listed = await run.existing.listing(endpointTraces, maxAgeMs, run.signal);
  const items = listed.items.filter((one) => one.templateId === templateId);
  const [lost] = await judgeUnrecorded(run, endpointTraces, { items });
  return { bound: items[0], lost };
}
