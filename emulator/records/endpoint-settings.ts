import * as z from "zod";

/**
 * A setting of an endpoint. Requests, responses, defaults and checks of both APIs follow from its row. If a setting has another
 * form in an API, it lacks `rest` or `graphql`, and the code of that API handles it.
 */
interface Setting<Schema extends z.ZodType = z.ZodType> {
  readonly schema: Schema;
  /** Value of the omitted field in a create, and in an update in `replace` mode. Absent for a field that each create must send. */
  readonly unset?: z.output<Schema>;
  /** Path in REST bodies. */
  readonly rest?: string;
  readonly graphql?: "String" | "Int" | "FlashBootType" | "[String]" | "[Compliance]";
  /** Whether RunPod's GraphQL schema has a default, so that a save without the field sets the default. */
  readonly preset?: true;
  /** Smallest and largest number in a request. */
  readonly range?: readonly [least: number, greatest?: number];
  /** Whether the autoscaler applies a change at once. A change of any other setting needs new workers. */
  readonly live?: true;
  /** Whether RunPod's first API description lacks the setting, over both APIs or only over GraphQL. */
  readonly newer?: true | "graphql";
}

function setting<Schema extends z.ZodType>(schema: Schema, row: Omit<Setting<Schema>, "schema">): Setting<Schema> {
  return { schema, ...row };
}

/** Returns a setting that must be a whole number in requests. A change through the control API may set any number. */
function whole(unset: number, row: Omit<Setting<z.ZodNumber>, "schema">, schema = z.number()): Setting<z.ZodNumber> {
  return { schema, unset, graphql: "Int", ...row };
}

const text = z.string();
const texts = z.array(text).readonly();
const flashBoot = z.enum(["OFF", "FLASHBOOT", "PRIORITY_FLASHBOOT"]);
const workers = z.int().min(0).max(1000);

const rows = {
  name: setting(text, { live: true }),
  type: setting(z.enum(["QB", "LB"]), { unset: "QB", graphql: "String" }),
  /** GPU pools, separated by commas. `-<GPU type id>` excludes a GPU type. Empty for CPU endpoints. */
  gpuIds: setting(text, { unset: "", graphql: "String" }),
  /** CPU instances, each as `<flavor>-<vCPUs>-<memory>`. Empty for GPU endpoints. */
  instanceIds: setting(texts, { unset: [], graphql: "[String]", newer: "graphql" }),
  gpuCount: whole(1, { range: [1], rest: "gpu.count", preset: true, newer: "graphql" }),
  templateId: setting(text, { graphql: "String" }),
  /** Seconds before an idle worker ends. */
  idleTimeout: whole(10, { range: [1, 3600], rest: "workers.idleTimeout", preset: true, live: true }),
  locations: setting(text.nullable(), { unset: null, graphql: "String" }),
  flashBootType: setting(flashBoot, { unset: "OFF", rest: "flashboot", graphql: "FlashBootType" }),
  scalerType: setting(z.enum(["QUEUE_DELAY", "REQUEST_COUNT"]), {
    unset: "QUEUE_DELAY",
    graphql: "String",
    live: true,
  }),
  scalerValue: whole(4, { range: [1], preset: true, live: true }, z.number().positive()),
  workersMin: whole(0, { range: [0], rest: "workers.min", preset: true, live: true }, workers),
  workersMax: whole(3, { range: [0], rest: "workers.max", preset: true, live: true }, workers),
  networkVolumeIds: setting(texts, { unset: [], rest: "networkVolumes" }),
  /** Data centers, which do not change `locations`. GraphQL accepts the data centers but does not show them. */
  dataCenterIds: setting(texts, { unset: [], rest: "dataCenterIds" }),
  executionTimeoutMs: whole(0, { rest: "timeout", live: true, newer: "graphql" }),
  allowedCudaVersions: setting(text, { unset: "", graphql: "String", newer: "graphql" }),
  minCudaVersion: setting(text, { unset: "", graphql: "String", newer: "graphql" }),
  env: setting(z.array(z.strictObject({ key: text, value: text })).readonly(), { unset: [] }),
  // Settings that clients send over GraphQL. The emulator stores and shows these settings, and they have no effect.
  workersPFBTarget: whole(0, { preset: true, newer: "graphql" }),
  flashEnvironmentId: setting(text.nullable(), { unset: null, graphql: "String", newer: "graphql" }),
  hubReleaseId: setting(text.nullable(), { unset: null, graphql: "String", newer: "graphql" }),
  modelName: setting(text.nullable(), { unset: null, graphql: "String", newer: "graphql" }),
  modelReferences: setting(texts, { unset: [], graphql: "[String]", newer: "graphql" }),
  compliance: setting(texts, { unset: [], graphql: "[Compliance]", newer: "graphql" }),
};

export const endpointRows = Object.entries<Setting>(rows);

type Schemas = { readonly [Name in keyof typeof rows]: (typeof rows)[Name]["schema"] };
const schemas = Object.fromEntries(endpointRows.map(([name, { schema }]) => [name, schema]));

/** Settings in a request that saves an endpoint. GraphQL and REST share one record. */
export const endpointSettings = z.strictObject(schemas as Schemas);
export type EndpointSettings = z.infer<typeof endpointSettings>;

/** Values of omitted fields in a create, and in an update in `replace` mode. */
export const defaultSettings = Object.fromEntries(
  endpointRows.flatMap(([name, { unset }]) => (unset === undefined ? [] : [[name, unset]])),
) as Omit<EndpointSettings, "name" | "templateId">;
