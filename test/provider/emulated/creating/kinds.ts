import type { Platform } from "../../../../client";
import { sshKeyIn } from "../../../../client/account/ssh-key";
import type { Values } from "../../../../kernel/values";
import { cluster } from "../../../../provider/kinds/cluster/lifecycle";
import { networkVolume } from "../../../../provider/kinds/network-volume/lifecycle";
import { pod } from "../../../../provider/kinds/pod/lifecycle";
import { registryCredential } from "../../../../provider/kinds/registry-credential/lifecycle";
import { secret } from "../../../../provider/kinds/secret/lifecycle";
import { serverlessEndpoint } from "../../../../provider/kinds/serverless-endpoint/lifecycle";
import { sshKey } from "../../../../provider/kinds/ssh-key/lifecycle";
import { template } from "../../../../provider/kinds/template/lifecycle";
import type { Resource } from "../../../../provider/session/resource";
import { publicKeys } from "../../../samples";

/** The inputs that create a resource of each kind, some of them at their defaults, and its place in the account. */
export interface Kind {
  readonly what: string;
  readonly resource: Resource<never>;
  readonly inputs: Values;
  /** The inputs that an update changes in place. Empty if every change replaces. */
  readonly change: Values;
  /** The operations that create a resource of this kind and list all of them. */
  readonly creates: string;
  readonly lists: string;
  readonly collection: (platform: Platform) => {
    list(): Promise<readonly { readonly id: string }[]>;
    delete(id: string): Promise<void>;
  };
  /** Whether the platform refuses a second resource of the same name. */
  readonly namesAreUnique?: true;
  /** Whether a program cannot name a resource of this kind. */
  readonly isNameless?: true;
  readonly transport?: "rest";
}

export const aPod: Kind = {
  what: "pod",
  resource: pod,
  inputs: {
    ...{ image: "nginx", gpu: { id: "NVIDIA L4" }, env: { A: "1" } },
    ...{ ports: [], args: "", registry: null, globalNetworking: false },
  },
  change: { image: "nginx:2" },
  ...{ creates: "createPod", lists: "listPods" },
  collection: ({ pods }) => pods,
};

export const aCluster: Kind = {
  what: "cluster",
  resource: cluster,
  inputs: {
    ...{ type: "TRAINING", image: "trainer" },
    compute: { gpuTypeId: "NVIDIA L4", gpuCountPerPod: 1, podCount: 2 },
  },
  change: { name: "renamed" },
  ...{ creates: "createCluster", lists: "listClusters" },
  collection: ({ clusters }) => clusters,
};

export const aVolume: Kind = {
  what: "network volume",
  resource: networkVolume,
  inputs: { size: 10, dataCenter: "US-TX-3", type: "STANDARD", allowDataLoss: false },
  change: { size: 20 },
  ...{ creates: "createNetworkVolume", lists: "listNetworkVolumes" },
  collection: ({ networkVolumes }) => networkVolumes,
};

export const anEndpoint: Kind = {
  what: "endpoint",
  resource: serverlessEndpoint,
  inputs: { gpuIds: "AMPERE_16", workersMax: 0, locations: "", scalerType: "QUEUE_DELAY" },
  change: { idleTimeout: 42 },
  ...{ creates: "saveEndpoint", lists: "myself" },
  collection: ({ endpoints }) => endpoints,
};

export const anEndpointOverRest: Kind = {
  ...anEndpoint,
  ...{ creates: "createEndpoint", lists: "listEndpoints", transport: "rest" },
};

export const aKey: Kind = {
  what: "SSH key",
  resource: sshKey,
  inputs: { publicKey: publicKeys[0] },
  change: { publicKey: publicKeys[0].replace("one", "first") },
  ...{ creates: "updateSshKeys", lists: "getSshKeys", namesAreUnique: true, isNameless: true },
  collection: ({ sshKeys }) => ({
    list: () => sshKeys.list(),
    delete: async (id) => {
      await sshKeys.change((lines) => lines.filter((line) => sshKeyIn(line)?.id !== id));
    },
  }),
};

/** Kinds whose second resource costs nothing. */
export const freeKinds: readonly Kind[] = [
  {
    what: "template",
    resource: template,
    inputs: { image: "worker", serverless: true, ports: [], args: "", category: "NVIDIA", env: { A: "1" } },
    change: { image: "worker:2" },
    ...{ creates: "createTemplate", lists: "listTemplates", namesAreUnique: true },
    collection: ({ templates }) => templates,
  },
  {
    what: "registry credential",
    resource: registryCredential,
    inputs: { username: "me", password: "canary-91b" },
    change: {},
    ...{ creates: "createRegistry", lists: "listRegistries" },
    collection: ({ registries }) => registries,
  },
  {
    what: "secret",
    resource: secret,
    inputs: { value: "canary-91b" },
    change: { value: "canary-91c" },
    ...{ creates: "createSecret", lists: "listSecrets", namesAreUnique: true },
    collection: ({ secrets }) => secrets,
  },
];
