// Written by `npm run generated` from provider/kinds and provider/functions.

import type { CustomResourceOptions, Input, Output } from "@pulumi/pulumi";
import { DynamicResource } from "./dynamic-resource";
import { call, callOutput } from "./functions";

/** A RunPod pod: a container on GPU or CPU hardware. A create waits until the pod runs. The pod keeps its id through every change that RunPod can make in place. */
export class Pod extends DynamicResource {
  /** Default: the resource's name and a random suffix, kept across updates. */
  declare readonly name: Output<string>;
  /** Container image. Required unless `templateId` is given. */
  declare readonly image: Output<string | undefined>;
  /** Arguments for the image's entrypoint, in one text: `cmd` as a shell would write it. Default: none. */
  declare readonly args: Output<string | undefined>;
  /** Program to start and its first arguments, in the place of the image's own. Default: the image's. */
  declare readonly entrypoint: Output<string[] | undefined>;
  /** Arguments for the entrypoint, one an item: the other form of `args`. Default: the image's. */
  declare readonly cmd: Output<string[] | undefined>;
  /** Container disk in GB, wiped by a restart. Default: RunPod's. */
  declare readonly disk: Output<number | undefined>;
  /** Ports to expose, each `<port>/<protocol>`, such as `8888/http` or `22/tcp`. Default: none. */
  declare readonly ports: Output<string[] | undefined>;
  /** Environment of the container. Secret in the state. Keys that RunPod adds stay. */
  declare readonly env: Output<Record<string, string> | undefined>;
  /** Id of the registry credential that pulls a private image. */
  declare readonly registry: Output<string | null | undefined>;
  /** Storage that survives a restart, of one kind. RunPod fixes the kind when it creates the pod. */
  declare readonly mounts: Output<PodMounts | undefined>;
  /** GPUs of the pod. Exactly one of `gpu` and `cpu` is given. */
  declare readonly gpu: Output<PodGpu | undefined>;
  /** CPUs of the pod. Exactly one of `gpu` and `cpu` is given. */
  declare readonly cpu: Output<PodCpu | undefined>;
  /** `SECURE` is the provider's own data centers, `COMMUNITY` hosts of others. Default `SECURE`. */
  declare readonly cloud: Output<string | undefined>;
  /** Data centers for the pod. RunPod was seen to create the pod only in these; if none has capacity, the create fails. RunPod documents them as a preference, so `up` warns when the pod is elsewhere. Empty lets RunPod choose. */
  declare readonly dataCenterIds: Output<string[] | undefined>;
  /** Gives the pod an address in the account's private network. NVIDIA GPUs in some data centers. Default false. */
  declare readonly globalNetworking: Output<boolean | undefined>;
  /** A pod template. RunPod copies its settings once, at create; settings given here win. */
  declare readonly templateId: Output<string | undefined>;
  /** Starts an SSH server at create. Default false. */
  declare readonly startSsh: Output<boolean | undefined>;
  /** Starts Jupyter at create. Default false. */
  declare readonly startJupyter: Output<boolean | undefined>;
  /** A locked pod can be neither stopped nor reset. Default false. */
  declare readonly locked: Output<boolean | undefined>;
  /** The desired state. Podwright starts or stops the pod to reach it. */
  declare readonly desiredStatus: Output<string>;
  /** Other places to run. Podwright tries them in order when RunPod has no capacity for the first. */
  declare readonly fallbacks: Output<PodFallback[] | undefined>;
  /** How long to keep trying for capacity, such as `15m`; `customTimeouts.create` starts with the pod. Default: each choice is tried once. */
  declare readonly capacityTimeout: Output<string | undefined>;
  /** A port that must answer before the pod counts as ready. Podwright asks it from the machine that runs Pulumi. Default: the pod is ready when it runs. */
  declare readonly readiness: Output<PodReadiness | undefined>;
  /** Do not wait for the pod to run. Default false. */
  declare readonly skipAwait: Output<boolean | undefined>;
  /** Deletes a new pod that RunPod shows as RUNNING for three minutes without a container and without news in its log, and creates it again, until `customTimeouts.create` is over. Default false: `up` fails and keeps the pod. */
  declare readonly replaceStuck: Output<boolean | undefined>;
  /** `false` refuses every replacement that would destroy the persistent mount's data. Default true, with a warning. */
  declare readonly allowDataLoss: Output<boolean | undefined>;
  /** Status of the pod at the end of the last operation, such as `RUNNING` or `EXITED`. */
  declare readonly status: Output<string>;
  /** US dollars an hour; 0 while stopped. */
  declare readonly cost: Output<number>;
  /** Which of the choices the pod got. */
  declare readonly placement: Output<PodPlacement>;
  /** The data center the pod runs in. */
  declare readonly dataCenterId: Output<string | undefined>;
  /** Id of the template that the pod was created from, where RunPod names it; absent for none. */
  declare readonly template: Output<string | undefined>;
  /** The pod's place in the account's private network. */
  declare readonly globalNetwork: Output<PodGlobalNetwork>;
  /** How its exposed ports are reached. */
  declare readonly portMappings: Output<PodPortMapping[]>;
  /** How to log in, where RunPod offers it. */
  declare readonly ssh: Output<PodSsh | undefined>;
  /** The host's CUDA version; absent on CPU pods. */
  declare readonly cudaVersion: Output<string | undefined>;
  /** RFC 3339. */
  declare readonly createdAt: Output<string>;
  /** RFC 3339; absent before the first start. */
  declare readonly startedAt: Output<string | undefined>;

  constructor(name: string, args: PodArgs, options: CustomResourceOptions = {}) {
    super({"kind":"Pod","secrets":["env","__unshown"],"computed":["name","image","args","entrypoint","cmd","disk","ports","env","registry","mounts","cloud","globalNetworking","locked","desiredStatus","status","cost","placement","dataCenterId","template","globalNetwork","portMappings","ssh","cudaVersion","createdAt","startedAt"]}, name, args, options);
  }
}

export interface PodArgs {
  /** Default: the resource's name and a random suffix, kept across updates. */
  readonly name?: Input<string> | undefined;
  /** Container image. Required unless `templateId` is given. */
  readonly image?: Input<string> | undefined;
  /** Arguments for the image's entrypoint, in one text: `cmd` as a shell would write it. Default: none. */
  readonly args?: Input<string> | undefined;
  /** Program to start and its first arguments, in the place of the image's own. Default: the image's. */
  readonly entrypoint?: Input<readonly Input<string>[]> | undefined;
  /** Arguments for the entrypoint, one an item: the other form of `args`. Default: the image's. */
  readonly cmd?: Input<readonly Input<string>[]> | undefined;
  /** Container disk in GB, wiped by a restart. Default: RunPod's. */
  readonly disk?: Input<number> | undefined;
  /** Ports to expose, each `<port>/<protocol>`, such as `8888/http` or `22/tcp`. Default: none. */
  readonly ports?: Input<readonly Input<string>[]> | undefined;
  /** Environment of the container. Secret in the state. Keys that RunPod adds stay. */
  readonly env?: Input<Readonly<Record<string, Input<string>>>> | undefined;
  /** Id of the registry credential that pulls a private image. */
  readonly registry?: Input<string | null> | undefined;
  /** Storage that survives a restart, of one kind. RunPod fixes the kind when it creates the pod. */
  readonly mounts?: Input<PodMountsArgs> | undefined;
  /** GPUs of the pod. Exactly one of `gpu` and `cpu` is given. */
  readonly gpu?: Input<PodGpuArgs> | undefined;
  /** CPUs of the pod. Exactly one of `gpu` and `cpu` is given. */
  readonly cpu?: Input<PodCpuArgs> | undefined;
  /** `SECURE` is the provider's own data centers, `COMMUNITY` hosts of others. Default `SECURE`. */
  readonly cloud?: Input<"SECURE" | "COMMUNITY"> | undefined;
  /** Data centers for the pod. RunPod was seen to create the pod only in these; if none has capacity, the create fails. RunPod documents them as a preference, so `up` warns when the pod is elsewhere. Empty lets RunPod choose. */
  readonly dataCenterIds?: Input<readonly Input<DataCenterId>[]> | undefined;
  /** Gives the pod an address in the account's private network. NVIDIA GPUs in some data centers. Default false. */
  readonly globalNetworking?: Input<boolean> | undefined;
  /** A pod template. RunPod copies its settings once, at create; settings given here win. */
  readonly templateId?: Input<string> | undefined;
  /** Starts an SSH server at create. Default false. */
  readonly startSsh?: Input<boolean> | undefined;
  /** Starts Jupyter at create. Default false. */
  readonly startJupyter?: Input<boolean> | undefined;
  /** A locked pod can be neither stopped nor reset. Default false. */
  readonly locked?: Input<boolean> | undefined;
  /** The desired state. Podwright starts or stops the pod to reach it. */
  readonly desiredStatus?: Input<"RUNNING" | "EXITED"> | undefined;
  /** Other places to run. Podwright tries them in order when RunPod has no capacity for the first. */
  readonly fallbacks?: Input<readonly Input<PodFallbackArgs>[]> | undefined;
  /** How long to keep trying for capacity, such as `15m`; `customTimeouts.create` starts with the pod. Default: each choice is tried once. */
  readonly capacityTimeout?: Input<string> | undefined;
  /** A port that must answer before the pod counts as ready. Podwright asks it from the machine that runs Pulumi. Default: the pod is ready when it runs. */
  readonly readiness?: Input<PodReadinessArgs> | undefined;
  /** Do not wait for the pod to run. Default false. */
  readonly skipAwait?: Input<boolean> | undefined;
  /** Deletes a new pod that RunPod shows as RUNNING for three minutes without a container and without news in its log, and creates it again, until `customTimeouts.create` is over. Default false: `up` fails and keeps the pod. */
  readonly replaceStuck?: Input<boolean> | undefined;
  /** `false` refuses every replacement that would destroy the persistent mount's data. Default true, with a warning. */
  readonly allowDataLoss?: Input<boolean> | undefined;
}

/** A RunPod cluster: 2 to 250 equal GPU pods in one data center, with a private network between them. Use it for training over several hosts, for Slurm or for Ray. */
export class Cluster extends DynamicResource {
  /** Default: the resource's name and a random suffix, kept across updates. */
  declare readonly name: Output<string>;
  /** System that RunPod prepares the pods for: `SLURM` and `RAY` give them the roles of these systems. */
  declare readonly type: Output<string>;
  /** Hardware: every pod of a cluster is the same. */
  declare readonly compute: Output<ClusterCompute>;
  /** Data centers the cluster may be in; it is always in one. Empty lets RunPod choose. */
  declare readonly dataCenterIds: Output<string[] | undefined>;
  /** Id of a pod template in the place of all container settings and mounts: the only way to a private image. */
  declare readonly templateId: Output<string | undefined>;
  /** Container image. */
  declare readonly image: Output<string | undefined>;
  /** Arguments for the image's entrypoint, in one text: `cmd` as a shell would write it. Default: none. */
  declare readonly args: Output<string | undefined>;
  /** Program to start and its first arguments, in the place of the image's own. Default: the image's. */
  declare readonly entrypoint: Output<string[] | undefined>;
  /** Arguments for the entrypoint, one an item: the other form of `args`. Default: the image's. */
  declare readonly cmd: Output<string[] | undefined>;
  /** Container disk in GB, wiped by a restart. Default: RunPod's. */
  declare readonly disk: Output<number | undefined>;
  /** Ports to expose, each `<port>/<protocol>`, such as `8888/http` or `22/tcp`. Default: none. */
  declare readonly ports: Output<string[] | undefined>;
  /** Environment of the container. Secret in the state. Keys that RunPod adds stay. */
  declare readonly env: Output<Record<string, string> | undefined>;
  /** Storage that outlives the cluster. */
  declare readonly mounts: Output<ClusterMounts | undefined>;
  /** Gives every pod the account's public SSH keys. Default false. */
  declare readonly startSsh: Output<boolean | undefined>;
  /** Starts Jupyter in every pod. Default false. */
  declare readonly startJupyter: Output<boolean | undefined>;
  /** Do not wait until every pod is RUNNING. Default false. */
  declare readonly skipAwait: Output<boolean | undefined>;
  /** Whether every pod was RUNNING at the last operation. */
  declare readonly ready: Output<boolean>;
  /** Where the cluster is. */
  declare readonly dataCenterId: Output<string | undefined>;
  /** The private network of the pods. */
  declare readonly network: Output<ClusterNetwork | undefined>;
  /** The pod through which the cluster is driven. */
  declare readonly primaryPodId: Output<string | undefined>;
  /** `<host>:<port>` of SSH on the primary pod, if it exposes `22/tcp`. It changes with each start. */
  declare readonly sshEndpoint: Output<string | undefined>;
  /** RFC 3339. */
  declare readonly createdAt: Output<string>;

  constructor(name: string, args: ClusterArgs, options: CustomResourceOptions = {}) {
    super({"kind":"Cluster","secrets":["env","__unshown"],"computed":["name","ready","dataCenterId","network","primaryPodId","sshEndpoint","createdAt"]}, name, args, options);
  }
}

export interface ClusterArgs {
  /** Default: the resource's name and a random suffix, kept across updates. */
  readonly name?: Input<string> | undefined;
  /** System that RunPod prepares the pods for: `SLURM` and `RAY` give them the roles of these systems. */
  readonly type: Input<"APPLICATION" | "TRAINING" | "SLURM" | "RAY">;
  /** Hardware: every pod of a cluster is the same. */
  readonly compute: Input<ClusterComputeArgs>;
  /** Data centers the cluster may be in; it is always in one. Empty lets RunPod choose. */
  readonly dataCenterIds?: Input<readonly Input<DataCenterId>[]> | undefined;
  /** Id of a pod template in the place of all container settings and mounts: the only way to a private image. */
  readonly templateId?: Input<string> | undefined;
  /** Container image. */
  readonly image?: Input<string> | undefined;
  /** Arguments for the image's entrypoint, in one text: `cmd` as a shell would write it. Default: none. */
  readonly args?: Input<string> | undefined;
  /** Program to start and its first arguments, in the place of the image's own. Default: the image's. */
  readonly entrypoint?: Input<readonly Input<string>[]> | undefined;
  /** Arguments for the entrypoint, one an item: the other form of `args`. Default: the image's. */
  readonly cmd?: Input<readonly Input<string>[]> | undefined;
  /** Container disk in GB, wiped by a restart. Default: RunPod's. */
  readonly disk?: Input<number> | undefined;
  /** Ports to expose, each `<port>/<protocol>`, such as `8888/http` or `22/tcp`. Default: none. */
  readonly ports?: Input<readonly Input<string>[]> | undefined;
  /** Environment of the container. Secret in the state. Keys that RunPod adds stay. */
  readonly env?: Input<Readonly<Record<string, Input<string>>>> | undefined;
  /** Storage that outlives the cluster. */
  readonly mounts?: Input<ClusterMountsArgs> | undefined;
  /** Gives every pod the account's public SSH keys. Default false. */
  readonly startSsh?: Input<boolean> | undefined;
  /** Starts Jupyter in every pod. Default false. */
  readonly startJupyter?: Input<boolean> | undefined;
  /** Do not wait until every pod is RUNNING. Default false. */
  readonly skipAwait?: Input<boolean> | undefined;
}

/** A RunPod serverless endpoint: its workers scale with the jobs. A delete drains the endpoint first. */
export class ServerlessEndpoint extends DynamicResource {
  /** Default: the resource's name and a random suffix, kept across updates. */
  declare readonly name: Output<string>;
  /** GPU pools, separated by commas, such as `AMPERE_16` or `ADA_24,AMPERE_24`; `-<GPU type>` excludes a card. This or `cpu`. */
  declare readonly gpuIds: Output<string | undefined>;
  /** CPUs instead of GPUs: each worker is one of these. From GPUs to CPUs and back is a replacement. */
  declare readonly cpu: Output<PodCpu[] | undefined>;
  /** GPUs of each worker. Default: RunPod's. */
  declare readonly gpuCount: Output<number | undefined>;
  /** CUDA versions that a worker's host may have, exactly. Not together with `minCudaVersion`. Default: any. */
  declare readonly allowedCudaVersions: Output<string[] | undefined>;
  /** The lowest CUDA version that a worker's host may have. Default: RunPod's choice, 12.0 over GraphQL and any over REST. */
  declare readonly minCudaVersion: Output<string | undefined>;
  /** Milliseconds that a job may run; 0 is RunPod's choice. Default: the same. */
  declare readonly executionTimeoutMs: Output<number | undefined>;
  /** Id of a serverless template. A template carries one endpoint at a time. */
  declare readonly templateId: Output<string>;
  /** Environment of the workers, over their template's: a variable here wins. Secret in the state. Over REST only (`endpointTransport`). */
  declare readonly env: Output<Record<string, string> | undefined>;
  /** `QB` takes jobs from a queue, `LB` balances requests. A change replaces the endpoint. Default `QB`. */
  declare readonly type: Output<string | undefined>;
  /** Seconds before an idle worker shuts down. Default: RunPod's. */
  declare readonly idleTimeout: Output<number | undefined>;
  /** Regions such as `CZ,US`, or data centers such as `EU-RO-1`, separated by commas. Default: any. */
  declare readonly locations: Output<string | null | undefined>;
  /** `FLASHBOOT` makes cold starts faster. Default: RunPod's. */
  declare readonly flashBootType: Output<string | undefined>;
  /** Measure that adds workers: the seconds that a job waits, or the number of jobs in hand. Default: RunPod's. */
  declare readonly scalerType: Output<string | undefined>;
  /** The scaler's target: seconds, or jobs a worker. Default: RunPod's. */
  declare readonly scalerValue: Output<number | undefined>;
  /** Workers kept ready; 0 scales to nothing. Default: RunPod's. */
  declare readonly workersMin: Output<number | undefined>;
  /** Workers at most. Default: RunPod's. */
  declare readonly workersMax: Output<number | undefined>;
  /** Id of a network volume mounted in every worker. Not together with `networkVolumeIds`. Default: none. */
  declare readonly networkVolumeId: Output<string | null | undefined>;
  /** Ids of network volumes, at most one in each data center. A worker mounts the volume of its data center. Default: none. */
  declare readonly networkVolumeIds: Output<string[] | undefined>;
  /** Do not wait until `workersMin` workers are ready on the latest release. Default false. */
  declare readonly skipAwait: Output<boolean | undefined>;
  /** Restores the previous settings, also of the template, if the workers of an update do not become ready. The update still fails. Default false. */
  declare readonly rollback: Output<boolean | undefined>;
  /** How a delete of the endpoint treats its jobs. */
  declare readonly drain: Output<ServerlessEndpointDrain | undefined>;
  /** URL for requests. A queue adds `/run`, `/runsync`, `/status/<job>` and so on; a load balancer adds any path that its workers serve, such as `/ping`. */
  declare readonly url: Output<string>;
  /** Where a load balancer asks its workers for their health: `/ping`, or the path in `HEALTH_CHECK_PATH` of the environment. */
  declare readonly healthUrl: Output<string | undefined>;
  /** Whether its workers were ready at the end of the last update; absent where none is awaited. */
  declare readonly ready: Output<boolean | undefined>;
  /** The `revision` of its template that its workers run; absent for a template outside the stack. */
  declare readonly templateRevision: Output<number | undefined>;

  constructor(name: string, args: ServerlessEndpointArgs, options: CustomResourceOptions = {}) {
    super({"kind":"ServerlessEndpoint","secrets":["env","__served","__unshown"],"computed":["name","gpuIds","cpu","gpuCount","allowedCudaVersions","minCudaVersion","executionTimeoutMs","env","type","idleTimeout","locations","flashBootType","scalerType","scalerValue","workersMin","workersMax","networkVolumeId","networkVolumeIds","url","healthUrl","ready","templateRevision"]}, name, args, options);
  }
}

export interface ServerlessEndpointArgs {
  /** Default: the resource's name and a random suffix, kept across updates. */
  readonly name?: Input<string> | undefined;
  /** GPU pools, separated by commas, such as `AMPERE_16` or `ADA_24,AMPERE_24`; `-<GPU type>` excludes a card. This or `cpu`. */
  readonly gpuIds?: Input<GpuPool> | undefined;
  /** CPUs instead of GPUs: each worker is one of these. From GPUs to CPUs and back is a replacement. */
  readonly cpu?: Input<readonly Input<PodCpuArgs>[]> | undefined;
  /** GPUs of each worker. Default: RunPod's. */
  readonly gpuCount?: Input<number> | undefined;
  /** CUDA versions that a worker's host may have, exactly. Not together with `minCudaVersion`. Default: any. */
  readonly allowedCudaVersions?: Input<readonly Input<string>[]> | undefined;
  /** The lowest CUDA version that a worker's host may have. Default: RunPod's choice, 12.0 over GraphQL and any over REST. */
  readonly minCudaVersion?: Input<string> | undefined;
  /** Milliseconds that a job may run; 0 is RunPod's choice. Default: the same. */
  readonly executionTimeoutMs?: Input<number> | undefined;
  /** Id of a serverless template. A template carries one endpoint at a time. */
  readonly templateId: Input<string>;
  /** Environment of the workers, over their template's: a variable here wins. Secret in the state. Over REST only (`endpointTransport`). */
  readonly env?: Input<Readonly<Record<string, Input<string>>>> | undefined;
  /** `QB` takes jobs from a queue, `LB` balances requests. A change replaces the endpoint. Default `QB`. */
  readonly type?: Input<"QB" | "LB"> | undefined;
  /** Seconds before an idle worker shuts down. Default: RunPod's. */
  readonly idleTimeout?: Input<number> | undefined;
  /** Regions such as `CZ,US`, or data centers such as `EU-RO-1`, separated by commas. Default: any. */
  readonly locations?: Input<DataCenterId | null> | undefined;
  /** `FLASHBOOT` makes cold starts faster. Default: RunPod's. */
  readonly flashBootType?: Input<"OFF" | "FLASHBOOT" | "PRIORITY_FLASHBOOT"> | undefined;
  /** Measure that adds workers: the seconds that a job waits, or the number of jobs in hand. Default: RunPod's. */
  readonly scalerType?: Input<"QUEUE_DELAY" | "REQUEST_COUNT"> | undefined;
  /** The scaler's target: seconds, or jobs a worker. Default: RunPod's. */
  readonly scalerValue?: Input<number> | undefined;
  /** Workers kept ready; 0 scales to nothing. Default: RunPod's. */
  readonly workersMin?: Input<number> | undefined;
  /** Workers at most. Default: RunPod's. */
  readonly workersMax?: Input<number> | undefined;
  /** Id of a network volume mounted in every worker. Not together with `networkVolumeIds`. Default: none. */
  readonly networkVolumeId?: Input<string | null> | undefined;
  /** Ids of network volumes, at most one in each data center. A worker mounts the volume of its data center. Default: none. */
  readonly networkVolumeIds?: Input<readonly Input<string>[]> | undefined;
  /** Do not wait until `workersMin` workers are ready on the latest release. Default false. */
  readonly skipAwait?: Input<boolean> | undefined;
  /** Restores the previous settings, also of the template, if the workers of an update do not become ready. The update still fails. Default false. */
  readonly rollback?: Input<boolean> | undefined;
  /** How a delete of the endpoint treats its jobs. */
  readonly drain?: Input<ServerlessEndpointDrainArgs> | undefined;
}

/** A RunPod template: a named set of container settings. Endpoints run their template's settings, and pods can copy a template at their creation. */
export class Template extends DynamicResource {
  /** Default: the resource's name and a random suffix, kept across updates. */
  declare readonly name: Output<string>;
  /** Container image. */
  declare readonly image: Output<string>;
  /** Arguments for the image's entrypoint, in one text: `cmd` as a shell would write it. Default: none. */
  declare readonly args: Output<string | undefined>;
  /** Program to start and its first arguments, in the place of the image's own. Default: the image's. */
  declare readonly entrypoint: Output<string[] | undefined>;
  /** Arguments for the entrypoint, one an item: the other form of `args`. Default: the image's. */
  declare readonly cmd: Output<string[] | undefined>;
  /** Container disk in GB, wiped by a restart. Default: RunPod's. */
  declare readonly disk: Output<number | undefined>;
  /** Ports to expose, each `<port>/<protocol>`, such as `8888/http` or `22/tcp`. Default: none. */
  declare readonly ports: Output<string[] | undefined>;
  /** Environment of the container. Secret in the state. Keys that RunPod adds stay. */
  declare readonly env: Output<Record<string, string> | undefined>;
  /** Id of the registry credential that pulls a private image. */
  declare readonly registry: Output<string | null | undefined>;
  /** Storage of pods made from this template. Removing it replaces the template. */
  declare readonly mounts: Output<TemplateMounts | undefined>;
  /** For endpoints instead of pods. A change replaces the template. Default false. */
  declare readonly serverless: Output<boolean | undefined>;
  /** Visible to other accounts. Default false. */
  declare readonly public: Output<boolean | undefined>;
  /** For display. Default `NVIDIA`. */
  declare readonly category: Output<string | undefined>;
  /** Pods start an SSH server. Default true. */
  declare readonly startSsh: Output<boolean | undefined>;
  /** Pods start Jupyter. Default true. */
  declare readonly startJupyter: Output<boolean | undefined>;
  /** CUDA versions a host may have. Default: any. */
  declare readonly allowedCudaVersions: Output<string[] | undefined>;
  /** Counts the changes that renew the workers of endpoints, from 1. Endpoints of the stack follow it. */
  declare readonly revision: Output<number | undefined>;

  constructor(name: string, args: TemplateArgs, options: CustomResourceOptions = {}) {
    super({"kind":"Template","secrets":["env"],"computed":["name","args","entrypoint","cmd","disk","ports","env","registry","mounts","serverless","public","category","startSsh","startJupyter","allowedCudaVersions","revision"]}, name, args, options);
  }
}

export interface TemplateArgs {
  /** Default: the resource's name and a random suffix, kept across updates. */
  readonly name?: Input<string> | undefined;
  /** Container image. */
  readonly image: Input<string>;
  /** Arguments for the image's entrypoint, in one text: `cmd` as a shell would write it. Default: none. */
  readonly args?: Input<string> | undefined;
  /** Program to start and its first arguments, in the place of the image's own. Default: the image's. */
  readonly entrypoint?: Input<readonly Input<string>[]> | undefined;
  /** Arguments for the entrypoint, one an item: the other form of `args`. Default: the image's. */
  readonly cmd?: Input<readonly Input<string>[]> | undefined;
  /** Container disk in GB, wiped by a restart. Default: RunPod's. */
  readonly disk?: Input<number> | undefined;
  /** Ports to expose, each `<port>/<protocol>`, such as `8888/http` or `22/tcp`. Default: none. */
  readonly ports?: Input<readonly Input<string>[]> | undefined;
  /** Environment of the container. Secret in the state. Keys that RunPod adds stay. */
  readonly env?: Input<Readonly<Record<string, Input<string>>>> | undefined;
  /** Id of the registry credential that pulls a private image. */
  readonly registry?: Input<string | null> | undefined;
  /** Storage of pods made from this template. Removing it replaces the template. */
  readonly mounts?: Input<TemplateMountsArgs> | undefined;
  /** For endpoints instead of pods. A change replaces the template. Default false. */
  readonly serverless?: Input<boolean> | undefined;
  /** Visible to other accounts. Default false. */
  readonly public?: Input<boolean> | undefined;
  /** For display. Default `NVIDIA`. */
  readonly category?: Input<"CPU" | "NVIDIA" | "AMD"> | undefined;
  /** Pods start an SSH server. Default true. */
  readonly startSsh?: Input<boolean> | undefined;
  /** Pods start Jupyter. Default true. */
  readonly startJupyter?: Input<boolean> | undefined;
  /** CUDA versions a host may have. Default: any. */
  readonly allowedCudaVersions?: Input<readonly Input<string>[]> | undefined;
}

/** A RunPod network volume: storage that outlives the pods and workers that mount it. RunPod bills it until you delete it. */
export class NetworkVolume extends DynamicResource {
  /** Default: the resource's name and a random suffix, kept across updates. */
  declare readonly name: Output<string>;
  /** GB, 10 to 4096. It grows in place; shrinking replaces the volume. */
  declare readonly size: Output<number>;
  /** Data center of the volume and of the pods that mount it. A change replaces it. */
  declare readonly dataCenter: Output<string>;
  /** Storage tier. A change replaces the volume. Default: the data center's primary tier. */
  declare readonly type: Output<string | undefined>;
  /** `true` allows a change that replaces the volume and so destroys its data. Default false: such a change is refused. */
  declare readonly allowDataLoss: Output<boolean | undefined>;
  /** Its storage tier, even if RunPod chose it. */
  declare readonly tier: Output<string>;

  constructor(name: string, args: NetworkVolumeArgs, options: CustomResourceOptions = {}) {
    super({"kind":"NetworkVolume","secrets":["__unshown"],"computed":["name","type","tier"]}, name, args, options);
  }
}

export interface NetworkVolumeArgs {
  /** Default: the resource's name and a random suffix, kept across updates. */
  readonly name?: Input<string> | undefined;
  /** GB, 10 to 4096. It grows in place; shrinking replaces the volume. */
  readonly size: Input<number>;
  /** Data center of the volume and of the pods that mount it. A change replaces it. */
  readonly dataCenter: Input<DataCenterId>;
  /** Storage tier. A change replaces the volume. Default: the data center's primary tier. */
  readonly type?: Input<"STANDARD" | "HIGH_PERFORMANCE"> | undefined;
  /** `true` allows a change that replaces the volume and so destroys its data. Default false: such a change is refused. */
  readonly allowDataLoss?: Input<boolean> | undefined;
}

/** A RunPod registry credential: pods and templates with private images sign in to a container registry with it. */
export class RegistryCredential extends DynamicResource {
  /** A change replaces the credential. Default: the resource's name and a random suffix. */
  declare readonly name: Output<string>;
  /** User name. Secret in the state; RunPod never reports it. A change replaces the credential. */
  declare readonly username: Output<string>;
  /** Password or access token. Secret in the state; RunPod never reports it. A change replaces the credential. */
  declare readonly password: Output<string>;

  constructor(name: string, args: RegistryCredentialArgs, options: CustomResourceOptions = {}) {
    super({"kind":"RegistryCredential","secrets":["username","password"],"computed":["name"]}, name, args, options);
  }
}

export interface RegistryCredentialArgs {
  /** A change replaces the credential. Default: the resource's name and a random suffix. */
  readonly name?: Input<string> | undefined;
  /** User name. Secret in the state; RunPod never reports it. A change replaces the credential. */
  readonly username: Input<string>;
  /** Password or access token. Secret in the state; RunPod never reports it. A change replaces the credential. */
  readonly password: Input<string>;
}

/** A RunPod secret: an encrypted text in your account, for tokens and passwords that containers need. */
export class Secret extends DynamicResource {
  /** The name in `{{ RUNPOD_SECRET_<name> }}` of an `env`. Unique in the account; letter case does not matter. A change replaces the secret. Default: the resource's name and a random suffix. */
  declare readonly name: Output<string>;
  /** Less than 16 MiB. Required to create a secret; left out afterwards, the value stays as it is. Secret in the state; RunPod never reports it. */
  declare readonly value: Output<string | undefined>;
  /** For people. Default: none. */
  declare readonly description: Output<string | undefined>;
  /** RFC 3339. */
  declare readonly createdAt: Output<string>;
  /** Time of the value's last change, also outside Pulumi. RFC 3339; absent where RunPod does not report it. */
  declare readonly valueLastUpdatedAt: Output<string | undefined>;

  constructor(name: string, args: SecretArgs, options: CustomResourceOptions = {}) {
    super({"kind":"Secret","secrets":["value"],"computed":["name","description","createdAt","valueLastUpdatedAt"]}, name, args, options);
  }
}

export interface SecretArgs {
  /** The name in `{{ RUNPOD_SECRET_<name> }}` of an `env`. Unique in the account; letter case does not matter. A change replaces the secret. Default: the resource's name and a random suffix. */
  readonly name?: Input<string> | undefined;
  /** Less than 16 MiB. Required to create a secret; left out afterwards, the value stays as it is. Secret in the state; RunPod never reports it. */
  readonly value?: Input<string> | undefined;
  /** For people. Default: none. */
  readonly description?: Input<string> | undefined;
}

/** A job on a RunPod endpoint that must complete before the deployment continues: a smoke test, or a step of a promotion. */
export class Job extends DynamicResource {
  /** Id of the endpoint, which must have a queue (`type` is not `LB`). */
  declare readonly endpointId: Output<string>;
  /** The input of the endpoint's handler, at least one key. In clear in the state and in `--diff`; if a part of it is secret, the whole input is secret. */
  declare readonly input: Output<Record<string, unknown>>;
  /** Values of any kind; when one changes, the job runs again. Default: none. */
  declare readonly triggers: Output<unknown[] | undefined>;
  /** How long to wait for the job to end, such as `30m`; in the queue and at work. Default: `customTimeouts`, or `15m` without them. */
  declare readonly timeout: Output<string | undefined>;
  /** RunPod's limits for the job. They apply from its next run. */
  declare readonly policy: Output<JobPolicy | undefined>;
  /** `COMPLETED`. Of a job whose wait was interrupted: its last known status, or `EXPIRED` when RunPod no longer knew it. */
  declare readonly status: Output<string>;
  /** Result of the handler, null for none. Secret where `input` holds a secret. */
  declare readonly output: Output<unknown>;
  /** Milliseconds it waited for a worker. */
  declare readonly delayTime: Output<number | undefined>;
  /** Milliseconds of work. */
  declare readonly executionTime: Output<number | undefined>;

  constructor(name: string, args: JobArgs, options: CustomResourceOptions = {}) {
    super({"kind":"Job","secrets":[],"computed":["status","output","delayTime","executionTime"]}, name, args, options);
  }
}

export interface JobArgs {
  /** Id of the endpoint, which must have a queue (`type` is not `LB`). */
  readonly endpointId: Input<string>;
  /** The input of the endpoint's handler, at least one key. In clear in the state and in `--diff`; if a part of it is secret, the whole input is secret. */
  readonly input: Input<Readonly<Record<string, unknown>>>;
  /** Values of any kind; when one changes, the job runs again. Default: none. */
  readonly triggers?: Input<readonly unknown[]> | undefined;
  /** How long to wait for the job to end, such as `30m`; in the queue and at work. Default: `customTimeouts`, or `15m` without them. */
  readonly timeout?: Input<string> | undefined;
  /** RunPod's limits for the job. They apply from its next run. */
  readonly policy?: Input<JobPolicyArgs> | undefined;
}

export interface ModelServerArgs {
  /** A model of Hugging Face, such as `Qwen/Qwen2.5-7B-Instruct`: the worker finds it in `MODEL_NAME`. */
  readonly model?: Input<string> | undefined;
  /** Container image of a worker. Default: an image with vLLM, which needs a `model`. */
  readonly image?: Input<string> | undefined;
  /** Environment of the workers. Secret in the state. */
  readonly env?: Input<Readonly<Record<string, Input<string>>>> | undefined;
  /** The GPU pool of the workers, such as `ADA_24`. Another pool is blue/green. */
  readonly gpuIds: GpuPool;
  /** GPUs of each worker. Default: RunPod's. Another number is blue/green. */
  readonly gpuCount?: number | undefined;
  /** Other GPU pools, which RunPod tries in order when the first has no capacity. Default: none. A change is blue/green. */
  readonly fallbacks?: readonly GpuPool[] | undefined;
  /** Data centers or regions, separated by commas. Default: the cache's data center, or any without a cache. A change is blue/green. */
  readonly locations?: DataCenterId | undefined;
  /** A network volume for the workers' downloads. Default: none. */
  readonly cache?: Input<ModelServerCacheArgs> | undefined;
  /** A job that the server must answer before it counts as deployed. Default: no test. */
  readonly smokeTest?: Input<ModelServerSmokeTestArgs> | undefined;
  /** How long an endpoint stays without workers after its drain, so that clients can fetch results: at most `30m`, such as `10m`. Default: not at all. */
  readonly keepFor?: Input<string> | undefined;
  /** Names of inputs whose change is blue/green, as a change of the hardware is: `image`, for example. Default: none. */
  readonly blueGreenOn?: readonly ("model" | "image" | "env" | "args" | "disk" | "registry" | "allowedCudaVersions" | "minCudaVersion" | "flashBootType")[] | undefined;
  /** Arguments for the image's entrypoint, in one text: `cmd` as a shell would write it. Default: none. */
  readonly args?: Input<string> | undefined;
  /** Container disk in GB, wiped by a restart. Default: RunPod's. */
  readonly disk?: Input<number> | undefined;
  /** Id of the registry credential that pulls a private image. */
  readonly registry?: Input<string | null> | undefined;
  /** CUDA versions that a worker's host may have, exactly. Not together with `minCudaVersion`. Default: any. */
  readonly allowedCudaVersions?: Input<readonly Input<string>[]> | undefined;
  /** The lowest CUDA version that a worker's host may have. Default: RunPod's choice, 12.0 over GraphQL and any over REST. */
  readonly minCudaVersion?: Input<string> | undefined;
  /** Milliseconds that a job may run; 0 is RunPod's choice. Default: the same. */
  readonly executionTimeoutMs?: Input<number> | undefined;
  /** Seconds before an idle worker shuts down. Default: RunPod's. */
  readonly idleTimeout?: Input<number> | undefined;
  /** `FLASHBOOT` makes cold starts faster. Default: RunPod's. */
  readonly flashBootType?: Input<"OFF" | "FLASHBOOT" | "PRIORITY_FLASHBOOT"> | undefined;
  /** Measure that adds workers: the seconds that a job waits, or the number of jobs in hand. Default: RunPod's. */
  readonly scalerType?: Input<"QUEUE_DELAY" | "REQUEST_COUNT"> | undefined;
  /** The scaler's target: seconds, or jobs a worker. Default: RunPod's. */
  readonly scalerValue?: Input<number> | undefined;
  /** Workers kept ready; 0 scales to nothing. Default: RunPod's. */
  readonly workersMin?: Input<number> | undefined;
  /** Workers at most. Default: RunPod's. */
  readonly workersMax?: Input<number> | undefined;
  /** Do not wait until `workersMin` workers are ready on the latest release. Default false. */
  readonly skipAwait?: Input<boolean> | undefined;
  /** Restores the previous settings, also of the template, if the workers of an update do not become ready. The update still fails. Default false. */
  readonly rollback?: Input<boolean> | undefined;
  /** How a delete of the endpoint treats its jobs. */
  readonly drain?: Input<ServerlessEndpointDrainArgs> | undefined;
}

/** Looks up a pod of the account by its id. The result has no environment. */
export function getPod(args: GetPodArgs): Promise<GetPodResult> {
  return call("getPod", args);
}

/** Looks up a pod of the account by its id. The result has no environment. Its arguments may be outputs. */
export function getPodOutput(args: GetPodOutputArgs): Output<GetPodResult> {
  return callOutput("getPod", args);
}

export interface GetPodArgs {
  /** Id of the pod. */
  readonly id: string;
}

export interface GetPodOutputArgs {
  /** Id of the pod. */
  readonly id: Input<string>;
}

export interface GetPodResult {
  /** Status of the pod at the end of the last operation, such as `RUNNING` or `EXITED`. */
  status: string;
  /** US dollars an hour; 0 while stopped. */
  cost: number;
  /** Which of the choices the pod got. */
  placement: PodPlacement;
  /** The data center the pod runs in. */
  dataCenterId?: string | undefined;
  /** Id of the template that the pod was created from, where RunPod names it; absent for none. */
  template?: string | undefined;
  /** The pod's place in the account's private network. */
  globalNetwork: PodGlobalNetwork;
  /** The host's CUDA version; absent on CPU pods. */
  cudaVersion?: string | undefined;
  /** RFC 3339. */
  createdAt: string;
  /** RFC 3339; absent before the first start. */
  startedAt?: string | undefined;
  /** Id of the pod. */
  id: string;
  /** Name of the pod. */
  name: string;
  /** Container image. */
  image: string;
  /** Container disk in GB. */
  disk: number;
  /** Exposed ports. */
  ports: string[];
  /** Whether it refuses to be stopped or reset. */
  locked: boolean;
  /** How its exposed ports are reached. */
  portMappings: PodPortMapping[];
  /** Actions that its status allows now: `start`, `stop`, `restart`, `terminate`. */
  actions: string[];
}

/** Looks up a serverless endpoint of the account by its id. */
export function getServerlessEndpoint(args: GetServerlessEndpointArgs): Promise<GetServerlessEndpointResult> {
  return call("getServerlessEndpoint", args);
}

/** Looks up a serverless endpoint of the account by its id. Its arguments may be outputs. */
export function getServerlessEndpointOutput(args: GetServerlessEndpointOutputArgs): Output<GetServerlessEndpointResult> {
  return callOutput("getServerlessEndpoint", args);
}

export interface GetServerlessEndpointArgs {
  /** Id of the endpoint. */
  readonly id: string;
}

export interface GetServerlessEndpointOutputArgs {
  /** Id of the endpoint. */
  readonly id: Input<string>;
}

export interface GetServerlessEndpointResult {
  /** Id of the endpoint. */
  id: string;
  /** Name of the endpoint. */
  name: string;
  /** GPU pools, separated by commas; empty for CPU workers. */
  gpuIds: string;
  /** Flavors of a CPU worker; absent for GPU workers. */
  cpu?: GetServerlessEndpointCpu[] | undefined;
  /** GPUs a worker has, where RunPod reports it. */
  gpuCount?: number | undefined;
  /** Id of its template; absent where RunPod does not report it. */
  templateId?: string | undefined;
  /** `QB` for queue-based, `LB` for load-balancing. */
  type: string;
  /** Seconds before an idle worker shuts down; absent where that does not apply. */
  idleTimeout?: number | undefined;
  /** Regions, separated by commas; absent for any. */
  locations?: string | undefined;
  /** How RunPod speeds up cold starts, where RunPod reports it. */
  flashBootType?: string | undefined;
  /** Measure that adds workers, where RunPod reports it. */
  scalerType?: string | undefined;
  /** The scaler's target: seconds, which REST allows fractions of, or jobs a worker. */
  scalerValue?: number | undefined;
  /** Workers kept ready. */
  workersMin: number;
  /** Workers at most. */
  workersMax: number;
  /** Id of its first network volume; absent for none. */
  networkVolumeId?: string | undefined;
  /** Ids of its network volumes, where RunPod reports them. */
  networkVolumeIds?: string[] | undefined;
  /** Workers alive now. */
  workers?: number | undefined;
  /** URL for requests: job operations of a queue, or any path of a load balancer. */
  url: string;
  /** Where a load balancer asks its workers for their health. Over REST only. */
  healthUrl?: string | undefined;
}

/** Counts the jobs and workers of a queue-based endpoint. */
export function getEndpointHealth(args: GetEndpointHealthArgs): Promise<GetEndpointHealthResult> {
  return call("getEndpointHealth", args);
}

/** Counts the jobs and workers of a queue-based endpoint. Its arguments may be outputs. */
export function getEndpointHealthOutput(args: GetEndpointHealthOutputArgs): Output<GetEndpointHealthResult> {
  return callOutput("getEndpointHealth", args);
}

export interface GetEndpointHealthArgs {
  /** Id of the endpoint. */
  readonly endpointId: string;
}

export interface GetEndpointHealthOutputArgs {
  /** Id of the endpoint. */
  readonly endpointId: Input<string>;
}

export interface GetEndpointHealthResult {
  /** Jobs completed since the endpoint was created. */
  completed: number;
  /** Jobs failed since then. */
  failed: number;
  /** Jobs retried since then. */
  retried: number;
  /** Jobs waiting now. */
  inQueue: number;
  /** Jobs running now. */
  inProgress: number;
  /** Workers without a job now. */
  idleWorkers: number;
  /** Workers at work now. */
  runningWorkers: number;
}

/** Lists the GPU types of RunPod with their prices, and on request with their availability. */
export function getGpuTypes(args: GetGpuTypesArgs = {}): Promise<GetGpuTypesResult> {
  return call("getGpuTypes", args);
}

/** Lists the GPU types of RunPod with their prices, and on request with their availability. Its arguments may be outputs. */
export function getGpuTypesOutput(args: GetGpuTypesOutputArgs = {}): Output<GetGpuTypesResult> {
  return callOutput("getGpuTypes", args);
}

export interface GetGpuTypesArgs {
  /** Product whose availability to report. Absent: prices and sizes only. */
  readonly product?: "POD" | "CLUSTER" | "SERVERLESS" | undefined;
  /** GPUs together in one machine. Default 1. */
  readonly count?: number | undefined;
  /** Default `SECURE`. */
  readonly cloud?: "SECURE" | "COMMUNITY" | undefined;
}

export interface GetGpuTypesOutputArgs {
  /** Product whose availability to report. Absent: prices and sizes only. */
  readonly product?: Input<"POD" | "CLUSTER" | "SERVERLESS"> | undefined;
  /** GPUs together in one machine. Default 1. */
  readonly count?: Input<number> | undefined;
  /** Default `SECURE`. */
  readonly cloud?: Input<"SECURE" | "COMMUNITY"> | undefined;
}

export interface GetGpuTypesResult {
  /** The GPU types. */
  gpuTypes: GetGpuTypesGpuType[];
}

/** Lists the CPU flavors of RunPod with their prices, and on request with their availability. */
export function getCpuTypes(args: GetCpuTypesArgs = {}): Promise<GetCpuTypesResult> {
  return call("getCpuTypes", args);
}

/** Lists the CPU flavors of RunPod with their prices, and on request with their availability. Its arguments may be outputs. */
export function getCpuTypesOutput(args: GetCpuTypesOutputArgs = {}): Output<GetCpuTypesResult> {
  return callOutput("getCpuTypes", args);
}

export interface GetCpuTypesArgs {
  /** Product whose availability to report. Absent: prices and sizes only. */
  readonly product?: "POD" | "SERVERLESS" | undefined;
  /** Virtual CPUs together, a power of two. */
  readonly vcpuCount?: number | undefined;
}

export interface GetCpuTypesOutputArgs {
  /** Product whose availability to report. Absent: prices and sizes only. */
  readonly product?: Input<"POD" | "SERVERLESS"> | undefined;
  /** Virtual CPUs together, a power of two. */
  readonly vcpuCount?: Input<number> | undefined;
}

export interface GetCpuTypesResult {
  /** The CPU flavors. */
  cpuTypes: GetCpuTypesCpuType[];
}

/** Lists RunPod's data centers with their networking and storage. */
export function getDataCenters(args: GetDataCentersArgs = {}): Promise<GetDataCentersResult> {
  return call("getDataCenters", args);
}

/** Lists RunPod's data centers with their networking and storage. Its arguments may be outputs. */
export function getDataCentersOutput(args: GetDataCentersOutputArgs = {}): Output<GetDataCentersResult> {
  return callOutput("getDataCenters", args);
}

export interface GetDataCentersArgs {
  /** Only those with global networking (true) or without (false). */
  readonly globalNetwork?: boolean | undefined;
}

export interface GetDataCentersOutputArgs {
  /** Only those with global networking (true) or without (false). */
  readonly globalNetwork?: Input<boolean> | undefined;
}

export interface GetDataCentersResult {
  /** The data centers. */
  dataCenters: GetDataCentersDataCenter[];
}

/** Lists the account's own templates. The result has no environments. */
export function getTemplates(args: GetTemplatesArgs = {}): Promise<GetTemplatesResult> {
  return call("getTemplates", args);
}

/** Lists the account's own templates. The result has no environments. Its arguments may be outputs. */
export function getTemplatesOutput(args: GetTemplatesOutputArgs = {}): Output<GetTemplatesResult> {
  return callOutput("getTemplates", args);
}

export interface GetTemplatesArgs {
  /** Only templates for endpoints (true) or for pods (false). */
  readonly serverless?: boolean | undefined;
}

export interface GetTemplatesOutputArgs {
  /** Only templates for endpoints (true) or for pods (false). */
  readonly serverless?: Input<boolean> | undefined;
}

export interface GetTemplatesResult {
  /** The templates. */
  templates: GetTemplatesTemplate[];
}

/** Lists the account's network volumes. */
export function getNetworkVolumes(args: GetNetworkVolumesArgs = {}): Promise<GetNetworkVolumesResult> {
  return call("getNetworkVolumes", args);
}

/** Lists the account's network volumes. Its arguments may be outputs. */
export function getNetworkVolumesOutput(args: GetNetworkVolumesOutputArgs = {}): Output<GetNetworkVolumesResult> {
  return callOutput("getNetworkVolumes", args);
}

export interface GetNetworkVolumesArgs {
  /** Only volumes in this data center. */
  readonly dataCenter?: string | undefined;
}

export interface GetNetworkVolumesOutputArgs {
  /** Only volumes in this data center. */
  readonly dataCenter?: Input<string> | undefined;
}

export interface GetNetworkVolumesResult {
  /** The volumes. */
  networkVolumes: GetNetworkVolumesNetworkVolume[];
}

/** Looks up a secret of the account by its name. Letter case does not matter. The result has no value. */
export function getSecret(args: GetSecretArgs): Promise<GetSecretResult> {
  return call("getSecret", args);
}

/** Looks up a secret of the account by its name. Letter case does not matter. The result has no value. Its arguments may be outputs. */
export function getSecretOutput(args: GetSecretOutputArgs): Output<GetSecretResult> {
  return callOutput("getSecret", args);
}

export interface GetSecretArgs {
  /** Name of the secret. */
  readonly name: string;
}

export interface GetSecretOutputArgs {
  /** Name of the secret. */
  readonly name: Input<string>;
}

export interface GetSecretResult {
  /** RFC 3339. */
  createdAt: string;
  /** Time of the value's last change, also outside Pulumi. RFC 3339; absent where RunPod does not report it. */
  valueLastUpdatedAt?: string | undefined;
  /** Id of the secret. */
  id: string;
  /** Name of the secret, as `{{ RUNPOD_SECRET_<name> }}` refers to it. */
  name: string;
  /** For people; absent for none. */
  description?: string | undefined;
}

/** Costs by time bucket and, where known, by resource. */
export function getBilling(args: GetBillingArgs = {}): Promise<GetBillingResult> {
  return call("getBilling", args);
}

/** Costs by time bucket and, where known, by resource. Its arguments may be outputs. */
export function getBillingOutput(args: GetBillingOutputArgs = {}): Output<GetBillingResult> {
  return callOutput("getBilling", args);
}

export interface GetBillingArgs {
  /** The part of the bill. Default `account`: everything. */
  readonly subject?: "account" | "pods" | "serverless" | "publicEndpoints" | "networkVolumes" | "clusters" | undefined;
  /** Default `day`. */
  readonly bucketSize?: "hour" | "day" | "week" | "month" | "year" | undefined;
  /** RFC 3339. Default: 30 days ago. */
  readonly startTime?: string | undefined;
  /** RFC 3339, not included. Default: now. */
  readonly endTime?: string | undefined;
  /** The last so many buckets, instead of the two times. */
  readonly lastN?: number | undefined;
}

export interface GetBillingOutputArgs {
  /** The part of the bill. Default `account`: everything. */
  readonly subject?: Input<"account" | "pods" | "serverless" | "publicEndpoints" | "networkVolumes" | "clusters"> | undefined;
  /** Default `day`. */
  readonly bucketSize?: Input<"hour" | "day" | "week" | "month" | "year"> | undefined;
  /** RFC 3339. Default: 30 days ago. */
  readonly startTime?: Input<string> | undefined;
  /** RFC 3339, not included. Default: now. */
  readonly endTime?: Input<string> | undefined;
  /** The last so many buckets, instead of the two times. */
  readonly lastN?: Input<number> | undefined;
}

export interface GetBillingResult {
  /** One record for each bucket, and for each resource where known. */
  records: GetBillingRecord[];
  /** US dollars in all. */
  totalAmount: number;
  /** US dollars by component in all. */
  amounts: Record<string, number>;
}

/** Runs a job on an endpoint and waits for its result. It runs again with every deployment, so use it in scripts; in a program, the resource Job runs once. A preview does not run it, and the result has no properties there. */
export function runJob(args: RunJobArgs): Promise<RunJobResult> {
  return call("runJob", args);
}

/** Runs a job on an endpoint and waits for its result. It runs again with every deployment, so use it in scripts; in a program, the resource Job runs once. A preview does not run it, and the result has no properties there. Its arguments may be outputs. */
export function runJobOutput(args: RunJobOutputArgs): Output<RunJobResult> {
  return callOutput("runJob", args);
}

export interface RunJobArgs {
  /** Id of the endpoint, which must have a queue (`type` is not `LB`). */
  readonly endpointId: string;
  /** The input of the endpoint's handler, at least one key. */
  readonly input: Readonly<Record<string, unknown>>;
  /** How long to wait for the result, such as `30m`; then the job is cancelled. Default `5m`. */
  readonly timeout?: string | undefined;
  /** Runs the job at preview too. Default false. */
  readonly runAtPreview?: boolean | undefined;
}

export interface RunJobOutputArgs {
  /** Id of the endpoint, which must have a queue (`type` is not `LB`). */
  readonly endpointId: Input<string>;
  /** The input of the endpoint's handler, at least one key. */
  readonly input: Input<Readonly<Record<string, unknown>>>;
  /** How long to wait for the result, such as `30m`; then the job is cancelled. Default `5m`. */
  readonly timeout?: Input<string> | undefined;
  /** Runs the job at preview too. Default false. */
  readonly runAtPreview?: Input<boolean> | undefined;
}

export interface RunJobResult {
  /** Id of the job. */
  id: string;
  /** Result of the handler. */
  output: unknown;
  /** Milliseconds of work. */
  executionTime?: number | undefined;
}

export interface PodMountsArgs {
  /** Deprecated by RunPod: use `network`. Disk on the pod's own host, lost with it. GPU pods only. @deprecated RunPod deprecates persistent mounts: their data does not survive the host. Use a network volume. */
  readonly persistent?: Input<PodMountsPersistentArgs> | undefined;
  /** At most one network volume; it outlives the pod. An empty list means none. */
  readonly network?: Input<readonly Input<PodMountsNetworkArgs>[]> | undefined;
}

export interface PodMountsPersistentArgs {
  /** GB, at least 10. It can grow in place; shrinking replaces the pod. */
  readonly size: Input<number>;
  /** Where the container sees it. */
  readonly path: Input<string>;
}

export interface PodMountsNetworkArgs {
  /** Id of a network volume in the pod's data center. A change replaces the pod. */
  readonly volumeId: Input<string>;
  /** Where the container sees it. */
  readonly path: Input<string>;
}

export interface PodGpuArgs {
  /** GPU type, as the catalog names it, such as `NVIDIA GeForce RTX 4090`. */
  readonly id: Input<GpuTypeId>;
  /** How many of them. Default 1. */
  readonly count?: Input<number> | undefined;
  /** CUDA versions the host may have, exactly. Not together with `minCudaVersion`. */
  readonly allowedCudaVersions?: Input<readonly Input<string>[]> | undefined;
  /** The lowest CUDA version the host may have. */
  readonly minCudaVersion?: Input<string> | undefined;
  /** GB of memory that the host must have for each GPU. It chooses the host and reserves nothing. */
  readonly minRamPerGpu?: Input<number> | undefined;
  /** Virtual CPUs that the host must have for each GPU. */
  readonly minVcpuCountPerGpu?: Input<number> | undefined;
}

/** GPU types of RunPod on 2026-11-22. Podwright accepts other names, too. */
export type GpuTypeId =
  | "AMD Instinct MI300X OAM"
  | "NVIDIA A100 80GB PCIe"
  | "NVIDIA A100-SXM4-80GB"
  | "NVIDIA A40"
  | "NVIDIA B200"
  | "NVIDIA GeForce RTX 3070"
  | "NVIDIA GeForce RTX 3090"
  | "NVIDIA GeForce RTX 4090"
  | "NVIDIA GeForce RTX 5090"
  | "NVIDIA H100 80GB HBM3"
  | "NVIDIA H100 NVL"
  | "NVIDIA H100 PCIe"
  | "NVIDIA H200"
  | "NVIDIA L4"
  | "NVIDIA L40"
  | "NVIDIA L40S"
  | "NVIDIA RTX 2000 Ada Generation"
  | "NVIDIA RTX 4000 Ada Generation"
  | "NVIDIA RTX 6000 Ada Generation"
  | "NVIDIA RTX A4000"
  | "NVIDIA RTX A4500"
  | "NVIDIA RTX A5000"
  | "NVIDIA RTX A6000"
  | "NVIDIA RTX PRO 6000 Blackwell Server Edition"
  | (string & {});

export interface PodCpuArgs {
  /** CPU flavor, as the catalog names it, such as `cpu3c`. */
  readonly id: Input<CpuFlavorId>;
  /** Virtual CPUs: a power of two from 2 up, within the flavor's range. */
  readonly vcpuCount: Input<number>;
}

/** CPU flavors of RunPod on 2026-11-22. Podwright accepts other names, too. */
export type CpuFlavorId =
  | "cpu3c"
  | "cpu3g"
  | "cpu5c"
  | "cpu5g"
  | (string & {});

/** Data centers of RunPod on 2026-11-22. Podwright accepts other names, too. */
export type DataCenterId =
  | "AP-JP-1"
  | "CA-MTL-1"
  | "EU-CZ-1"
  | "EU-FR-1"
  | "EU-NL-1"
  | "EU-RO-1"
  | "EU-SE-1"
  | "EUR-GB-1"
  | "EUR-IS-1"
  | "EUR-NO-1"
  | "OC-AU-1"
  | "US-CA-2"
  | "US-GA-2"
  | "US-KS-2"
  | "US-TX-3"
  | (string & {});

export interface PodFallbackArgs {
  /** GPUs to try instead. */
  readonly gpu?: Input<PodGpuArgs> | undefined;
  /** CPUs to try instead. */
  readonly cpu?: Input<PodCpuArgs> | undefined;
  /** `SECURE` is the provider's own data centers, `COMMUNITY` hosts of others. Default `SECURE`. */
  readonly cloud?: Input<"SECURE" | "COMMUNITY"> | undefined;
  /** Data centers for the pod. RunPod was seen to create the pod only in these; if none has capacity, the create fails. RunPod documents them as a preference, so `up` warns when the pod is elsewhere. Empty lets RunPod choose. */
  readonly dataCenterIds?: Input<readonly Input<DataCenterId>[]> | undefined;
}

export interface PodReadinessArgs {
  /** Met by an answer to GET. Podwright follows no redirect. */
  readonly http?: Input<PodReadinessHttpArgs> | undefined;
  /** Met by a connection. */
  readonly tcp?: Input<PodReadinessTcpArgs> | undefined;
}

export interface PodReadinessHttpArgs {
  /** The port inside the container, as in `ports`. */
  readonly port: Input<number>;
  /** Default `/`. */
  readonly path?: Input<string> | undefined;
  /** The status it must answer. Default: any from 200 to 399. */
  readonly status?: Input<number> | undefined;
  /** How long one try waits for an answer. Default 5s. */
  readonly timeout?: Input<string> | undefined;
  /** Address to ask, with `{id}`, `{port}`, `{ip}` and `{public}` for the pod, the port, and the port's public address. Needed for an `http` port, because RunPod's interface does not name the address of its proxy. Default `http://{ip}:{public}`. */
  readonly address?: Input<string> | undefined;
}

export interface PodReadinessTcpArgs {
  /** The port inside the container, as in `ports`. */
  readonly port: Input<number>;
}

export interface PodMounts {
  /** Deprecated by RunPod: use `network`. Disk on the pod's own host, lost with it. GPU pods only. @deprecated RunPod deprecates persistent mounts: their data does not survive the host. Use a network volume. */
  persistent?: PodMountsPersistent | undefined;
  /** At most one network volume; it outlives the pod. An empty list means none. */
  network?: PodMountsNetwork[] | undefined;
}

export interface PodMountsPersistent {
  /** GB, at least 10. It can grow in place; shrinking replaces the pod. */
  size: number;
  /** Where the container sees it. */
  path: string;
}

export interface PodMountsNetwork {
  /** Id of a network volume in the pod's data center. A change replaces the pod. */
  volumeId: string;
  /** Where the container sees it. */
  path: string;
}

export interface PodGpu {
  /** GPU type, as the catalog names it, such as `NVIDIA GeForce RTX 4090`. */
  id: string;
  /** How many of them. Default 1. */
  count?: number | undefined;
  /** CUDA versions the host may have, exactly. Not together with `minCudaVersion`. */
  allowedCudaVersions?: string[] | undefined;
  /** The lowest CUDA version the host may have. */
  minCudaVersion?: string | undefined;
  /** GB of memory that the host must have for each GPU. It chooses the host and reserves nothing. */
  minRamPerGpu?: number | undefined;
  /** Virtual CPUs that the host must have for each GPU. */
  minVcpuCountPerGpu?: number | undefined;
}

export interface PodCpu {
  /** CPU flavor, as the catalog names it, such as `cpu3c`. */
  id: string;
  /** Virtual CPUs: a power of two from 2 up, within the flavor's range. */
  vcpuCount: number;
}

export interface PodFallback {
  /** GPUs to try instead. */
  gpu?: PodGpu | undefined;
  /** CPUs to try instead. */
  cpu?: PodCpu | undefined;
  /** `SECURE` is the provider's own data centers, `COMMUNITY` hosts of others. Default `SECURE`. */
  cloud?: string | undefined;
  /** Data centers for the pod. RunPod was seen to create the pod only in these; if none has capacity, the create fails. RunPod documents them as a preference, so `up` warns when the pod is elsewhere. Empty lets RunPod choose. */
  dataCenterIds?: string[] | undefined;
}

export interface PodReadiness {
  /** Met by an answer to GET. Podwright follows no redirect. */
  http?: PodReadinessHttp | undefined;
  /** Met by a connection. */
  tcp?: PodReadinessTcp | undefined;
}

export interface PodReadinessHttp {
  /** The port inside the container, as in `ports`. */
  port: number;
  /** Default `/`. */
  path?: string | undefined;
  /** The status it must answer. Default: any from 200 to 399. */
  status?: number | undefined;
  /** How long one try waits for an answer. Default 5s. */
  timeout?: string | undefined;
  /** Address to ask, with `{id}`, `{port}`, `{ip}` and `{public}` for the pod, the port, and the port's public address. Needed for an `http` port, because RunPod's interface does not name the address of its proxy. Default `http://{ip}:{public}`. */
  address?: string | undefined;
}

export interface PodReadinessTcp {
  /** The port inside the container, as in `ports`. */
  port: number;
}

export interface PodPlacement {
  /** Its GPUs; absent on CPU pods. */
  gpu?: PodPlacementGpu | undefined;
  /** Its CPUs; absent on GPU pods. */
  cpu?: PodPlacementCpu | undefined;
  /** `SECURE` or `COMMUNITY`. */
  cloud: string;
  /** The data center, where RunPod names it. */
  dataCenterId?: string | undefined;
}

export interface PodPlacementGpu {
  /** GPU type. */
  id: string;
  /** How many of them. */
  count: number;
  /** Virtual CPUs that come with all of them together. */
  vcpuCount?: number | undefined;
  /** GB of the host's memory that come with all of them together. */
  memory?: number | undefined;
}

export interface PodPlacementCpu {
  /** CPU flavor. */
  id: string;
  /** Virtual CPUs. */
  vcpuCount: number;
  /** GB of memory, which follow from flavor and `vcpuCount`. */
  memory?: number | undefined;
}

export interface PodGlobalNetwork {
  /** Whether it has a place there. */
  enabled: boolean;
  /** Its address there. */
  ip?: string | undefined;
  /** Its name there. */
  internalDns?: string | undefined;
}

export interface PodPortMapping {
  /** The port inside the container. */
  private: number;
  /** The port to connect to; absent where there is none. */
  public: number | null;
  /** `http` or `tcp`. */
  type: string;
  /** The address to connect to; absent where there is none. */
  ip: string | null;
}

export interface PodSsh {
  /** Through RunPod's proxy; absent until the pod is placed. */
  proxy: PodSshAccess | null;
  /** Straight to the pod; absent unless it runs with `22/tcp` exposed. */
  direct: PodSshAccess | null;
}

export interface PodSshAccess {
  /** Host name or address. */
  host: string;
  /** TCP port. */
  port: number;
  /** User to log in as. */
  username: string;
  /** Ready to paste. */
  command: string;
}

export interface ClusterComputeArgs {
  /** GPU type, as the catalog names it, such as `NVIDIA H100 80GB HBM3`. */
  readonly gpuTypeId: Input<GpuTypeId>;
  /** GPUs of each pod. */
  readonly gpuCountPerPod: Input<number>;
  /** Pods, 2 to 250. */
  readonly podCount: Input<number>;
}

export interface ClusterMountsArgs {
  /** At most one network volume, which all pods mount. An empty list means none. */
  readonly network?: Input<readonly Input<ClusterMountsNetworkArgs>[]> | undefined;
}

export interface ClusterMountsNetworkArgs {
  /** Id of a network volume in the cluster's data center. */
  readonly volumeId: Input<string>;
  /** Where the containers see it. */
  readonly path: Input<string>;
}

export interface ClusterCompute {
  /** GPU type, as the catalog names it, such as `NVIDIA H100 80GB HBM3`. */
  gpuTypeId: string;
  /** GPUs of each pod. */
  gpuCountPerPod: number;
  /** Pods, 2 to 250. */
  podCount: number;
}

export interface ClusterMounts {
  /** At most one network volume, which all pods mount. An empty list means none. */
  network?: ClusterMountsNetwork[] | undefined;
}

export interface ClusterMountsNetwork {
  /** Id of a network volume in the cluster's data center. */
  volumeId: string;
  /** Where the containers see it. */
  path: string;
}

export interface ClusterNetwork {
  /** Addresses of the network. */
  cidr: string;
  /** Identifier of the network, once it has one. */
  vxlanId?: number | undefined;
  /** UDP port of the network, once it has one. */
  vxlanPort?: number | undefined;
}

/** GPU pools of RunPod on 2026-11-22. Podwright accepts other names, too. */
export type GpuPool =
  | "ADA_24"
  | "ADA_32_PRO"
  | "ADA_48_PRO"
  | "ADA_80_PRO"
  | "AMPERE_16"
  | "AMPERE_24"
  | "AMPERE_48"
  | "AMPERE_80"
  | "BLACKWELL_180"
  | "BLACKWELL_96"
  | "HOPPER_141"
  | (string & {});

export interface ServerlessEndpointDrainArgs {
  /** Waiting jobs: `purge` removes them, `process` works them off first, `refuse` fails the delete. Default `purge`. */
  readonly queued?: Input<"purge" | "process" | "refuse"> | undefined;
  /** Running jobs: `wait` lets them finish, `abandon` does not wait for them. Default `wait`. */
  readonly inProgress?: Input<"wait" | "abandon"> | undefined;
  /** How long the drained endpoint stays without workers, so that results of finished jobs can be fetched: at most `30m`, such as `10m`. Default: not at all. */
  readonly keepFor?: Input<string> | undefined;
}

export interface ServerlessEndpointDrain {
  /** Waiting jobs: `purge` removes them, `process` works them off first, `refuse` fails the delete. Default `purge`. */
  queued?: string | undefined;
  /** Running jobs: `wait` lets them finish, `abandon` does not wait for them. Default `wait`. */
  inProgress?: string | undefined;
  /** How long the drained endpoint stays without workers, so that results of finished jobs can be fetched: at most `30m`, such as `10m`. Default: not at all. */
  keepFor?: string | undefined;
}

export interface TemplateMountsArgs {
  /** Deprecated by RunPod. Disk on the pod's own host, for pods made from this template. @deprecated RunPod deprecates persistent mounts: their data does not survive the host. Use a network volume. */
  readonly persistent?: Input<TemplateMountsPersistentArgs> | undefined;
}

export interface TemplateMountsPersistentArgs {
  /** GB, at least 10. */
  readonly size: Input<number>;
  /** Where the container sees it. */
  readonly path: Input<string>;
}

export interface TemplateMounts {
  /** Deprecated by RunPod. Disk on the pod's own host, for pods made from this template. @deprecated RunPod deprecates persistent mounts: their data does not survive the host. Use a network volume. */
  persistent?: TemplateMountsPersistent | undefined;
}

export interface TemplateMountsPersistent {
  /** GB, at least 10. */
  size: number;
  /** Where the container sees it. */
  path: string;
}

export interface JobPolicyArgs {
  /** Longest run in milliseconds, 5000 to 604800000 (7 days). Default: the endpoint's. */
  readonly executionTimeout?: Input<number> | undefined;
  /** Milliseconds after which RunPod drops the job, finished or not, 10000 to 604800000. Default 86400000 (a day). */
  readonly ttl?: Input<number> | undefined;
  /** Adds no workers to the endpoint. Default false. */
  readonly lowPriority?: Input<boolean> | undefined;
}

export interface JobPolicy {
  /** Longest run in milliseconds, 5000 to 604800000 (7 days). Default: the endpoint's. */
  executionTimeout?: number | undefined;
  /** Milliseconds after which RunPod drops the job, finished or not, 10000 to 604800000. Default 86400000 (a day). */
  ttl?: number | undefined;
  /** Adds no workers to the endpoint. Default false. */
  lowPriority?: boolean | undefined;
}

export interface ModelServerCacheArgs {
  /** GB, 10 to 4096. It grows in place. */
  readonly size: Input<number>;
  /** The data center of the volume, such as `EU-RO-1`. The workers run there, too. Another data center is blue/green. */
  readonly dataCenter: Input<DataCenterId>;
}

export interface ModelServerSmokeTestArgs {
  /** The job's input. The job runs when the endpoint serves; the update fails if the job does. */
  readonly input: Input<Readonly<Record<string, unknown>>>;
  /** How long to wait for the answer, in the queue and at work. Default `15m`. */
  readonly timeout?: Input<string> | undefined;
  /** Conditions that the answer must meet. Default: any answer is good. */
  readonly accepts?: Input<readonly Input<ModelServerSmokeTestAcceptArgs>[]> | undefined;
}

export interface ModelServerSmokeTestAcceptArgs {
  /** The place in the answer, such as `choices[0].text`. Default: the whole answer. */
  readonly path?: Input<string> | undefined;
  /** The value there must be this. */
  readonly equals?: unknown | undefined;
  /** The text there must match this regular expression of JavaScript. */
  readonly matches?: Input<string> | undefined;
  /** Whether there must be a value. */
  readonly present?: Input<boolean> | undefined;
}

export interface GetServerlessEndpointCpu {
  /** CPU flavor. */
  id: string;
  /** Virtual CPUs. */
  vcpuCount: number;
}

export interface GetGpuTypesGpuType {
  /** As `gpu.id` of a pod takes it. */
  id: string;
  /** Its name. */
  name: string;
  /** As `gpuIds` of an endpoint takes it; absent where endpoints cannot. */
  pool?: string | undefined;
  /** Who makes it. */
  manufacturer: string;
  /** GB. */
  memory: number;
  /** US dollars an hour for one in the secure cloud. */
  securePrice: number;
  /** US dollars an hour for one in the community cloud. */
  communityPrice: number;
  /** `NONE`, `LOW`, `MEDIUM` or `HIGH`, where requested. */
  availability?: string | undefined;
  /** The same by data center, where requested. */
  dataCenters?: GetGpuTypesGpuTypeDataCenter[] | undefined;
}

export interface GetGpuTypesGpuTypeDataCenter {
  /** Id of the data center. */
  id: string;
  /** Its name. */
  name: string;
  /** `NONE`, `LOW`, `MEDIUM` or `HIGH`. */
  availability: string;
}

export interface GetCpuTypesCpuType {
  /** As `cpu.id` of a pod takes it. */
  id: string;
  /** Its name. */
  name: string;
  /** Virtual CPUs at least. */
  minVcpu: number;
  /** Virtual CPUs at most. */
  maxVcpu: number;
  /** GB of memory for each. */
  ramGbPerVcpu: number;
  /** US dollars an hour for one in a pod. */
  pricePerVcpu: number;
  /** `NONE`, `LOW`, `MEDIUM` or `HIGH`, where requested. */
  availability?: string | undefined;
}

export interface GetDataCentersDataCenter {
  /** As `dataCenterIds` and `dataCenter` take it. */
  id: string;
  /** Its name. */
  name: string;
  /** Part of the world. */
  region: string;
  /** Whether pods here may use global networking. */
  globalNetwork: boolean;
  /** Tiers of network volumes here. */
  networkVolumeTypes: string[];
}

export interface GetTemplatesTemplate {
  /** Id of the template. */
  id: string;
  /** Name of the template. */
  name: string;
  /** Container image. */
  image: string;
  /** Whether it is for endpoints. */
  serverless: boolean;
  /** Whether other accounts see it. */
  public: boolean;
}

export interface GetNetworkVolumesNetworkVolume {
  /** Id of the volume. */
  id: string;
  /** Name of the volume. */
  name: string;
  /** GB. */
  size: number;
  /** Data center of the volume. */
  dataCenter: string;
  /** Its storage tier. */
  type: string;
}

export interface GetBillingRecord {
  /** Start of the bucket. */
  startTime: string;
  /** End of the bucket, not included. */
  endTime: string;
  /** The resource, where the record is about one. */
  resourceId?: string | undefined;
  /** US dollars. */
  totalAmount: number;
  /** US dollars by component, such as `gpuAmount`. */
  amounts: Record<string, number>;
}
