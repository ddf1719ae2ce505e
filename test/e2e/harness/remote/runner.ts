import { copyFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../../../emulator";
import { type StackOptions, type StateResource, TestStack } from "../stack/stack";
import type { RemoteBackend } from "./backend";

const kinds = ["Pod", "Cluster", "ServerlessEndpoint", "Template", "NetworkVolume"] as const;
type Holdings = Readonly<Record<(typeof kinds)[number], readonly string[]>>;

/** A deploying machine: it has its own checkout and Pulumi home, and shares the state with the other machines. */
export function runnerOn(emulator: Emulator, backend: RemoteBackend, options: Partial<StackOptions> = {}): TestStack {
  const env = { PULUMI_BACKEND_URL: backend.url, ...backend.env, ...options.env };
  return new TestStack({ url: emulator.url, ...options, env });
}

/** Another checkout of a runner's project, with the stack's settings file. */
export function anotherRunner(of: TestStack, ...how: Parameters<typeof runnerOn>): TestStack {
  const runner = runnerOn(...how);
  takeSettings(runner, of);
  return runner;
}

/** Copies the settings, like a pull of the other runner's commit. */
export function takeSettings(to: TestStack, from: TestStack): void {
  copyFileSync(join(from.dir, "Pulumi.test.yaml"), join(to.dir, "Pulumi.test.yaml"));
}

export interface SharedState {
  readonly resources: readonly StateResource[];
  readonly pending: readonly unknown[];
}

/** The backend's state of a stack, by default of the tests' stack. */
export async function sharedState(backend: RemoteBackend, stack = "e2e/test"): Promise<SharedState> {
  return stateIn((await backend.files()).get(`.pulumi/stacks/${stack}.json`) ?? "{}");
}

/** The state in a stack's file, as Pulumi wrote it. */
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

/** The ids in the state by kind, with resources that await deletion. */
export function heldBy({ resources }: SharedState): Holdings {
  return holdings((kind) =>
    resources
      .filter(({ type }) => type.endsWith(`podwright:${kind}`) || type === `podwright:index:${kind}`)
      .map(({ id }) => id ?? ""),
  );
}

/** The ids on the emulator by kind. */
export function heldOn(emulator: Emulator): Holdings {
  return holdings((kind) => itemsOn(emulator)[kind].map(({ id }) => id));
}

/** The resources on the emulator by kind; a pod of a cluster belongs to the cluster. */
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
