import * as z from "zod";
import { ifNewer, type Serving } from "../http/newer";
import { newer } from "../http/validation";
import type { Cloud } from "../stock/hardware";
import { containerSettings, defined, persistentMount } from "./container";
import type { LogLine } from "./log";

export const podStatuses = ["PROVISIONING", "STARTING", "RUNNING", "EXITED", "ERROR", "TERMINATED"] as const;
export type PodStatus = (typeof podStatuses)[number];
export const podActions = ["start", "stop", "restart", "terminate"] as const;
export type PodAction = (typeof podActions)[number];

export const mounts = z.strictObject({
  persistent: persistentMount.optional(),
  network: z.array(z.strictObject({ volumeId: z.string(), path: z.string() })).optional(),
});
export type Mounts = Readonly<z.infer<typeof mounts>>;

export type Hardware =
  | { readonly gpu: { readonly id: string; readonly count: number } }
  | { readonly cpu: { readonly id: string; readonly vcpuCount: number; readonly memory: number } };

/** Place of a pod in its cluster. */
export interface Membership {
  readonly id: string;
  readonly rank: number;
  readonly role?: "SLURM_CONTROLLER" | "SLURM_COMPUTE" | "RAY_HEAD" | "RAY_WORKER";
  readonly ip: string;
}

interface Scalar<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  readonly unset: z.output<Schema>;
  /** Requests that accept the scalar. */
  readonly sentBy: readonly ("create" | "update")[];
  /** Whether RunPod's first API description lacks the scalar. */
  readonly newer?: true;
}

function scalar<Schema extends z.ZodType, const Row extends Omit<Scalar<Schema>, "schema">>(schema: Schema, row: Row) {
  return { schema, ...row };
}

/** One row for each scalar with the same form in requests, records and responses. */
const scalars = {
  locked: scalar(z.boolean(), { unset: false, sentBy: ["update"] }),
};

const scalarRows = Object.entries<Scalar>(scalars);
const ofScalars = <T>(part: (row: Scalar) => T, isOne: (row: Scalar) => boolean = () => true) =>
  Object.fromEntries(scalarRows.flatMap(([name, row]) => (isOne(row) ? [[name, part(row)] as const] : [])));

type Schemas = { readonly [Name in keyof typeof scalars]: (typeof scalars)[Name]["schema"] };
const podScalars = z.object(ofScalars(({ schema }) => schema) as Schemas);
export const unsetScalars = ofScalars(({ unset }) => unset) as z.infer<typeof podScalars>;
const newerScalars = z.object(
  ofScalars(
    ({ schema }) => schema,
    (row) => row.newer === true,
  ),
);
const firstScalars = z.object(
  ofScalars(
    ({ schema }) => schema,
    (row) => row.newer !== true,
  ),
);

/** Returns the scalars in a body. The schema of the request decides which scalars it accepts. */
export const scalarsIn = (body: object) => defined(podScalars.partial().parse(body));

/** Returns the scalars for a response. */
export const scalarsShown = (serving: Serving, pod: Pod) => ({
  ...firstScalars.parse(pod),
  ...ifNewer(serving, newerScalars.parse(pod)),
});

type SentBy<Request extends "create" | "update"> = {
  [Name in keyof typeof scalars as Request extends (typeof scalars)[Name]["sentBy"][number]
    ? Name
    : never]: z.ZodOptional<Schemas[Name]>;
};

/** Returns the properties of a request's schema. */
export function scalarsSentBy<Request extends "create" | "update">(request: Request): SentBy<Request> {
  const sent = ofScalars(
    (row) => (row.newer === true ? newer(row.schema.optional()) : row.schema.optional()),
    (row) => row.sentBy.includes(request),
  );
  return sent as SentBy<Request>;
}

/** Settings that an update can change. */
export const podSettings = z.strictObject({
  ...containerSettings,
  ...podScalars.shape,
  name: z.string(),
  status: z.enum(podStatuses),
  mounts,
  dataCenterId: z.string(),
  /** Id of the template that the pod was created from. */
  template: z.string().nullable(),
  /** Requested global networking. The pod's address changes when its container starts again. */
  globalNetworking: z.boolean(),
});

/** A pod as the platform stores it. `shapes.ts` builds the responses. */
export interface Pod extends z.infer<typeof podSettings> {
  readonly id: string;
  readonly hardware: Hardware;
  readonly cloud: Cloud;
  globalAddress: string | null;
  readonly cudaVersion: string | null;
  readonly createdAt: number;
  startedAt: number | null;
  /** Whether the pod uses stock. */
  placed: boolean;
  /** Number of transitions. An event that was scheduled before the last transition has no effect. */
  moves: number;
  readonly log: LogLine[];
  /** Utilization of the pod's GPUs and CPUs in percent. If absent, the emulator shows usual figures. */
  utilization?: number;
  /** Place in the cluster. Only members of a cluster have a place. */
  readonly cluster?: Membership | undefined;
}

export const liveStatuses: ReadonlySet<PodStatus> = new Set(["PROVISIONING", "STARTING", "RUNNING"]);
