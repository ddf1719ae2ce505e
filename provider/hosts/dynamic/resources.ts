// Written by `npm run generated` from provider/kinds and provider/functions.

import type { CustomResourceOptions, Input, Output } from "@pulumi/pulumi";
import { DynamicResource } from "./dynamic-resource";
import { call, callOutput } from "./functions";

/** A RunPod pod is a container on GPU or CPU hardware. `pulumi up` waits until the pod runs. The pod keeps its id through every change that RunPod can make in place. */
export class Pod extends DynamicResource {
  /** Name on RunPod. Default: the resource's name with a random suffix. */
  declare readonly name: Output<string>;
  /** Container image. Required without `templateId`. */
  declare readonly image: Output<string | undefined>;
  /** Arguments for the entrypoint as one text, as in a shell. Alternative to `cmd`. Default: the image's command. */
  declare readonly args: Output<string | undefined>;
  /** Program that the container starts, with its first arguments. Default: the image's entrypoint. */
  declare readonly entrypoint: Output<string[] | undefined>;
  /** Arguments for the entrypoint as a list. Alternative to `args`. Default: the image's command. */
  declare readonly cmd: Output<string[] | undefined>;
  /** Size of the container disk in GB. A restart erases the disk. Default: RunPod chooses. */
  declare readonly disk: Output<number | undefined>;
  /** Ports to expose, such as `8888/http` or `22/tcp`. A number above 70000, such as `70001/tcp`, asks for a port with the same number inside and outside, and the variable `RUNPOD_TCP_PORT_70001` then contains this number. Default: none. */
  declare readonly ports: Output<string[] | undefined>;
  /** Environment variables of the container. Pulumi encrypts them in the state. Default: none. */
  declare readonly env: Output<Record<string, string> | undefined>;
  /** Id of the registry credential for a private image. Default: none. */
  declare readonly registry: Output<string | null | undefined>;
  /** Storage that survives a restart: either `persistent` or `network`. */
  declare readonly mounts: Output<PodMounts | undefined>;
  /** GPUs of the pod. A pod needs either `gpu` or `cpu`. */
  declare readonly gpu: Output<PodGpu | undefined>;
  /** CPUs of the pod, in place of `gpu`. */
  declare readonly cpu: Output<PodCpu | undefined>;
  /** Cloud that runs the pod: RunPod's own data centers (`SECURE`) or hosts of other owners (`COMMUNITY`). Default `SECURE`. */
  declare readonly cloud: Output<string | undefined>;
  /** Data centers that may run the pod. If RunPod chooses another data center, `up` warns. Default: RunPod chooses. */
  declare readonly dataCenterIds: Output<string[] | undefined>;
  /** If true, the pod gets an address in the account's private network. RunPod offers such addresses for NVIDIA GPUs in some data centers. Default false. */
  declare readonly globalNetworking: Output<boolean | undefined>;
  /** Id of a pod template. RunPod copies the template's settings when it creates the pod. Inputs of the pod override these settings. */
  declare readonly templateId: Output<string | undefined>;
  /** If true, RunPod starts an SSH server in the new pod. Default false. */
  declare readonly startSsh: Output<boolean | undefined>;
  /** If true, RunPod starts Jupyter in the new pod. Default false. */
  declare readonly startJupyter: Output<boolean | undefined>;
  /** If true, RunPod refuses to stop or reset the pod. RunPod still deletes a locked pod. Default false. */
  declare readonly locked: Output<boolean | undefined>;
  /** Desired status. Podwright starts or stops the pod to reach it. */
  declare readonly desiredStatus: Output<string>;
  /** Other hardware or places, which Podwright tries in order if RunPod has no capacity for the first choice. Default: none. */
  declare readonly fallbacks: Output<PodFallback[] | undefined>;
  /** How long Podwright searches for capacity, such as `15m`. Default: Podwright tries each choice once. */
  declare readonly capacityTimeout: Output<string | undefined>;
  /** Port that must answer before the pod counts as ready. Podwright connects from the machine that runs Pulumi. Default: the pod is ready when it runs. */
  declare readonly readiness: Output<PodReadiness | undefined>;
  /** If true, a create or an update does not wait until the pod runs. Default false. */
  declare readonly skipAwait: Output<boolean | undefined>;
  /** How long a pod may be RUNNING without a container, such as `20m`. Podwright goes on waiting while the pod's log changes or cannot be read. Default `6m`. */
  declare readonly containerTimeout: Output<string | undefined>;
  /** If true, Podwright deletes a new pod that has no container after `containerTimeout`, and creates another pod, at most 3 times. Default false: `pulumi up` fails and keeps the pod. */
  declare readonly replaceStuck: Output<boolean | undefined>;
  /** If false, Podwright refuses a replacement that destroys the data of `mounts.persistent`. Default true: the preview warns of the loss. */
  declare readonly allowDataLoss: Output<boolean | undefined>;
  /** Status of the pod at the end of the last operation, such as `RUNNING` or `EXITED`. */
  declare readonly status: Output<string>;
  /** Price of the pod in US dollars per hour. 0 for a stopped pod. */
  declare readonly cost: Output<number>;
  /** Hardware, cloud and data center that RunPod assigned to the pod. */
  declare readonly placement: Output<PodPlacement>;
  /** Data center that runs the pod. */
  declare readonly dataCenterId: Output<string | undefined>;
  /** Id of the template that RunPod copied for the pod. Absent without a template. */
  declare readonly template: Output<string | undefined>;
  /** Address of the pod in the account's private network. */
  declare readonly globalNetwork: Output<PodGlobalNetwork>;
  /** Public addresses of the pod's exposed ports. */
  declare readonly portMappings: Output<PodPortMapping[]>;
  /** Address of each port with the protocol `http` at RunPod's proxy, by port. The proxy has no login, and ends a request after 100 seconds with status 524. */
  declare readonly urls: Output<Record<string, string>>;
  /** Ways to log in with SSH. */
  declare readonly ssh: Output<PodSsh | undefined>;
  /** CUDA version of the host. Absent for CPU pods. */
  declare readonly cudaVersion: Output<string | undefined>;
  /** Time of creation, in RFC 3339. */
  declare readonly createdAt: Output<string>;
  /** Time of the last start, in RFC 3339. */
  declare readonly startedAt: Output<string | undefined>;

  constructor(name: string, args: PodArgs, options: CustomResourceOptions = {}) {
    super({"kind":"Pod","secrets":["env","__unshown"],"computed":["name","image","args","entrypoint","cmd","disk","ports","env","registry","mounts","cloud","globalNetworking","locked","desiredStatus","status","cost","placement","dataCenterId","template","globalNetwork","portMappings","urls","ssh","cudaVersion","createdAt","startedAt"]}, name, args, options);
  }
}

export interface PodArgs {
  /** Name on RunPod. Default: the resource's name with a random suffix. */
  readonly name?: Input<string> | undefined;
  /** Container image. Required without `templateId`. */
  readonly image?: Input<string> | undefined;
  /** Arguments for the entrypoint as one text, as in a shell. Alternative to `cmd`. Default: the image's command. */
  readonly args?: Input<string> | undefined;
  /** Program that the container starts, with its first arguments. Default: the image's entrypoint. */
  readonly entrypoint?: Input<readonly Input<string>[]> | undefined;
  /** Arguments for the entrypoint as a list. Alternative to `args`. Default: the image's command. */
  readonly cmd?: Input<readonly Input<string>[]> | undefined;
  /** Size of the container disk in GB. A restart erases the disk. Default: RunPod chooses. */
  readonly disk?: Input<number> | undefined;
  /** Ports to expose, such as `8888/http` or `22/tcp`. A number above 70000, such as `70001/tcp`, asks for a port with the same number inside and outside, and the variable `RUNPOD_TCP_PORT_70001` then contains this number. Default: none. */
  readonly ports?: Input<readonly Input<string>[]> | undefined;
  /** Environment variables of the container. Pulumi encrypts them in the state. Default: none. */
  readonly env?: Input<Readonly<Record<string, Input<string>>>> | undefined;
  /** Id of the registry credential for a private image. Default: none. */
  readonly registry?: Input<string | null> | undefined;
  /** Storage that survives a restart: either `persistent` or `network`. */
  readonly mounts?: Input<PodMountsArgs> | undefined;
  /** GPUs of the pod. A pod needs either `gpu` or `cpu`. */
  readonly gpu?: Input<PodGpuArgs> | undefined;
  /** CPUs of the pod, in place of `gpu`. */
  readonly cpu?: Input<PodCpuArgs> | undefined;
  /** Cloud that runs the pod: RunPod's own data centers (`SECURE`) or hosts of other owners (`COMMUNITY`). Default `SECURE`. */
  readonly cloud?: Input<"SECURE" | "COMMUNITY"> | undefined;
  /** Data centers that may run the pod. If RunPod chooses another data center, `up` warns. Default: RunPod chooses. */
  readonly dataCenterIds?: Input<readonly Input<DataCenterId>[]> | undefined;
  /** If true, the pod gets an address in the account's private network. RunPod offers such addresses for NVIDIA GPUs in some data centers. Default false. */
  readonly globalNetworking?: Input<boolean> | undefined;
  /** Id of a pod template. RunPod copies the template's settings when it creates the pod. Inputs of the pod override these settings. */
  readonly templateId?: Input<string> | undefined;
  /** If true, RunPod starts an SSH server in the new pod. Default false. A change replaces the resource. */
  readonly startSsh?: Input<boolean> | undefined;
  /** If true, RunPod starts Jupyter in the new pod. Default false. A change replaces the resource. */
  readonly startJupyter?: Input<boolean> | undefined;
  /** If true, RunPod refuses to stop or reset the pod. RunPod still deletes a locked pod. Default false. */
  readonly locked?: Input<boolean> | undefined;
  /** Desired status. Podwright starts or stops the pod to reach it. */
  readonly desiredStatus?: Input<"RUNNING" | "EXITED"> | undefined;
  /** Other hardware or places, which Podwright tries in order if RunPod has no capacity for the first choice. Default: none. */
  readonly fallbacks?: Input<readonly Input<PodFallbackArgs>[]> | undefined;
  /** How long Podwright searches for capacity, such as `15m`. Default: Podwright tries each choice once. */
  readonly capacityTimeout?: Input<string> | undefined;
  /** Port that must answer before the pod counts as ready. Podwright connects from the machine that runs Pulumi. Default: the pod is ready when it runs. */
  readonly readiness?: Input<PodReadinessArgs> | undefined;
  /** If true, a create or an update does not wait until the pod runs. Default false. */
  readonly skipAwait?: Input<boolean> | undefined;
  /** How long a pod may be RUNNING without a container, such as `20m`. Podwright goes on waiting while the pod's log changes or cannot be read. Default `6m`. */
  readonly containerTimeout?: Input<string> | undefined;
  /** If true, Podwright deletes a new pod that has no container after `containerTimeout`, and creates another pod, at most 3 times. Default false: `pulumi up` fails and keeps the pod. */
  readonly replaceStuck?: Input<boolean> | undefined;
  /** If false, Podwright refuses a replacement that destroys the data of `mounts.persistent`. Default true: the preview warns of the loss. */
  readonly allowDataLoss?: Input<boolean> | undefined;
}

/** A RunPod cluster consists of 2 to 250 equal GPU pods in one data center, with a private network between them. Use it for training over several hosts, for Slurm or for Ray. */
export class Cluster extends DynamicResource {
  /** Name on RunPod. Default: the resource's name with a random suffix. */
  declare readonly name: Output<string>;
  /** Kind of cluster. For `SLURM` and `RAY`, RunPod gives each pod its role in Slurm or Ray. */
  declare readonly type: Output<string>;
  /** Hardware of each pod. All pods of a cluster have the same hardware. */
  declare readonly compute: Output<ClusterCompute>;
  /** Data centers that may run the cluster. All pods run in one of these data centers. Default: RunPod chooses. */
  declare readonly dataCenterIds: Output<string[] | undefined>;
  /** Id of a pod template, in place of all container settings and mounts. A private image needs a template, which names the registry credential. */
  declare readonly templateId: Output<string | undefined>;
  /** Container image. */
  declare readonly image: Output<string | undefined>;
  /** Arguments for the entrypoint as one text, as in a shell. Alternative to `cmd`. Default: the image's command. */
  declare readonly args: Output<string | undefined>;
  /** Program that the container starts, with its first arguments. Default: the image's entrypoint. */
  declare readonly entrypoint: Output<string[] | undefined>;
  /** Arguments for the entrypoint as a list. Alternative to `args`. Default: the image's command. */
  declare readonly cmd: Output<string[] | undefined>;
  /** Size of the container disk in GB. A restart erases the disk. Default: RunPod chooses. */
  declare readonly disk: Output<number | undefined>;
  /** Ports to expose, such as `8888/http` or `22/tcp`. A number above 70000, such as `70001/tcp`, asks for a port with the same number inside and outside, and the variable `RUNPOD_TCP_PORT_70001` then contains this number. Default: none. */
  declare readonly ports: Output<string[] | undefined>;
  /** Environment variables of the container. Pulumi encrypts them in the state. Default: none. */
  declare readonly env: Output<Record<string, string> | undefined>;
  /** Storage of the pods. The storage outlives the cluster. */
  declare readonly mounts: Output<ClusterMounts | undefined>;
  /** If true, every pod gets the account's public SSH keys. Default false. */
  declare readonly startSsh: Output<boolean | undefined>;
  /** If true, RunPod starts Jupyter in every pod. Default false. */
  declare readonly startJupyter: Output<boolean | undefined>;
  /** If true, a create or an update does not wait until every pod is RUNNING. Default false. */
  declare readonly skipAwait: Output<boolean | undefined>;
  /** True if every pod was RUNNING at the end of the last operation. */
  declare readonly ready: Output<boolean>;
  /** Data center that runs the cluster. */
  declare readonly dataCenterId: Output<string | undefined>;
  /** Private network of the pods. */
  declare readonly network: Output<ClusterNetwork | undefined>;
  /** Id of the pod that controls the cluster. */
  declare readonly primaryPodId: Output<string | undefined>;
  /** SSH address of the primary pod, in the form `<host>:<port>`. Absent unless the pod exposes `22/tcp`. The address changes with each start. */
  declare readonly sshEndpoint: Output<string | undefined>;
  /** Time of creation, in RFC 3339. */
  declare readonly createdAt: Output<string>;

  constructor(name: string, args: ClusterArgs, options: CustomResourceOptions = {}) {
    super({"kind":"Cluster","secrets":["env","__unshown"],"computed":["name","ready","dataCenterId","network","primaryPodId","sshEndpoint","createdAt"]}, name, args, options);
  }
}

export interface ClusterArgs {
  /** Name on RunPod. Default: the resource's name with a random suffix. */
  readonly name?: Input<string> | undefined;
  /** Kind of cluster. For `SLURM` and `RAY`, RunPod gives each pod its role in Slurm or Ray. A change replaces the resource. */
  readonly type: Input<"APPLICATION" | "TRAINING" | "SLURM" | "RAY">;
  /** Hardware of each pod. All pods of a cluster have the same hardware. A change replaces the resource. */
  readonly compute: Input<ClusterComputeArgs>;
  /** Data centers that may run the cluster. All pods run in one of these data centers. Default: RunPod chooses. */
  readonly dataCenterIds?: Input<readonly Input<DataCenterId>[]> | undefined;
  /** Id of a pod template, in place of all container settings and mounts. A private image needs a template, which names the registry credential. A change replaces the resource. */
  readonly templateId?: Input<string> | undefined;
  /** Container image. A change replaces the resource. */
  readonly image?: Input<string> | undefined;
  /** Arguments for the entrypoint as one text, as in a shell. Alternative to `cmd`. Default: the image's command. */
  readonly args?: Input<string> | undefined;
  /** Program that the container starts, with its first arguments. Default: the image's entrypoint. */
  readonly entrypoint?: Input<readonly Input<string>[]> | undefined;
  /** Arguments for the entrypoint as a list. Alternative to `args`. Default: the image's command. */
  readonly cmd?: Input<readonly Input<string>[]> | undefined;
  /** Size of the container disk in GB. A restart erases the disk. Default: RunPod chooses. A change replaces the resource. */
  readonly disk?: Input<number> | undefined;
  /** Ports to expose, such as `8888/http` or `22/tcp`. A number above 70000, such as `70001/tcp`, asks for a port with the same number inside and outside, and the variable `RUNPOD_TCP_PORT_70001` then contains this number. Default: none. A change replaces the resource. */
  readonly ports?: Input<readonly Input<string>[]> | undefined;
  /** Environment variables of the container. Pulumi encrypts them in the state. Default: none. A change replaces the resource. */
  readonly env?: Input<Readonly<Record<string, Input<string>>>> | undefined;
  /** Storage of the pods. The storage outlives the cluster. A change replaces the resource. */
  readonly mounts?: Input<ClusterMountsArgs> | undefined;
  /** If true, every pod gets the account's public SSH keys. Default false. A change replaces the resource. */
  readonly startSsh?: Input<boolean> | undefined;
  /** If true, RunPod starts Jupyter in every pod. Default false. A change replaces the resource. */
  readonly startJupyter?: Input<boolean> | undefined;
  /** If true, a create or an update does not wait until every pod is RUNNING. Default false. */
  readonly skipAwait?: Input<boolean> | undefined;
}

/** A RunPod serverless endpoint runs workers, and their number follows the load. Before Podwright deletes an endpoint, it drains the endpoint. */
export class ServerlessEndpoint extends DynamicResource {
  /** Name on RunPod. Default: the resource's name with a random suffix. */
  declare readonly name: Output<string>;
  /** GPU pools, separated by commas, such as `AMPERE_16` or `ADA_24,AMPERE_24`. `-<GPU type>` excludes a GPU type. An endpoint needs either `gpuIds` or `cpu`. */
  declare readonly gpuIds: Output<string | undefined>;
  /** CPU hardware, in place of `gpuIds`. RunPod chooses one of these CPUs for each worker. */
  declare readonly cpu: Output<ServerlessEndpointCpu[] | undefined>;
  /** Number of GPUs in each worker. Default: RunPod chooses. */
  declare readonly gpuCount: Output<number | undefined>;
  /** Exact CUDA versions that a worker's host may have. Alternative to `minCudaVersion`. Default: any version. */
  declare readonly allowedCudaVersions: Output<string[] | undefined>;
  /** Lowest CUDA version that a worker's host may have. Alternative to `allowedCudaVersions`. Default: 12.0 over GraphQL, any version over REST. */
  declare readonly minCudaVersion: Output<string | undefined>;
  /** Longest running time of a job, in milliseconds. Default 0: RunPod chooses the limit. */
  declare readonly executionTimeoutMs: Output<number | undefined>;
  /** Id of a serverless template. Only one endpoint can use a template at a time. */
  declare readonly templateId: Output<string>;
  /** Environment variables of the workers, which override variables of the template. Pulumi encrypts them in the state. Default: none. Over REST only (`endpointTransport`). */
  declare readonly env: Output<Record<string, string> | undefined>;
  /** `QB` endpoints take jobs from a queue. `LB` endpoints balance HTTP requests. Default `QB`. */
  declare readonly type: Output<string | undefined>;
  /** Seconds before an idle worker shuts down, from 1 to 3600. Default: RunPod chooses. */
  declare readonly idleTimeout: Output<number | undefined>;
  /** Regions such as `CZ,US`, or data centers such as `EU-RO-1`, separated by commas. Default: any place. */
  declare readonly locations: Output<string | null | undefined>;
  /** Mode for cold starts of workers. `FLASHBOOT` makes cold starts faster. Default: RunPod chooses. */
  declare readonly flashBootType: Output<string | undefined>;
  /** RunPod bases the number of workers on this measure: the seconds that jobs wait (`QUEUE_DELAY`) or the number of jobs (`REQUEST_COUNT`). Default: RunPod chooses. */
  declare readonly scalerType: Output<string | undefined>;
  /** Target of the scaler: seconds for `QUEUE_DELAY`, jobs per worker for `REQUEST_COUNT`. Default: RunPod chooses. */
  declare readonly scalerValue: Output<number | undefined>;
  /** Number of workers that always run. Default: RunPod chooses. */
  declare readonly workersMin: Output<number | undefined>;
  /** Highest number of workers. Default: RunPod chooses. */
  declare readonly workersMax: Output<number | undefined>;
  /** Id of a network volume that every worker mounts. Default: none. */
  declare readonly networkVolumeId: Output<string | null | undefined>;
  /** Ids of network volumes, at most one in each data center, in place of `networkVolumeId`. A worker mounts the volume of its data center. Default: none. */
  declare readonly networkVolumeIds: Output<string[] | undefined>;
  /** Models of Hugging Face that RunPod keeps on its hosts for GPU workers, such as `https://huggingface.co/Qwen/Qwen3-8B:main`. RunPod replaces a branch with its present commit. Default: none. Over GraphQL only (`endpointTransport`). */
  declare readonly modelReferences: Output<string[] | undefined>;
  /** If true, a create or an update does not wait until `workersMin` workers are ready. Default false. */
  declare readonly skipAwait: Output<boolean | undefined>;
  /** If true, Podwright restores the settings of the endpoint and its template if the workers do not become ready after an update. The update still fails. Default false. */
  declare readonly rollback: Output<boolean | undefined>;
  /** Treatment of the jobs when Podwright deletes the endpoint. */
  declare readonly drain: Output<ServerlessEndpointDrain | undefined>;
  /** URL for requests. Append `/run`, `/runsync` or `/status/<job>` for `QB`, or a path of the workers for `LB`. */
  declare readonly url: Output<string>;
  /** URL of the workers' health check, for an `LB` endpoint. */
  declare readonly healthUrl: Output<string | undefined>;
  /** True if the workers were ready at the end of the last update. Absent if Podwright did not wait for workers. */
  declare readonly ready: Output<boolean | undefined>;
  /** Revision of the template that the workers run. Absent for a template outside the stack. */
  declare readonly templateRevision: Output<number | undefined>;

  constructor(name: string, args: ServerlessEndpointArgs, options: CustomResourceOptions = {}) {
    super({"kind":"ServerlessEndpoint","secrets":["env","__served","__unshown"],"computed":["name","gpuIds","cpu","gpuCount","allowedCudaVersions","minCudaVersion","executionTimeoutMs","env","type","idleTimeout","locations","flashBootType","scalerType","scalerValue","workersMin","workersMax","networkVolumeId","networkVolumeIds","modelReferences","url","healthUrl","ready","templateRevision"]}, name, args, options);
  }
}

export interface ServerlessEndpointArgs {
  /** Name on RunPod. Default: the resource's name with a random suffix. */
  readonly name?: Input<string> | undefined;
  /** GPU pools, separated by commas, such as `AMPERE_16` or `ADA_24,AMPERE_24`. `-<GPU type>` excludes a GPU type. An endpoint needs either `gpuIds` or `cpu`. */
  readonly gpuIds?: Input<GpuPool> | undefined;
  /** CPU hardware, in place of `gpuIds`. RunPod chooses one of these CPUs for each worker. */
  readonly cpu?: Input<readonly Input<ServerlessEndpointCpuArgs>[]> | undefined;
  /** Number of GPUs in each worker. Default: RunPod chooses. */
  readonly gpuCount?: Input<number> | undefined;
  /** Exact CUDA versions that a worker's host may have. Alternative to `minCudaVersion`. Default: any version. */
  readonly allowedCudaVersions?: Input<readonly Input<string>[]> | undefined;
  /** Lowest CUDA version that a worker's host may have. Alternative to `allowedCudaVersions`. Default: 12.0 over GraphQL, any version over REST. */
  readonly minCudaVersion?: Input<string> | undefined;
  /** Longest running time of a job, in milliseconds. Default 0: RunPod chooses the limit. */
  readonly executionTimeoutMs?: Input<number> | undefined;
  /** Id of a serverless template. Only one endpoint can use a template at a time. */
  readonly templateId: Input<string>;
  /** Environment variables of the workers, which override variables of the template. Pulumi encrypts them in the state. Default: none. Over REST only (`endpointTransport`). */
  readonly env?: Input<Readonly<Record<string, Input<string>>>> | undefined;
  /** `QB` endpoints take jobs from a queue. `LB` endpoints balance HTTP requests. Default `QB`. A change replaces the resource. */
  readonly type?: Input<"QB" | "LB"> | undefined;
  /** Seconds before an idle worker shuts down, from 1 to 3600. Default: RunPod chooses. */
  readonly idleTimeout?: Input<number> | undefined;
  /** Regions such as `CZ,US`, or data centers such as `EU-RO-1`, separated by commas. Default: any place. */
  readonly locations?: Input<DataCenterId | null> | undefined;
  /** Mode for cold starts of workers. `FLASHBOOT` makes cold starts faster. Default: RunPod chooses. */
  readonly flashBootType?: Input<"OFF" | "FLASHBOOT" | "PRIORITY_FLASHBOOT"> | undefined;
  /** RunPod bases the number of workers on this measure: the seconds that jobs wait (`QUEUE_DELAY`) or the number of jobs (`REQUEST_COUNT`). Default: RunPod chooses. */
  readonly scalerType?: Input<"QUEUE_DELAY" | "REQUEST_COUNT"> | undefined;
  /** Target of the scaler: seconds for `QUEUE_DELAY`, jobs per worker for `REQUEST_COUNT`. Default: RunPod chooses. */
  readonly scalerValue?: Input<number> | undefined;
  /** Number of workers that always run. Default: RunPod chooses. */
  readonly workersMin?: Input<number> | undefined;
  /** Highest number of workers. Default: RunPod chooses. */
  readonly workersMax?: Input<number> | undefined;
  /** Id of a network volume that every worker mounts. Default: none. */
  readonly networkVolumeId?: Input<string | null> | undefined;
  /** Ids of network volumes, at most one in each data center, in place of `networkVolumeId`. A worker mounts the volume of its data center. Default: none. */
  readonly networkVolumeIds?: Input<readonly Input<string>[]> | undefined;
  /** Models of Hugging Face that RunPod keeps on its hosts for GPU workers, such as `https://huggingface.co/Qwen/Qwen3-8B:main`. RunPod replaces a branch with its present commit. Default: none. Over GraphQL only (`endpointTransport`). */
  readonly modelReferences?: Input<readonly Input<string>[]> | undefined;
  /** If true, a create or an update does not wait until `workersMin` workers are ready. Default false. */
  readonly skipAwait?: Input<boolean> | undefined;
  /** If true, Podwright restores the settings of the endpoint and its template if the workers do not become ready after an update. The update still fails. Default false. */
  readonly rollback?: Input<boolean> | undefined;
  /** Treatment of the jobs when Podwright deletes the endpoint. */
  readonly drain?: Input<ServerlessEndpointDrainArgs> | undefined;
}

/** A RunPod template is a named set of container settings. Endpoints run with the settings of their template, and pods can copy a template when RunPod creates them. */
export class Template extends DynamicResource {
  /** Name on RunPod. Default: the resource's name with a random suffix. */
  declare readonly name: Output<string>;
  /** Container image. */
  declare readonly image: Output<string>;
  /** Arguments for the entrypoint as one text, as in a shell. Alternative to `cmd`. Default: the image's command. */
  declare readonly args: Output<string | undefined>;
  /** Program that the container starts, with its first arguments. Default: the image's entrypoint. */
  declare readonly entrypoint: Output<string[] | undefined>;
  /** Arguments for the entrypoint as a list. Alternative to `args`. Default: the image's command. */
  declare readonly cmd: Output<string[] | undefined>;
  /** Size of the container disk in GB. A restart erases the disk. Default: RunPod chooses. */
  declare readonly disk: Output<number | undefined>;
  /** Ports to expose, such as `8888/http` or `22/tcp`. A number above 70000, such as `70001/tcp`, asks for a port with the same number inside and outside, and the variable `RUNPOD_TCP_PORT_70001` then contains this number. Default: none. */
  declare readonly ports: Output<string[] | undefined>;
  /** Environment variables of the container. Pulumi encrypts them in the state. Default: none. */
  declare readonly env: Output<Record<string, string> | undefined>;
  /** Id of the registry credential for a private image. Default: none. */
  declare readonly registry: Output<string | null | undefined>;
  /** Storage of pods that copy this template. */
  declare readonly mounts: Output<TemplateMounts | undefined>;
  /** If true, the template is for serverless endpoints. Default false: the template is for pods. */
  declare readonly serverless: Output<boolean | undefined>;
  /** If true, other accounts see the template. Default false. */
  declare readonly public: Output<boolean | undefined>;
  /** Category under which RunPod's console shows the template. Default `NVIDIA`. */
  declare readonly category: Output<string | undefined>;
  /** If true, RunPod starts an SSH server in pods that copy this template. Default true. */
  declare readonly startSsh: Output<boolean | undefined>;
  /** If true, RunPod starts Jupyter in pods that copy this template. Default true. */
  declare readonly startJupyter: Output<boolean | undefined>;
  /** CUDA versions that a host may have. Default: any version. */
  declare readonly allowedCudaVersions: Output<string[] | undefined>;
  /** Revision of the template, starting at 1. The number increases with each change for which RunPod replaces the workers. */
  declare readonly revision: Output<number | undefined>;

  constructor(name: string, args: TemplateArgs, options: CustomResourceOptions = {}) {
    super({"kind":"Template","secrets":["env"],"computed":["name","args","entrypoint","cmd","disk","ports","env","registry","mounts","serverless","public","category","startSsh","startJupyter","allowedCudaVersions","revision"]}, name, args, options);
  }
}

export interface TemplateArgs {
  /** Name on RunPod. Default: the resource's name with a random suffix. */
  readonly name?: Input<string> | undefined;
  /** Container image. */
  readonly image: Input<string>;
  /** Arguments for the entrypoint as one text, as in a shell. Alternative to `cmd`. Default: the image's command. */
  readonly args?: Input<string> | undefined;
  /** Program that the container starts, with its first arguments. Default: the image's entrypoint. */
  readonly entrypoint?: Input<readonly Input<string>[]> | undefined;
  /** Arguments for the entrypoint as a list. Alternative to `args`. Default: the image's command. */
  readonly cmd?: Input<readonly Input<string>[]> | undefined;
  /** Size of the container disk in GB. A restart erases the disk. Default: RunPod chooses. */
  readonly disk?: Input<number> | undefined;
  /** Ports to expose, such as `8888/http` or `22/tcp`. A number above 70000, such as `70001/tcp`, asks for a port with the same number inside and outside, and the variable `RUNPOD_TCP_PORT_70001` then contains this number. Default: none. */
  readonly ports?: Input<readonly Input<string>[]> | undefined;
  /** Environment variables of the container. Pulumi encrypts them in the state. Default: none. */
  readonly env?: Input<Readonly<Record<string, Input<string>>>> | undefined;
  /** Id of the registry credential for a private image. Default: none. */
  readonly registry?: Input<string | null> | undefined;
  /** Storage of pods that copy this template. */
  readonly mounts?: Input<TemplateMountsArgs> | undefined;
  /** If true, the template is for serverless endpoints. Default false: the template is for pods. A change replaces the resource. */
  readonly serverless?: Input<boolean> | undefined;
  /** If true, other accounts see the template. Default false. */
  readonly public?: Input<boolean> | undefined;
  /** Category under which RunPod's console shows the template. Default `NVIDIA`. */
  readonly category?: Input<"CPU" | "NVIDIA" | "AMD"> | undefined;
  /** If true, RunPod starts an SSH server in pods that copy this template. Default true. */
  readonly startSsh?: Input<boolean> | undefined;
  /** If true, RunPod starts Jupyter in pods that copy this template. Default true. */
  readonly startJupyter?: Input<boolean> | undefined;
  /** CUDA versions that a host may have. Default: any version. */
  readonly allowedCudaVersions?: Input<readonly Input<string>[]> | undefined;
}

/** A RunPod network volume is storage that outlives the pods and workers that mount it. RunPod bills it until you delete it. */
export class NetworkVolume extends DynamicResource {
  /** Name on RunPod. Default: the resource's name with a random suffix. */
  declare readonly name: Output<string>;
  /** Size in GB, from 10 to 4096. A smaller size replaces the volume. */
  declare readonly size: Output<number>;
  /** Data center of the volume and of the pods that mount it. A change replaces the volume. */
  declare readonly dataCenter: Output<string>;
  /** Storage tier. A change replaces the volume. Default: the primary tier of the data center. */
  declare readonly type: Output<string | undefined>;
  /** If true, a change may replace the volume and destroy its data. Default false. */
  declare readonly allowDataLoss: Output<boolean | undefined>;
  /** Storage tier of the volume. */
  declare readonly tier: Output<string>;

  constructor(name: string, args: NetworkVolumeArgs, options: CustomResourceOptions = {}) {
    super({"kind":"NetworkVolume","secrets":["__unshown"],"computed":["name","type","tier"]}, name, args, options);
  }
}

export interface NetworkVolumeArgs {
  /** Name on RunPod. Default: the resource's name with a random suffix. */
  readonly name?: Input<string> | undefined;
  /** Size in GB, from 10 to 4096. A smaller size replaces the volume. */
  readonly size: Input<number>;
  /** Data center of the volume and of the pods that mount it. A change replaces the volume. */
  readonly dataCenter: Input<DataCenterId>;
  /** Storage tier. A change replaces the volume. Default: the primary tier of the data center. */
  readonly type?: Input<"STANDARD" | "HIGH_PERFORMANCE"> | undefined;
  /** If true, a change may replace the volume and destroy its data. Default false. */
  readonly allowDataLoss?: Input<boolean> | undefined;
}

/** A RunPod registry credential. Pods and templates use it to pull private images from a container registry. */
export class RegistryCredential extends DynamicResource {
  /** Name of the credential. Default: the resource's name with a random suffix. */
  declare readonly name: Output<string>;
  /** User name at the registry. Pulumi encrypts it in the state, and RunPod never reports it. */
  declare readonly username: Output<string>;
  /** Password or access token. Pulumi encrypts it in the state, and RunPod never reports it. */
  declare readonly password: Output<string>;

  constructor(name: string, args: RegistryCredentialArgs, options: CustomResourceOptions = {}) {
    super({"kind":"RegistryCredential","secrets":["username","password"],"computed":["name"]}, name, args, options);
  }
}

export interface RegistryCredentialArgs {
  /** Name of the credential. Default: the resource's name with a random suffix. A change replaces the resource. */
  readonly name?: Input<string> | undefined;
  /** User name at the registry. Pulumi encrypts it in the state, and RunPod never reports it. A change replaces the resource. */
  readonly username: Input<string>;
  /** Password or access token. Pulumi encrypts it in the state, and RunPod never reports it. A change replaces the resource. */
  readonly password: Input<string>;
}

/** A RunPod secret is an encrypted text in your account, for tokens and passwords that containers need. */
export class Secret extends DynamicResource {
  /** Name of the secret, unique in the account regardless of letter case. An `env` refers to the secret as `{{ RUNPOD_SECRET_<name> }}`. Default: the resource's name with a random suffix. */
  declare readonly name: Output<string>;
  /** Value of the secret, less than 16 MiB. Required for a create. Pulumi encrypts it in the state, and RunPod never reports it. */
  declare readonly value: Output<string | undefined>;
  /** Note for human readers. Default: none. */
  declare readonly description: Output<string | undefined>;
  /** Time of creation, in RFC 3339. */
  declare readonly createdAt: Output<string>;
  /** Time when Pulumi or another tool last changed the value, in RFC 3339. */
  declare readonly valueLastUpdatedAt: Output<string | undefined>;

  constructor(name: string, args: SecretArgs, options: CustomResourceOptions = {}) {
    super({"kind":"Secret","secrets":["value"],"computed":["name","description","createdAt","valueLastUpdatedAt"]}, name, args, options);
  }
}

export interface SecretArgs {
  /** Name of the secret, unique in the account regardless of letter case. An `env` refers to the secret as `{{ RUNPOD_SECRET_<name> }}`. Default: the resource's name with a random suffix. A change replaces the resource. */
  readonly name?: Input<string> | undefined;
  /** Value of the secret, less than 16 MiB. Required for a create. Pulumi encrypts it in the state, and RunPod never reports it. */
  readonly value?: Input<string> | undefined;
  /** Note for human readers. Default: none. */
  readonly description?: Input<string> | undefined;
}

/** An SSH key is one public key in the list of your account. RunPod gives this list to each new pod with `startSsh: true`. */
export class SshKey extends DynamicResource {
  /** Public key in one line, as in a file that ends with `.pub`: type, key and an optional comment. Podwright removes spaces and line ends around it. */
  declare readonly publicKey: Output<string>;
  /** Fingerprint of the key, as `ssh-keygen -lf` prints it, such as `SHA256:…`. It is also the resource's id. */
  declare readonly fingerprint: Output<string>;
  /** Comment of the key. Empty if it has none. */
  declare readonly comment: Output<string>;

  constructor(name: string, args: SshKeyArgs, options: CustomResourceOptions = {}) {
    super({"kind":"SshKey","secrets":[],"computed":["fingerprint","comment"]}, name, args, options);
  }
}

export interface SshKeyArgs {
  /** Public key in one line, as in a file that ends with `.pub`: type, key and an optional comment. Podwright removes spaces and line ends around it. */
  readonly publicKey: Input<string>;
}

/** A job on a RunPod endpoint that must complete before the deployment continues, such as a smoke test or a step of a promotion. */
export class Job extends DynamicResource {
  /** Id of an endpoint with a queue (`type: QB`). */
  declare readonly endpointId: Output<string>;
  /** Input of the endpoint's handler, with at least one key. The state shows the input in plain text, unless a part of it is secret. */
  declare readonly input: Output<Record<string, unknown>>;
  /** Values that make the job run again when they change. Default: none. */
  declare readonly triggers: Output<unknown[] | undefined>;
  /** How long Podwright waits for the end of the job, such as `30m`, including its time in the queue. Default: the time in `customTimeouts`, or `15m` without it. */
  declare readonly timeout: Output<string | undefined>;
  /** URL to which RunPod posts the result when the job has ended. RunPod may post it several times. The posted body contains the URL, and Pulumi encrypts it in the state. Default: none. */
  declare readonly webhook: Output<string | undefined>;
  /** Limits that RunPod applies to the job. Default: none. */
  declare readonly policy: Output<JobPolicy | undefined>;
  /** Status of the job: `COMPLETED` after a successful run, `EXPIRED` if RunPod no longer has the job, or the last known status. */
  declare readonly status: Output<string>;
  /** Result of the handler, or null if it returned nothing. The output is secret if `input` contains a secret. */
  declare readonly output: Output<unknown>;
  /** Milliseconds that the job waited for a worker. */
  declare readonly delayTime: Output<number | undefined>;
  /** Milliseconds that the worker needed for the job. */
  declare readonly executionTime: Output<number | undefined>;

  constructor(name: string, args: JobArgs, options: CustomResourceOptions = {}) {
    super({"kind":"Job","secrets":["webhook"],"computed":["status","output","delayTime","executionTime"]}, name, args, options);
  }
}

export interface JobArgs {
  /** Id of an endpoint with a queue (`type: QB`). A change replaces the resource. */
  readonly endpointId: Input<string>;
  /** Input of the endpoint's handler, with at least one key. The state shows the input in plain text, unless a part of it is secret. A change replaces the resource. */
  readonly input: Input<Readonly<Record<string, unknown>>>;
  /** Values that make the job run again when they change. Default: none. A change replaces the resource. */
  readonly triggers?: Input<readonly unknown[]> | undefined;
  /** How long Podwright waits for the end of the job, such as `30m`, including its time in the queue. Default: the time in `customTimeouts`, or `15m` without it. */
  readonly timeout?: Input<string> | undefined;
  /** URL to which RunPod posts the result when the job has ended. RunPod may post it several times. The posted body contains the URL, and Pulumi encrypts it in the state. Default: none. */
  readonly webhook?: Input<string> | undefined;
  /** Limits that RunPod applies to the job. Default: none. */
  readonly policy?: Input<JobPolicyArgs> | undefined;
}

/** A command that runs in a pod to its end, such as a training, an evaluation or the download of a model. The pod is gone afterwards, and the state has the result. (A job is a request to an endpoint.) */
export class Task extends DynamicResource {
  /** Container image. Required without `templateId`. */
  declare readonly image: Output<string | undefined>;
  /** Id of a pod template. RunPod copies the template's settings when it creates the pod. Inputs of the task override these settings. */
  declare readonly templateId: Output<string | undefined>;
  /** Program that the container runs to its end, with its arguments. Podwright starts it from a few lines of `/bin/sh`. Required without `success`. */
  declare readonly command: Output<string[] | undefined>;
  /** Environment variables of the container. Pulumi encrypts them in the state. Default: none. */
  declare readonly env: Output<Record<string, string> | undefined>;
  /** GPUs of the pod. A task needs either `gpu` or `cpu`. */
  declare readonly gpu: Output<PodGpu | undefined>;
  /** CPUs of the pod, in place of `gpu`. */
  declare readonly cpu: Output<PodCpu | undefined>;
  /** Cloud that runs the pod: RunPod's own data centers (`SECURE`) or hosts of other owners (`COMMUNITY`). Default `SECURE`. */
  declare readonly cloud: Output<string | undefined>;
  /** Data centers that may run the pod. If RunPod chooses another data center, `up` warns. Default: RunPod chooses. */
  declare readonly dataCenterIds: Output<string[] | undefined>;
  /** Other hardware or places. Podwright tries them in order if RunPod has no capacity for the first choice, and a retry begins with the next one. Default: none. */
  declare readonly fallbacks: Output<PodFallback[] | undefined>;
  /** How long Podwright searches for capacity, such as `15m`. Default: Podwright tries each choice once. */
  declare readonly capacityTimeout: Output<string | undefined>;
  /** Network volume of the task. Podwright also writes the task's log and its result there, in the folder `.podwright`. */
  declare readonly mounts: Output<TaskMounts | undefined>;
  /** Size of the container disk in GB. A restart erases the disk. Default: RunPod chooses. */
  declare readonly disk: Output<number | undefined>;
  /** Id of the registry credential for a private image. Default: none. */
  declare readonly registry: Output<string | null | undefined>;
  /** How long the command may run, such as `2h`. The container then ends the command and stops its pod, even if nobody watches. */
  declare readonly timeout: Output<string>;
  /** Most US dollars that all pods of a run may cost together, at RunPod's price for the pod. The preview refuses a `timeout` that could cost more, and a retry gets only the rest. Default: no limit. */
  declare readonly maxCost: Output<number | undefined>;
  /** How many further pods a run may start after its pod was lost, from 0 to 10. A command that fails does not run again by itself. Default 2. */
  declare readonly retries: Output<number | undefined>;
  /** `onFailure` keeps the stopped pod of an unsuccessful run, so that you can read its log. The next run deletes it. Default `never`. */
  declare readonly keepPod: Output<string | undefined>;
  /** Values that make the command run again when they change. Default: none. */
  declare readonly triggers: Output<unknown[] | undefined>;
  /** If false, `up` does not wait for the end of the command. A later `up` or refresh records the result. Default true. */
  declare readonly wait: Output<boolean | undefined>;
  /** Text in the log that shows success, for an image without a shell. Podwright then runs `command` as it is, cannot tell a failed command from a lost pod, and cannot end the pod while nobody watches. Default: the exit code decides. */
  declare readonly success: Output<string | undefined>;
  /** `SUCCEEDED`, `FAILED` after another exit code than 0, `TIMED_OUT` after `timeout`, `LOST` if the pod ended without a result, or `RUNNING`. */
  declare readonly status: Output<string>;
  /** Exit code of the command. Absent without a result. */
  declare readonly exitCode: Output<number | undefined>;
  /** Time at which the last pod started, in RFC 3339. */
  declare readonly startedAt: Output<string | undefined>;
  /** Time at which the command ended, in RFC 3339. */
  declare readonly endedAt: Output<string | undefined>;
  /** US dollars that the pods of the run have cost, computed from their times and prices. Volumes are not part of it. */
  declare readonly cost: Output<number>;
  /** Last lines of the log, at most 20, with the values of `env` masked. The output is secret if `command` or `env` is secret. */
  declare readonly logTail: Output<string>;
  /** Number of pods that the run has had. */
  declare readonly attempts: Output<number>;
  /** Id of the last pod of the run. */
  declare readonly podId: Output<string>;
  /** True while RunPod still has the pod `podId`. */
  declare readonly hasPod: Output<boolean>;

  constructor(name: string, args: TaskArgs, options: CustomResourceOptions = {}) {
    super({"kind":"Task","secrets":["env","__spent"],"computed":["status","exitCode","startedAt","endedAt","cost","logTail","attempts","podId","hasPod"]}, name, args, options);
  }
}

export interface TaskArgs {
  /** Container image. Required without `templateId`. A change replaces the resource. */
  readonly image?: Input<string> | undefined;
  /** Id of a pod template. RunPod copies the template's settings when it creates the pod. Inputs of the task override these settings. A change replaces the resource. */
  readonly templateId?: Input<string> | undefined;
  /** Program that the container runs to its end, with its arguments. Podwright starts it from a few lines of `/bin/sh`. Required without `success`. A change replaces the resource. */
  readonly command?: Input<readonly Input<string>[]> | undefined;
  /** Environment variables of the container. Pulumi encrypts them in the state. Default: none. A change replaces the resource. */
  readonly env?: Input<Readonly<Record<string, Input<string>>>> | undefined;
  /** GPUs of the pod. A task needs either `gpu` or `cpu`. A change replaces the resource. */
  readonly gpu?: Input<PodFallbackGpuArgs> | undefined;
  /** CPUs of the pod, in place of `gpu`. A change replaces the resource. */
  readonly cpu?: Input<PodCpuArgs> | undefined;
  /** Cloud that runs the pod: RunPod's own data centers (`SECURE`) or hosts of other owners (`COMMUNITY`). Default `SECURE`. A change replaces the resource. */
  readonly cloud?: Input<"SECURE" | "COMMUNITY"> | undefined;
  /** Data centers that may run the pod. If RunPod chooses another data center, `up` warns. Default: RunPod chooses. */
  readonly dataCenterIds?: Input<readonly Input<DataCenterId>[]> | undefined;
  /** Other hardware or places. Podwright tries them in order if RunPod has no capacity for the first choice, and a retry begins with the next one. Default: none. */
  readonly fallbacks?: Input<readonly Input<PodFallbackArgs>[]> | undefined;
  /** How long Podwright searches for capacity, such as `15m`. Default: Podwright tries each choice once. */
  readonly capacityTimeout?: Input<string> | undefined;
  /** Network volume of the task. Podwright also writes the task's log and its result there, in the folder `.podwright`. A change replaces the resource. */
  readonly mounts?: Input<TaskMountsArgs> | undefined;
  /** Size of the container disk in GB. A restart erases the disk. Default: RunPod chooses. */
  readonly disk?: Input<number> | undefined;
  /** Id of the registry credential for a private image. Default: none. */
  readonly registry?: Input<string | null> | undefined;
  /** How long the command may run, such as `2h`. The container then ends the command and stops its pod, even if nobody watches. */
  readonly timeout: Input<string>;
  /** Most US dollars that all pods of a run may cost together, at RunPod's price for the pod. The preview refuses a `timeout` that could cost more, and a retry gets only the rest. Default: no limit. */
  readonly maxCost?: Input<number> | undefined;
  /** How many further pods a run may start after its pod was lost, from 0 to 10. A command that fails does not run again by itself. Default 2. */
  readonly retries?: Input<number> | undefined;
  /** `onFailure` keeps the stopped pod of an unsuccessful run, so that you can read its log. The next run deletes it. Default `never`. */
  readonly keepPod?: Input<"never" | "onFailure"> | undefined;
  /** Values that make the command run again when they change. Default: none. A change replaces the resource. */
  readonly triggers?: Input<readonly unknown[]> | undefined;
  /** If false, `up` does not wait for the end of the command. A later `up` or refresh records the result. Default true. */
  readonly wait?: Input<boolean> | undefined;
  /** Text in the log that shows success, for an image without a shell. Podwright then runs `command` as it is, cannot tell a failed command from a lost pod, and cannot end the pod while nobody watches. Default: the exit code decides. A change replaces the resource. */
  readonly success?: Input<string> | undefined;
}

export interface ModelServerArgs {
  /** Hugging Face model that the workers serve, such as `Qwen/Qwen2.5-7B-Instruct`, or a folder of the volume, such as `/runpod-volume/model`. The workers read it from the environment variable `MODEL_NAME`. */
  readonly model?: Input<string> | undefined;
  /** Container image of the workers. Default: an image with vLLM, which needs the input `model`. */
  readonly image?: Input<string> | undefined;
  /** Environment variables of the workers. Pulumi encrypts them in the state. */
  readonly env?: Input<Readonly<Record<string, Input<string>>>> | undefined;
  /** GPU pool of the workers, such as `ADA_24`. A change of this input starts a blue/green deployment: Podwright creates a new endpoint and deletes the old one last. */
  readonly gpuIds: GpuPool;
  /** Number of GPUs in each worker. A change of this input starts a blue/green deployment. Default: RunPod chooses the number. */
  readonly gpuCount?: number | undefined;
  /** Other GPU pools. RunPod tries them in order if the first pool has no capacity. A change of this input starts a blue/green deployment. Default: none. */
  readonly fallbacks?: readonly GpuPool[] | undefined;
  /** Data centers or regions of the workers, separated by commas. A change of this input starts a blue/green deployment. Default: the data center of `cache`; if `cache` is absent, RunPod chooses. */
  readonly locations?: DataCenterId | undefined;
  /** New network volume that keeps the workers' downloads. Default: none. */
  readonly cache?: Input<ModelServerCacheArgs> | undefined;
  /** Id of an existing network volume, in place of `cache`. The workers find it at `/runpod-volume`, keep their downloads there, and run in its data center. Default: none. */
  readonly networkVolumeId?: Input<string> | undefined;
  /** Job that a new or changed endpoint must answer before the update succeeds. Default: no test. */
  readonly smokeTest?: Input<ModelServerSmokeTestArgs> | undefined;
  /** How long Podwright keeps the drained endpoint for clients that fetch results, such as `10m`; at most `30m`. Default: Podwright deletes the drained endpoint immediately. */
  readonly keepFor?: Input<string> | undefined;
  /** Names of further inputs, such as `image`. A change of these inputs also starts a blue/green deployment. Default: only a change of the hardware starts it. */
  readonly blueGreenOn?: readonly ("model" | "image" | "env" | "args" | "disk" | "registry" | "allowedCudaVersions" | "minCudaVersion" | "flashBootType" | "networkVolumeId")[] | undefined;
  /** Arguments for the entrypoint as one text, as in a shell. Alternative to `cmd`. Default: the image's command. */
  readonly args?: Input<string> | undefined;
  /** Size of the container disk in GB. A restart erases the disk. Default: RunPod chooses. */
  readonly disk?: Input<number> | undefined;
  /** Id of the registry credential for a private image. Default: none. */
  readonly registry?: Input<string | null> | undefined;
  /** Exact CUDA versions that a worker's host may have. Alternative to `minCudaVersion`. Default: any version. */
  readonly allowedCudaVersions?: Input<readonly Input<string>[]> | undefined;
  /** Lowest CUDA version that a worker's host may have. Alternative to `allowedCudaVersions`. Default: 12.0 over GraphQL, any version over REST. */
  readonly minCudaVersion?: Input<string> | undefined;
  /** Longest running time of a job, in milliseconds. Default 0: RunPod chooses the limit. */
  readonly executionTimeoutMs?: Input<number> | undefined;
  /** Seconds before an idle worker shuts down, from 1 to 3600. Default: RunPod chooses. */
  readonly idleTimeout?: Input<number> | undefined;
  /** Mode for cold starts of workers. `FLASHBOOT` makes cold starts faster. Default: RunPod chooses. */
  readonly flashBootType?: Input<"OFF" | "FLASHBOOT" | "PRIORITY_FLASHBOOT"> | undefined;
  /** RunPod bases the number of workers on this measure: the seconds that jobs wait (`QUEUE_DELAY`) or the number of jobs (`REQUEST_COUNT`). Default: RunPod chooses. */
  readonly scalerType?: Input<"QUEUE_DELAY" | "REQUEST_COUNT"> | undefined;
  /** Target of the scaler: seconds for `QUEUE_DELAY`, jobs per worker for `REQUEST_COUNT`. Default: RunPod chooses. */
  readonly scalerValue?: Input<number> | undefined;
  /** Number of workers that always run. Default: RunPod chooses. */
  readonly workersMin?: Input<number> | undefined;
  /** Highest number of workers. Default: RunPod chooses. */
  readonly workersMax?: Input<number> | undefined;
  /** Models of Hugging Face that RunPod keeps on its hosts for GPU workers, such as `https://huggingface.co/Qwen/Qwen3-8B:main`. RunPod replaces a branch with its present commit. Default: none. Over GraphQL only (`endpointTransport`). */
  readonly modelReferences?: Input<readonly Input<string>[]> | undefined;
  /** If true, a create or an update does not wait until `workersMin` workers are ready. Default false. */
  readonly skipAwait?: Input<boolean> | undefined;
  /** If true, Podwright restores the settings of the endpoint and its template if the workers do not become ready after an update. The update still fails. Default false. */
  readonly rollback?: Input<boolean> | undefined;
  /** Treatment of the jobs when Podwright deletes the endpoint. */
  readonly drain?: Input<ServerlessEndpointDrainArgs> | undefined;
}

/** Returns a pod of the account by its id. The result does not contain the environment. */
export function getPod(args: GetPodArgs): Promise<GetPodResult> {
  return call("getPod", args);
}

/** Returns a pod of the account by its id. The result does not contain the environment. Its arguments may be outputs. */
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
  /** Price of the pod in US dollars per hour. 0 for a stopped pod. */
  cost: number;
  /** Hardware, cloud and data center that RunPod assigned to the pod. */
  placement: PodPlacement;
  /** Data center that runs the pod. */
  dataCenterId?: string | undefined;
  /** Id of the template that RunPod copied for the pod. Absent without a template. */
  template?: string | undefined;
  /** Address of the pod in the account's private network. */
  globalNetwork: PodGlobalNetwork;
  /** CUDA version of the host. Absent for CPU pods. */
  cudaVersion?: string | undefined;
  /** Time of creation, in RFC 3339. */
  createdAt: string;
  /** Time of the last start, in RFC 3339. */
  startedAt?: string | undefined;
  /** Id of the pod. */
  id: string;
  /** Name of the pod. */
  name: string;
  /** Container image. */
  image: string;
  /** Size of the container disk in GB. */
  disk: number;
  /** Exposed ports, in the form `<port>/<protocol>`. */
  ports: string[];
  /** True if RunPod refuses to stop or reset the pod. */
  locked: boolean;
  /** Public addresses of the pod's exposed ports. */
  portMappings: PodPortMapping[];
  /** Address of each port with the protocol `http` at RunPod's proxy, by port. The proxy has no login, and ends a request after 100 seconds with status 524. */
  urls: Record<string, string>;
  /** Actions that RunPod allows for the pod now: `start`, `stop`, `restart`, `terminate`. */
  actions: string[];
}

/** Returns a serverless endpoint of the account by its id. */
export function getServerlessEndpoint(args: GetServerlessEndpointArgs): Promise<GetServerlessEndpointResult> {
  return call("getServerlessEndpoint", args);
}

/** Returns a serverless endpoint of the account by its id. Its arguments may be outputs. */
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
  /** GPU pools of the workers, separated by commas. Empty for CPU workers. */
  gpuIds: string;
  /** CPU flavors of the workers. Absent for GPU workers. */
  cpu?: GetServerlessEndpointCpu[] | undefined;
  /** Number of GPUs in each worker. */
  gpuCount?: number | undefined;
  /** Id of the endpoint's template. */
  templateId?: string | undefined;
  /** Type of the endpoint: `QB` for a queue of jobs, `LB` for a load balancer. */
  type: string;
  /** Seconds before an idle worker shuts down. */
  idleTimeout?: number | undefined;
  /** Regions of the workers, separated by commas. Absent if the workers may run anywhere. */
  locations?: string | undefined;
  /** Mode that speeds up cold starts, such as `FLASHBOOT`. */
  flashBootType?: string | undefined;
  /** Measure that makes RunPod add workers: `QUEUE_DELAY` or `REQUEST_COUNT`. */
  scalerType?: string | undefined;
  /** Target of the scaler: seconds for `QUEUE_DELAY`, jobs per worker for `REQUEST_COUNT`. Over REST, the seconds may have fractions. */
  scalerValue?: number | undefined;
  /** Number of workers that always run. */
  workersMin: number;
  /** Highest number of workers. */
  workersMax: number;
  /** Id of the endpoint's first network volume. Absent without a volume. */
  networkVolumeId?: string | undefined;
  /** Ids of the endpoint's network volumes. */
  networkVolumeIds?: string[] | undefined;
  /** Number of workers that exist now. */
  workers?: number | undefined;
  /** URL for requests: append a job operation for a queue, or a path of the workers for a load balancer. */
  url: string;
  /** URL of the workers' health check. Present only for an `LB` endpoint that Podwright reads over REST. */
  healthUrl?: string | undefined;
}

/** Counts the jobs and workers of an endpoint with a queue. */
export function getEndpointHealth(args: GetEndpointHealthArgs): Promise<GetEndpointHealthResult> {
  return call("getEndpointHealth", args);
}

/** Counts the jobs and workers of an endpoint with a queue. Its arguments may be outputs. */
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
  /** Number of jobs that have completed on the endpoint. */
  completed: number;
  /** Number of jobs that have failed on the endpoint. */
  failed: number;
  /** Number of jobs that RunPod has retried on the endpoint. */
  retried: number;
  /** Number of jobs that are in the queue now. */
  inQueue: number;
  /** Number of jobs that run now. */
  inProgress: number;
  /** Number of workers that have no job now. */
  idleWorkers: number;
  /** Number of workers that have a job now. */
  runningWorkers: number;
  /** Number of workers that take jobs. An idle worker also counts as ready. Absent if RunPod does not report it. */
  readyWorkers?: number | undefined;
  /** Number of workers that start. Absent if RunPod does not report it. */
  initializingWorkers?: number | undefined;
  /** Number of workers for which RunPod has no free machine. Absent if RunPod does not report it. */
  throttledWorkers?: number | undefined;
  /** Number of workers whose container fails. Absent if RunPod does not report it. */
  unhealthyWorkers?: number | undefined;
}

/** Lists the GPU types of RunPod with their prices. If you set `product`, the function also returns the stock of each GPU type. */
export function getGpuTypes(args: GetGpuTypesArgs = {}): Promise<GetGpuTypesResult> {
  return call("getGpuTypes", args);
}

/** Lists the GPU types of RunPod with their prices. If you set `product`, the function also returns the stock of each GPU type. Its arguments may be outputs. */
export function getGpuTypesOutput(args: GetGpuTypesOutputArgs = {}): Output<GetGpuTypesResult> {
  return callOutput("getGpuTypes", args);
}

export interface GetGpuTypesArgs {
  /** Product whose availability the function returns. Default: the function returns no availability. */
  readonly product?: "POD" | "CLUSTER" | "SERVERLESS" | undefined;
  /** Number of GPUs that one machine must have free. Default 1. */
  readonly count?: number | undefined;
  /** Cloud whose availability the function returns. Default `SECURE`. */
  readonly cloud?: "SECURE" | "COMMUNITY" | undefined;
}

export interface GetGpuTypesOutputArgs {
  /** Product whose availability the function returns. Default: the function returns no availability. */
  readonly product?: Input<"POD" | "CLUSTER" | "SERVERLESS"> | undefined;
  /** Number of GPUs that one machine must have free. Default 1. */
  readonly count?: Input<number> | undefined;
  /** Cloud whose availability the function returns. Default `SECURE`. */
  readonly cloud?: Input<"SECURE" | "COMMUNITY"> | undefined;
}

export interface GetGpuTypesResult {
  /** GPU types of RunPod. */
  gpuTypes: GetGpuTypesGpuType[];
}

/** Lists the CPU flavors of RunPod with their prices. If you set `product`, the function also returns the stock of each flavor. */
export function getCpuTypes(args: GetCpuTypesArgs = {}): Promise<GetCpuTypesResult> {
  return call("getCpuTypes", args);
}

/** Lists the CPU flavors of RunPod with their prices. If you set `product`, the function also returns the stock of each flavor. Its arguments may be outputs. */
export function getCpuTypesOutput(args: GetCpuTypesOutputArgs = {}): Output<GetCpuTypesResult> {
  return callOutput("getCpuTypes", args);
}

export interface GetCpuTypesArgs {
  /** Product whose availability the function returns. Default: the function returns no availability. */
  readonly product?: "POD" | "SERVERLESS" | undefined;
  /** Number of virtual CPUs that one machine must have free: a power of two. */
  readonly vcpuCount?: number | undefined;
}

export interface GetCpuTypesOutputArgs {
  /** Product whose availability the function returns. Default: the function returns no availability. */
  readonly product?: Input<"POD" | "SERVERLESS"> | undefined;
  /** Number of virtual CPUs that one machine must have free: a power of two. */
  readonly vcpuCount?: Input<number> | undefined;
}

export interface GetCpuTypesResult {
  /** CPU flavors of RunPod. */
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
  /** Returns only data centers with global networking (`true`) or without it (`false`). Default: all data centers. */
  readonly globalNetwork?: boolean | undefined;
}

export interface GetDataCentersOutputArgs {
  /** Returns only data centers with global networking (`true`) or without it (`false`). Default: all data centers. */
  readonly globalNetwork?: Input<boolean> | undefined;
}

export interface GetDataCentersResult {
  /** Data centers of RunPod. */
  dataCenters: GetDataCentersDataCenter[];
}

/** Lists the templates of the account, or public templates such as RunPod's own. The result does not contain the environments of the templates. */
export function getTemplates(args: GetTemplatesArgs = {}): Promise<GetTemplatesResult> {
  return call("getTemplates", args);
}

/** Lists the templates of the account, or public templates such as RunPod's own. The result does not contain the environments of the templates. Its arguments may be outputs. */
export function getTemplatesOutput(args: GetTemplatesOutputArgs = {}): Output<GetTemplatesResult> {
  return callOutput("getTemplates", args);
}

export interface GetTemplatesArgs {
  /** Returns only templates for endpoints (`true`) or for pods (`false`). Default: all templates. */
  readonly serverless?: boolean | undefined;
  /** Returns only templates with this name. Default: all templates. */
  readonly name?: string | undefined;
  /** Lists public templates: RunPod's own (`official`), templates that RunPod has checked (`verified`), or templates of other users (`community`). RunPod lists at most 100 of each. Default: templates of the account. */
  readonly source?: "official" | "verified" | "community" | undefined;
}

export interface GetTemplatesOutputArgs {
  /** Returns only templates for endpoints (`true`) or for pods (`false`). Default: all templates. */
  readonly serverless?: Input<boolean> | undefined;
  /** Returns only templates with this name. Default: all templates. */
  readonly name?: Input<string> | undefined;
  /** Lists public templates: RunPod's own (`official`), templates that RunPod has checked (`verified`), or templates of other users (`community`). RunPod lists at most 100 of each. Default: templates of the account. */
  readonly source?: Input<"official" | "verified" | "community"> | undefined;
}

export interface GetTemplatesResult {
  /** Templates that were found. */
  templates: GetTemplatesTemplate[];
}

/** Lists the network volumes of the account. */
export function getNetworkVolumes(args: GetNetworkVolumesArgs = {}): Promise<GetNetworkVolumesResult> {
  return call("getNetworkVolumes", args);
}

/** Lists the network volumes of the account. Its arguments may be outputs. */
export function getNetworkVolumesOutput(args: GetNetworkVolumesOutputArgs = {}): Output<GetNetworkVolumesResult> {
  return callOutput("getNetworkVolumes", args);
}

export interface GetNetworkVolumesArgs {
  /** Returns only volumes in this data center. Default: all volumes. */
  readonly dataCenter?: string | undefined;
}

export interface GetNetworkVolumesOutputArgs {
  /** Returns only volumes in this data center. Default: all volumes. */
  readonly dataCenter?: Input<string> | undefined;
}

export interface GetNetworkVolumesResult {
  /** Network volumes of the account. */
  networkVolumes: GetNetworkVolumesNetworkVolume[];
}

/** Returns a secret of the account by its name. Letter case does not matter. The result does not contain the value. */
export function getSecret(args: GetSecretArgs): Promise<GetSecretResult> {
  return call("getSecret", args);
}

/** Returns a secret of the account by its name. Letter case does not matter. The result does not contain the value. Its arguments may be outputs. */
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
  /** Time of creation, in RFC 3339. */
  createdAt: string;
  /** Time when Pulumi or another tool last changed the value, in RFC 3339. */
  valueLastUpdatedAt?: string | undefined;
  /** Id of the secret. */
  id: string;
  /** Name of the secret. An `env` refers to the secret as `{{ RUNPOD_SECRET_<name> }}`. */
  name: string;
  /** Note for human readers. Absent if the secret has no note. */
  description?: string | undefined;
}

/** Returns the account's costs for each period and, if RunPod reports them, for each resource. */
export function getBilling(args: GetBillingArgs = {}): Promise<GetBillingResult> {
  return call("getBilling", args);
}

/** Returns the account's costs for each period and, if RunPod reports them, for each resource. Its arguments may be outputs. */
export function getBillingOutput(args: GetBillingOutputArgs = {}): Output<GetBillingResult> {
  return callOutput("getBilling", args);
}

export interface GetBillingArgs {
  /** Part of the bill that the function returns. Default `account`: the whole bill. */
  readonly subject?: "account" | "pods" | "serverless" | "publicEndpoints" | "networkVolumes" | "clusters" | undefined;
  /** Length of each period. Default `day`. */
  readonly bucketSize?: "hour" | "day" | "week" | "month" | "year" | undefined;
  /** Start of the first period, in RFC 3339. Default: 30 days ago. */
  readonly startTime?: string | undefined;
  /** End of the bill, in RFC 3339. The bill excludes this moment. Default: now. */
  readonly endTime?: string | undefined;
  /** Number of recent periods. Use it in place of `startTime` and `endTime`. */
  readonly lastN?: number | undefined;
}

export interface GetBillingOutputArgs {
  /** Part of the bill that the function returns. Default `account`: the whole bill. */
  readonly subject?: Input<"account" | "pods" | "serverless" | "publicEndpoints" | "networkVolumes" | "clusters"> | undefined;
  /** Length of each period. Default `day`. */
  readonly bucketSize?: Input<"hour" | "day" | "week" | "month" | "year"> | undefined;
  /** Start of the first period, in RFC 3339. Default: 30 days ago. */
  readonly startTime?: Input<string> | undefined;
  /** End of the bill, in RFC 3339. The bill excludes this moment. Default: now. */
  readonly endTime?: Input<string> | undefined;
  /** Number of recent periods. Use it in place of `startTime` and `endTime`. */
  readonly lastN?: Input<number> | undefined;
}

export interface GetBillingResult {
  /** Records of the bill: one for each period, or for each period and resource. */
  records: GetBillingRecord[];
  /** Total cost in US dollars. */
  totalAmount: number;
  /** Total cost of each component in US dollars. */
  amounts: Record<string, number>;
}

/** Runs a job on an endpoint at every deployment, and waits for its result. To run a job only once, use the resource Job. In a preview, the job does not run, and the result has no properties. */
export function runJob(args: RunJobArgs): Promise<RunJobResult> {
  return call("runJob", args);
}

/** Runs a job on an endpoint at every deployment, and waits for its result. To run a job only once, use the resource Job. In a preview, the job does not run, and the result has no properties. Its arguments may be outputs. */
export function runJobOutput(args: RunJobOutputArgs): Output<RunJobResult> {
  return callOutput("runJob", args);
}

export interface RunJobArgs {
  /** Id of an endpoint with a queue (`type: QB`), or of a public model. */
  readonly endpointId: string;
  /** Input of the endpoint's handler, with at least one key. */
  readonly input: Readonly<Record<string, unknown>>;
  /** If true, `endpointId` is the id of a model that RunPod offers to all users. Default false. */
  readonly public?: boolean | undefined;
  /** How long the function waits before it cancels the job, such as `30m`. Default `5m`. */
  readonly timeout?: string | undefined;
  /** If true, a preview runs the job, too. Default false. */
  readonly runAtPreview?: boolean | undefined;
}

export interface RunJobOutputArgs {
  /** Id of an endpoint with a queue (`type: QB`), or of a public model. */
  readonly endpointId: Input<string>;
  /** Input of the endpoint's handler, with at least one key. */
  readonly input: Input<Readonly<Record<string, unknown>>>;
  /** If true, `endpointId` is the id of a model that RunPod offers to all users. Default false. */
  readonly public?: Input<boolean> | undefined;
  /** How long the function waits before it cancels the job, such as `30m`. Default `5m`. */
  readonly timeout?: Input<string> | undefined;
  /** If true, a preview runs the job, too. Default false. */
  readonly runAtPreview?: Input<boolean> | undefined;
}

export interface RunJobResult {
  /** Id of the job. */
  id: string;
  /** Result of the handler. */
  output: unknown;
  /** Milliseconds that the worker needed for the job. */
  executionTime?: number | undefined;
}

export interface PodMountsPersistentArgs {
  /** Size in GB, at least 10. A smaller size replaces the pod. */
  readonly size: Input<number>;
  /** Path of the mount in the container. */
  readonly path: Input<string>;
}

export interface PodMountsNetworkArgs {
  /** Id of a network volume in the pod's data center. A change replaces the resource. */
  readonly volumeId: Input<string>;
  /** Path of the mount in the container. */
  readonly path: Input<string>;
}

export interface PodMountsArgs {
  /** Disk on the host of a GPU pod. RunPod deprecates this disk, because the data is lost if the host fails: use `network`. @deprecated RunPod deprecates persistent mounts, because their data is lost if the host fails. Use a network volume. */
  readonly persistent?: Input<PodMountsPersistentArgs> | undefined;
  /** At most one network volume, which outlives the pod. Default: none. */
  readonly network?: Input<readonly Input<PodMountsNetworkArgs>[]> | undefined;
}

/** GPU types that RunPod had on 2026-11-22. Podwright accepts other names, too. */
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

export interface PodGpuArgs {
  /** GPU type, such as `NVIDIA GeForce RTX 4090`. */
  readonly id: Input<GpuTypeId>;
  /** Number of GPUs. Default 1. */
  readonly count?: Input<number> | undefined;
  /** Exact CUDA versions that the host may have. Alternative to `minCudaVersion`. Default: any version. A change replaces the resource. */
  readonly allowedCudaVersions?: Input<readonly Input<string>[]> | undefined;
  /** Lowest CUDA version that the host may have. Alternative to `allowedCudaVersions`. Default: any version. A change replaces the resource. */
  readonly minCudaVersion?: Input<string> | undefined;
  /** Memory in GB that the host must have for each GPU. RunPod does not reserve this memory. Default: any amount. A change replaces the resource. */
  readonly minRamPerGpu?: Input<number> | undefined;
  /** Virtual CPUs that the host must have for each GPU. RunPod does not reserve these CPUs. Default: any number. A change replaces the resource. */
  readonly minVcpuCountPerGpu?: Input<number> | undefined;
}

/** CPU flavors that RunPod had on 2026-11-22. Podwright accepts other names, too. */
export type CpuFlavorId =
  | "cpu3c"
  | "cpu3g"
  | "cpu5c"
  | "cpu5g"
  | (string & {});

export interface PodCpuArgs {
  /** CPU flavor, such as `cpu3c`. */
  readonly id: Input<CpuFlavorId>;
  /** Number of virtual CPUs: a power of two that the flavor offers. */
  readonly vcpuCount: Input<number>;
}

/** Data centers that RunPod had on 2026-11-22. Podwright accepts other names, too. */
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

export interface PodFallbackGpuArgs {
  /** GPU type, such as `NVIDIA GeForce RTX 4090`. */
  readonly id: Input<GpuTypeId>;
  /** Number of GPUs. Default 1. */
  readonly count?: Input<number> | undefined;
  /** Exact CUDA versions that the host may have. Alternative to `minCudaVersion`. Default: any version. */
  readonly allowedCudaVersions?: Input<readonly Input<string>[]> | undefined;
  /** Lowest CUDA version that the host may have. Alternative to `allowedCudaVersions`. Default: any version. */
  readonly minCudaVersion?: Input<string> | undefined;
  /** Memory in GB that the host must have for each GPU. RunPod does not reserve this memory. Default: any amount. */
  readonly minRamPerGpu?: Input<number> | undefined;
  /** Virtual CPUs that the host must have for each GPU. RunPod does not reserve these CPUs. Default: any number. */
  readonly minVcpuCountPerGpu?: Input<number> | undefined;
}

export interface PodFallbackArgs {
  /** GPUs of the pod if Podwright uses this fallback. */
  readonly gpu?: Input<PodFallbackGpuArgs> | undefined;
  /** CPUs of the pod if Podwright uses this fallback. */
  readonly cpu?: Input<PodCpuArgs> | undefined;
  /** Cloud that runs the pod: RunPod's own data centers (`SECURE`) or hosts of other owners (`COMMUNITY`). Default `SECURE`. */
  readonly cloud?: Input<"SECURE" | "COMMUNITY"> | undefined;
  /** Data centers that may run the pod. If RunPod chooses another data center, `up` warns. Default: RunPod chooses. */
  readonly dataCenterIds?: Input<readonly Input<DataCenterId>[]> | undefined;
}

export interface PodReadinessHttpArgs {
  /** Port inside the container. `ports` must expose it. */
  readonly port: Input<number>;
  /** Path of the request. Default `/`. */
  readonly path?: Input<string> | undefined;
  /** HTTP status that the response must have. Default: 200 to 399. */
  readonly status?: Input<number> | undefined;
  /** Longest wait for one response, such as `10s`. Default `5s`. */
  readonly timeout?: Input<string> | undefined;
  /** Address of the request, in which `{id}` is the pod's id, `{port}` the container's port, and `{ip}` and `{public}` the public address and port. Default `http://{ip}:{public}` for a port exposed as `tcp`, and the address of RunPod's proxy for a port exposed as `http`. */
  readonly address?: Input<string> | undefined;
}

export interface PodReadinessTcpArgs {
  /** Port inside the container. `ports` must expose it. */
  readonly port: Input<number>;
}

export interface PodReadinessArgs {
  /** The pod is ready when the port answers a GET request. Podwright follows no redirect. */
  readonly http?: Input<PodReadinessHttpArgs> | undefined;
  /** The pod is ready when the port accepts a connection. Port 22 must also answer as an SSH server. */
  readonly tcp?: Input<PodReadinessTcpArgs> | undefined;
}

export interface PodMountsPersistent {
  /** Size in GB, at least 10. A smaller size replaces the pod. */
  size: number;
  /** Path of the mount in the container. */
  path: string;
}

export interface PodMountsNetwork {
  /** Id of a network volume in the pod's data center. */
  volumeId: string;
  /** Path of the mount in the container. */
  path: string;
}

export interface PodMounts {
  /** Disk on the host of a GPU pod. RunPod deprecates this disk, because the data is lost if the host fails: use `network`. @deprecated RunPod deprecates persistent mounts, because their data is lost if the host fails. Use a network volume. */
  persistent?: PodMountsPersistent | undefined;
  /** At most one network volume, which outlives the pod. Default: none. */
  network?: PodMountsNetwork[] | undefined;
}

export interface PodGpu {
  /** GPU type, such as `NVIDIA GeForce RTX 4090`. */
  id: string;
  /** Number of GPUs. Default 1. */
  count?: number | undefined;
  /** Exact CUDA versions that the host may have. Alternative to `minCudaVersion`. Default: any version. */
  allowedCudaVersions?: string[] | undefined;
  /** Lowest CUDA version that the host may have. Alternative to `allowedCudaVersions`. Default: any version. */
  minCudaVersion?: string | undefined;
  /** Memory in GB that the host must have for each GPU. RunPod does not reserve this memory. Default: any amount. */
  minRamPerGpu?: number | undefined;
  /** Virtual CPUs that the host must have for each GPU. RunPod does not reserve these CPUs. Default: any number. */
  minVcpuCountPerGpu?: number | undefined;
}

export interface PodCpu {
  /** CPU flavor, such as `cpu3c`. */
  id: string;
  /** Number of virtual CPUs: a power of two that the flavor offers. */
  vcpuCount: number;
}

export interface PodFallback {
  /** GPUs of the pod if Podwright uses this fallback. */
  gpu?: PodGpu | undefined;
  /** CPUs of the pod if Podwright uses this fallback. */
  cpu?: PodCpu | undefined;
  /** Cloud that runs the pod: RunPod's own data centers (`SECURE`) or hosts of other owners (`COMMUNITY`). Default `SECURE`. */
  cloud?: string | undefined;
  /** Data centers that may run the pod. If RunPod chooses another data center, `up` warns. Default: RunPod chooses. */
  dataCenterIds?: string[] | undefined;
}

export interface PodReadinessHttp {
  /** Port inside the container. `ports` must expose it. */
  port: number;
  /** Path of the request. Default `/`. */
  path?: string | undefined;
  /** HTTP status that the response must have. Default: 200 to 399. */
  status?: number | undefined;
  /** Longest wait for one response, such as `10s`. Default `5s`. */
  timeout?: string | undefined;
  /** Address of the request, in which `{id}` is the pod's id, `{port}` the container's port, and `{ip}` and `{public}` the public address and port. Default `http://{ip}:{public}` for a port exposed as `tcp`, and the address of RunPod's proxy for a port exposed as `http`. */
  address?: string | undefined;
}

export interface PodReadinessTcp {
  /** Port inside the container. `ports` must expose it. */
  port: number;
}

export interface PodReadiness {
  /** The pod is ready when the port answers a GET request. Podwright follows no redirect. */
  http?: PodReadinessHttp | undefined;
  /** The pod is ready when the port accepts a connection. Port 22 must also answer as an SSH server. */
  tcp?: PodReadinessTcp | undefined;
}

export interface PodPlacementGpu {
  /** GPU type. */
  id: string;
  /** Number of GPUs. */
  count: number;
  /** Total number of virtual CPUs of the pod. */
  vcpuCount?: number | undefined;
  /** Total memory of the pod in GB. */
  memory?: number | undefined;
}

export interface PodPlacementCpu {
  /** CPU flavor. */
  id: string;
  /** Number of virtual CPUs. */
  vcpuCount: number;
  /** Memory in GB, which follows from the flavor and `vcpuCount`. */
  memory?: number | undefined;
}

export interface PodPlacement {
  /** GPUs of the pod. Absent for CPU pods. */
  gpu?: PodPlacementGpu | undefined;
  /** CPUs of the pod. Absent for GPU pods. */
  cpu?: PodPlacementCpu | undefined;
  /** Cloud that runs the pod: `SECURE` or `COMMUNITY`. */
  cloud: string;
  /** Data center of the pod. */
  dataCenterId?: string | undefined;
}

export interface PodGlobalNetwork {
  /** True if the pod is in the private network. */
  enabled: boolean;
  /** IP address of the pod in the private network. */
  ip?: string | undefined;
  /** DNS name of the pod in the private network. */
  internalDns?: string | undefined;
}

export interface PodPortMapping {
  /** Port inside the container. */
  private: number;
  /** Public port that leads to the container's port. Null without a public address. */
  public: number | null;
  /** Protocol of the port: `http` or `tcp`. */
  type: string;
  /** Public IP address of the port. Null without a public address. */
  ip: string | null;
}

export interface PodSshAccess {
  /** Host name or IP address of the SSH server. */
  host: string;
  /** TCP port of the SSH server. */
  port: number;
  /** User name for the login. */
  username: string;
  /** Complete `ssh` command. */
  command: string;
}

export interface PodSsh {
  /** Login through RunPod's SSH proxy. Null until RunPod has assigned a host. */
  proxy: PodSshAccess | null;
  /** Login directly at the pod. Null unless the pod runs and exposes `22/tcp`. */
  direct: PodSshAccess | null;
}

export interface ClusterComputeArgs {
  /** GPU type, such as `NVIDIA H100 80GB HBM3`. */
  readonly gpuTypeId: Input<GpuTypeId>;
  /** Number of GPUs in each pod. */
  readonly gpuCountPerPod: Input<number>;
  /** Number of pods, from 2 to 250. */
  readonly podCount: Input<number>;
}

export interface ClusterMountsNetworkArgs {
  /** Id of a network volume in the cluster's data center. */
  readonly volumeId: Input<string>;
  /** Path of the mount in the containers. */
  readonly path: Input<string>;
}

export interface ClusterMountsArgs {
  /** At most one network volume, which all pods mount. Default: none. */
  readonly network?: Input<readonly Input<ClusterMountsNetworkArgs>[]> | undefined;
}

export interface ClusterCompute {
  /** GPU type, such as `NVIDIA H100 80GB HBM3`. */
  gpuTypeId: string;
  /** Number of GPUs in each pod. */
  gpuCountPerPod: number;
  /** Number of pods, from 2 to 250. */
  podCount: number;
}

export interface ClusterMountsNetwork {
  /** Id of a network volume in the cluster's data center. */
  volumeId: string;
  /** Path of the mount in the containers. */
  path: string;
}

export interface ClusterMounts {
  /** At most one network volume, which all pods mount. Default: none. */
  network?: ClusterMountsNetwork[] | undefined;
}

export interface ClusterNetwork {
  /** Address range of the network, in CIDR notation. */
  cidr: string;
  /** VXLAN identifier of the network. */
  vxlanId?: number | undefined;
  /** VXLAN UDP port of the network. */
  vxlanPort?: number | undefined;
}

/** GPU pools that RunPod had on 2026-11-22. Podwright accepts other names, too. */
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

export interface ServerlessEndpointCpuArgs {
  /** CPU flavor, such as `cpu3c`. */
  readonly id: Input<CpuFlavorId>;
  /** Number of virtual CPUs: a power of two that the flavor offers. */
  readonly vcpuCount: Input<number>;
}

export interface ServerlessEndpointDrainArgs {
  /** Treatment of waiting jobs: `process` lets the workers finish them, `purge` removes them, `refuse` makes the delete fail. Default `process`. */
  readonly queued?: Input<"process" | "purge" | "refuse"> | undefined;
  /** Treatment of running jobs: `wait` lets them finish before the delete, `abandon` does not. Default `wait`. */
  readonly inProgress?: Input<"wait" | "abandon"> | undefined;
  /** How long Podwright keeps the drained endpoint for clients that fetch results, such as `10m`; at most `30m`. Default: Podwright deletes the endpoint immediately. */
  readonly keepFor?: Input<string> | undefined;
}

export interface ServerlessEndpointCpu {
  /** CPU flavor, such as `cpu3c`. */
  id: string;
  /** Number of virtual CPUs: a power of two that the flavor offers. */
  vcpuCount: number;
}

export interface ServerlessEndpointDrain {
  /** Treatment of waiting jobs: `process` lets the workers finish them, `purge` removes them, `refuse` makes the delete fail. Default `process`. */
  queued?: string | undefined;
  /** Treatment of running jobs: `wait` lets them finish before the delete, `abandon` does not. Default `wait`. */
  inProgress?: string | undefined;
  /** How long Podwright keeps the drained endpoint for clients that fetch results, such as `10m`; at most `30m`. Default: Podwright deletes the endpoint immediately. */
  keepFor?: string | undefined;
}

export interface TemplateMountsPersistentArgs {
  /** Size in GB, at least 10. */
  readonly size: Input<number>;
  /** Path of the mount in the container. */
  readonly path: Input<string>;
}

export interface TemplateMountsArgs {
  /** Disk on the host of each pod that copies this template. RunPod deprecates this mount: use a network volume. @deprecated RunPod deprecates persistent mounts, because their data is lost if the host fails. Use a network volume. */
  readonly persistent?: Input<TemplateMountsPersistentArgs> | undefined;
}

export interface TemplateMountsPersistent {
  /** Size in GB, at least 10. */
  size: number;
  /** Path of the mount in the container. */
  path: string;
}

export interface TemplateMounts {
  /** Disk on the host of each pod that copies this template. RunPod deprecates this mount: use a network volume. @deprecated RunPod deprecates persistent mounts, because their data is lost if the host fails. Use a network volume. */
  persistent?: TemplateMountsPersistent | undefined;
}

export interface JobPolicyArgs {
  /** Longest running time in milliseconds, from 5000 to 604800000 (7 days). Default: the limit of the endpoint. */
  readonly executionTimeout?: Input<number> | undefined;
  /** Time in milliseconds after which RunPod removes the job, even if it has not finished, from 10000 to 604800000 (7 days). Default 86400000 (a day). */
  readonly ttl?: Input<number> | undefined;
  /** If true, RunPod adds no workers to the endpoint for this job. Default false. */
  readonly lowPriority?: Input<boolean> | undefined;
}

export interface JobPolicy {
  /** Longest running time in milliseconds, from 5000 to 604800000 (7 days). Default: the limit of the endpoint. */
  executionTimeout?: number | undefined;
  /** Time in milliseconds after which RunPod removes the job, even if it has not finished, from 10000 to 604800000 (7 days). Default 86400000 (a day). */
  ttl?: number | undefined;
  /** If true, RunPod adds no workers to the endpoint for this job. Default false. */
  lowPriority?: boolean | undefined;
}

export interface TaskMountsNetworkArgs {
  /** Id of a network volume in the pod's data center. */
  readonly volumeId: Input<string>;
  /** Path of the mount in the container. */
  readonly path: Input<string>;
}

export interface TaskMountsArgs {
  /** At most one network volume, which outlives the pod. Default: none. */
  readonly network?: Input<readonly Input<TaskMountsNetworkArgs>[]> | undefined;
}

export interface TaskMounts {
  /** At most one network volume, which outlives the pod. Default: none. */
  network?: PodMountsNetwork[] | undefined;
}

export interface ModelServerCacheArgs {
  /** Size of the volume in GB, from 10 to 4096. If you increase the size, the volume grows and keeps its data. */
  readonly size: Input<number>;
  /** Data center of the volume, such as `EU-RO-1`. The workers run in the same data center. A change of this input starts a blue/green deployment. */
  readonly dataCenter: Input<DataCenterId>;
}

export interface ModelServerSmokeTestAcceptArgs {
  /** Path of a value in the answer, such as `[0].choices[0].tokens[0]`. Default: the whole answer. */
  readonly path?: Input<string> | undefined;
  /** The value at `path` must equal this value. */
  readonly equals?: unknown | undefined;
  /** The text at `path` must match this JavaScript regular expression. */
  readonly matches?: Input<string> | undefined;
  /** If true, the answer must have a value at `path`. If false, the answer must have no value at `path`. */
  readonly present?: Input<boolean> | undefined;
}

export interface ModelServerSmokeTestArgs {
  /** Input of the job. The job runs when the endpoint's workers are ready. If the job fails, the update fails. */
  readonly input: Input<Readonly<Record<string, unknown>>>;
  /** How long Podwright waits for the answer, such as `5m`. This time includes the time in the queue. Default `15m`. */
  readonly timeout?: Input<string> | undefined;
  /** Conditions that the answer must meet. Default: every answer passes. */
  readonly accepts?: Input<readonly Input<ModelServerSmokeTestAcceptArgs>[]> | undefined;
}

export interface GetServerlessEndpointCpu {
  /** CPU flavor. */
  id: string;
  /** Number of virtual CPUs. */
  vcpuCount: number;
}

export interface GetGpuTypesGpuTypeDataCenter {
  /** Id of the data center. */
  id: string;
  /** Display name. */
  name: string;
  /** Stock in the data center. */
  availability: string;
}

export interface GetGpuTypesGpuType {
  /** Id for the input `gpu.id` of a pod. */
  id: string;
  /** Display name. */
  name: string;
  /** GPU pool for the input `gpuIds` of an endpoint. Absent if endpoints cannot use this GPU type. */
  pool?: string | undefined;
  /** Manufacturer of the GPU. */
  manufacturer: string;
  /** Memory of one GPU in GB. */
  memory: number;
  /** Price of one GPU in the secure cloud, in US dollars per hour. */
  securePrice: number;
  /** Price of one GPU in the community cloud, in US dollars per hour. */
  communityPrice: number;
  /** Stock: `NONE`, `LOW`, `MEDIUM` or `HIGH`. Absent without `product`. */
  availability?: string | undefined;
  /** Stock in each data center. Absent without `product`. */
  dataCenters?: GetGpuTypesGpuTypeDataCenter[] | undefined;
}

export interface GetCpuTypesCpuType {
  /** Id for the input `cpu.id` of a pod. */
  id: string;
  /** Display name. */
  name: string;
  /** Lowest number of virtual CPUs. */
  minVcpu: number;
  /** Highest number of virtual CPUs. */
  maxVcpu: number;
  /** Memory for each virtual CPU in GB. */
  ramGbPerVcpu: number;
  /** Price of one virtual CPU of a pod, in US dollars per hour. */
  pricePerVcpu: number;
  /** Stock: `NONE`, `LOW`, `MEDIUM` or `HIGH`. Absent without `product`. */
  availability?: string | undefined;
}

export interface GetDataCentersDataCenter {
  /** Id for the inputs `dataCenterIds` and `dataCenter`. */
  id: string;
  /** Display name. */
  name: string;
  /** Region of the data center. */
  region: string;
  /** True if pods in the data center can use global networking. */
  globalNetwork: boolean;
  /** Tiers of network volumes that the data center offers. */
  networkVolumeTypes: string[];
}

export interface GetTemplatesTemplate {
  /** Id of the template. */
  id: string;
  /** Name of the template. */
  name: string;
  /** Container image. */
  image: string;
  /** True if the template is for endpoints. */
  serverless: boolean;
  /** True if other accounts see the template. */
  public: boolean;
}

export interface GetNetworkVolumesNetworkVolume {
  /** Id of the volume. */
  id: string;
  /** Name of the volume. */
  name: string;
  /** Size of the volume in GB. */
  size: number;
  /** Data center of the volume. */
  dataCenter: string;
  /** Storage tier of the volume. */
  type: string;
}

export interface GetBillingRecord {
  /** Start of the period, in RFC 3339. */
  startTime: string;
  /** End of the period, in RFC 3339. The period excludes this moment. */
  endTime: string;
  /** Id of the resource. Absent if the record covers several resources. */
  resourceId?: string | undefined;
  /** Cost in US dollars. */
  totalAmount: number;
  /** Cost of each component in US dollars, such as `gpuAmount`. */
  amounts: Record<string, number>;
}
