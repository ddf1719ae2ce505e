import type { CallOptions, Platform } from "../../../client";
import { SHARED_FOR_MS } from "../../../client/collections/snapshot";
import type { Run } from "../../session/run";

const mostNamed = 10;

/**
 * Warns of pods and workers that still run with a former value, because RunPod inserts a value only when a container
 * starts. If Podwright cannot read the lists, the warning names no pods or workers.
 */
export async function warnOfHolders(run: Run, name: string): Promise<void> {
  // A container that started in this run before the change has the old value, so the lists must be new.
  const holders = await holdersOf(run, name, 0).catch(() => undefined);
  if (holders?.length !== 0) run.warn(warningOf(name, holders));
}

/**
 * Returns the warning of `warnOfHolders` for a preview, before an update sets the value. Throws if Podwright cannot
 * read the lists.
 */
export async function foreseenHolders(run: Run, name: string): Promise<string[]> {
  const holders = await holdersOf(run, name, SHARED_FOR_MS * run.timeScale);
  return holders.length === 0 ? [] : [warningOf(name, holders)];
}

function warningOf(name: string, holders: readonly string[] | undefined): string {
  const more = (holders?.length ?? 0) - mostNamed;
  const named = holders?.slice(0, mostNamed).join(", ") ?? "Podwright could not list them";
  const all = more > 0 ? `${named}, and ${more} more` : named;
  return (
    `containers with secret "${name}" keep its old value until they start again: ${all}. ` +
    'To make Pulumi reset these containers, add the secret\'s valueLastUpdatedAt to the env of each pod, cluster, template or endpoint that uses the secret. Then run "pulumi up"'
  );
}

const podsAndMembers = {
  what: "pod, also of a cluster",
  collection: ({ pods }: Platform) => ({
    listing: (options: CallOptions) => pods.listing({ ...options, includeClusterPods: true }),
  }),
};
const allTemplates = { what: "template", collection: ({ templates }: Platform) => templates };
const allEndpoints = { what: "endpoint", collection: ({ endpoints }: Platform) => endpoints };

/** Returns the containers with a secret. The lists are at most `maxAgeMs` old. */
async function holdersOf({ existing, signal }: Run, name: string, maxAgeMs: number): Promise<string[]> {
  const [{ items: pods }, { items: templates }, { items: endpoints }] = await Promise.all([
    existing.listing(podsAndMembers, maxAgeMs, signal),
    existing.listing(allTemplates, maxAgeMs, signal),
    existing.listing(allEndpoints, maxAgeMs, signal),
  ]);
  const refers = ({ env = {} }: { readonly env?: Readonly<Record<string, string>> | undefined }) =>
    Object.values(env).some((value) => namesIn(value).includes(name.toLowerCase()));
  const bound = new Set(templates.filter(refers).map(({ id }) => id));
  const running = pods
    .filter((pod) => pod.status === "RUNNING" && refers(pod))
    .map(({ id, name: of, cluster }) => (cluster ? `pods of cluster ${cluster.id}` : `pod ${id} ("${of}")`));
  return [
    ...new Set(running),
    ...endpoints
      // Over REST, the list does not count workers.
      .filter((endpoint) => (bound.has(endpoint.templateId ?? "") || refers(endpoint)) && endpoint.workers !== 0)
      .map((endpoint) => `workers of endpoint ${endpoint.id} ("${endpoint.name}")`),
  ];
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{\{\s*RUNPOD_SECRET_([\w./-]+)\s*\}\}/g)].map(([, name = ""]) => name.toLowerCase());
}
