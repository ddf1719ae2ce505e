import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../../../emulator";
import { type StackOptions, type StateResource, TestStack } from "../stack/stack";
import type { RemoteBackend } from "./backend";

const kinds = ["Pod", "Cluster", "ServerlessEndpoint", "Template", "NetworkVolume"] as const;
type Holdings = Readonly<Record<(typeof kinds)[number], readonly string[]>>;

/** A machine that deploys: a checkout and a Pulumi home of its own, and the state that all of them share. */
export function runnerOn(emulator: Emulator, backend: RemoteBackend, options: Partial<StackOptions> = {}): TestStack {
  const env = { PULUMI_BACKEND_URL: backend.url, ...backend.env, ...options.env };
  return new TestStack({ url: emulator.url, ...options, env });
}

/** Another checkout of a runner's project: the stack's settings are a file in it. */
export function anotherRunner(of: TestStack, ...how: Parameters<typeof runnerOn>): TestStack {
  const runner = runnerOn(...how);
  takeSettings(runner, of);
  return runner;
}

/** As a pull of what the other has committed. */
export function takeSettings(to: TestStack, from: TestStack): void {
  copyFileSync(join(from.dir, "Pulumi.test.yaml"), join(to.dir, "Pulumi.test.yaml"));
}

export interface SharedState {
  readonly resources: readonly StateResource[];
  readonly pending: readonly unknown[];
}

/** What the backend holds of a stack, by default that of the tests. */
export async function sharedState(backend: RemoteBackend, stack = "e2e/test"): Promise<SharedState> {
  return stateIn((await backend.files()).get(`.pulumi/stacks/${stack}.json`) ?? "{}");
}

/** What a stack's file holds, as Pulumi wrote it. */
export function stateIn(text: string): SharedState {
  const { checkpoint } = JSON.parse(text) as {
    checkpoint?: { latest?: { resources?: StateResource[]; pending_operations?: unknown[] } | null };
  };
  return {
    resources: checkpoint?.latest?.resources ?? [],
    pending: checkpoint?.latest?.pending_operations ?? [],
  };
}

export async function locksIn(backend: RemoteBackend): Promise<string[]> {
  return [...(await backend.files()).keys()].filter((path) => path.startsWith(".pulumi/locks/"));
}

/** The ids that the state holds, by kind, those to be deleted included. */
export function heldBy({ resources }: SharedState): Holdings {
  return holdings((kind) =>
    resources
      .filter(({ type }) => type.endsWith(`podwright:${kind}`) || type === `podwright:index:${kind}`)
      .map(({ id }) => id ?? ""),
  );
}

/** The ids that are on the platform, by kind. */
export function heldOn(emulator: Emulator): Holdings {
  return holdings((kind) => itemsOn(emulator)[kind].map(({ id }) => id));
}

/** What is on the platform, by kind; a pod of a cluster belongs to the cluster. */
export function itemsOn(emulator: Emulator) {
  const { pods, clusters, endpoints, templates, networkVolumes } = emulator.state();
  const members = new Set(clusters.flatMap(({ podIds }) => podIds));
  return {
    Pod: pods.filter(({ id }) => !members.has(id)),
    Cluster: clusters,
    ServerlessEndpoint: endpoints,
    Template: templates,
    NetworkVolume: networkVolumes,
  };
}

function holdings(idsOf: (kind: (typeof kinds)[number]) => readonly string[]): Holdings {
  return Object.fromEntries(kinds.map((kind) => [kind, [...idsOf(kind)].sort()])) as unknown as Holdings;
}
