import type { Run } from "../../operations/run";

const mostNamed = 10;

/**
 * Warns of the account's pods and workers that run with a former value: the platform puts a value in when a container
 * starts. Reads the lists only then; without them the warning names none.
 */
export async function warnOfHolders(run: Run, name: string): Promise<void> {
  const holders = await holdersOf(run, name).catch(() => undefined);
  if (holders?.length !== 0) run.warn(warningOf(name, holders));
}

/** The same warning before the value is set. Throws where the lists cannot be read. */
export async function foreseenHolders(run: Run, name: string): Promise<string[]> {
  const holders = await holdersOf(run, name);
  return holders.length === 0 ? [] : [warningOf(name, holders)];
}

function warningOf(name: string, holders: readonly string[] | undefined): string {
  const more = (holders?.length ?? 0) - mostNamed;
  const named = holders?.slice(0, mostNamed).join(", ") ?? "what they are could not be listed";
  const all = more > 0 ? `${named}, and ${more} more` : named;
  return (
    `what runs with secret "${name}" keeps the former value until its container starts again: ${all}. ` +
    'If this run does not reset them, put the secret\'s valueLastUpdatedAt into the env of the pod, cluster, template or endpoint that names the secret, and type "pulumi up"'
  );
}

async function holdersOf({ platform, signal }: Run, name: string): Promise<string[]> {
  const [pods, templates, endpoints] = await Promise.all([
    platform.pods.list({ signal, includeClusterPods: true }),
    platform.templates.list({ signal }),
    platform.endpoints.list({ signal }),
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
      // Over REST the list does not count workers.
      .filter((endpoint) => (bound.has(endpoint.templateId ?? "") || refers(endpoint)) && endpoint.workers !== 0)
      .map((endpoint) => `workers of endpoint ${endpoint.id} ("${endpoint.name}")`),
  ];
}

function namesIn(text: string): string[] {
  return [...text.matchAll(/\{\{\s*RUNPOD_SECRET_([\w./-]+)\s*\}\}/g)].map(([, name = ""]) => name.toLowerCase());
}
