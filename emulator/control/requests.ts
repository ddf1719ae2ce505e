import { z } from "zod";
import { problems } from "../http/problem";
import { type Call, json } from "../http/route";

const deleted = z.literal(true).optional();
const strings = z.record(z.string(), z.string());
const persistent = z.strictObject({ size: z.number(), path: z.string() });
const container = {
  image: z.string(),
  args: z.string(),
  disk: z.number(),
  ports: z.array(z.string()),
  env: strings,
  registry: z.string().nullable(),
};

export const podChange = z
  .strictObject({
    ...container,
    name: z.string(),
    status: z.enum(["PROVISIONING", "STARTING", "RUNNING", "EXITED", "ERROR", "TERMINATED"]),
    mounts: z.strictObject({
      persistent: persistent.optional(),
      network: z.array(z.strictObject({ volumeId: z.string(), path: z.string() })).optional(),
    }),
    dataCenterId: z.string(),
    locked: z.boolean(),
    globalNetworking: z.boolean(),
  })
  .partial()
  .extend({ deleted });

export const endpointChange = z
  .strictObject({
    name: z.string(),
    type: z.enum(["QB", "LB"]),
    gpuIds: z.string(),
    instanceIds: z.array(z.string()),
    gpuCount: z.number(),
    templateId: z.string(),
    idleTimeout: z.number(),
    locations: z.string().nullable(),
    flashBootType: z.enum(["OFF", "FLASHBOOT", "PRIORITY_FLASHBOOT"]),
    scalerType: z.enum(["QUEUE_DELAY", "REQUEST_COUNT"]),
    scalerValue: z.number().positive(),
    workersMin: z.int().min(0).max(1000),
    workersMax: z.int().min(0).max(1000),
    networkVolumeIds: z.array(z.string()),
    dataCenterIds: z.array(z.string()),
    executionTimeoutMs: z.number(),
    allowedCudaVersions: z.string(),
    minCudaVersion: z.string(),
    env: z.array(z.strictObject({ key: z.string(), value: z.string() })),
  })
  .partial()
  .extend({ networkVolumeId: z.string().nullable().optional(), deleted });

export const templateChange = z
  .strictObject({
    ...container,
    name: z.string(),
    mounts: z.strictObject({ persistent: persistent.optional() }),
    serverless: z.boolean(),
    public: z.boolean(),
    category: z.enum(["CPU", "NVIDIA", "AMD"]),
    startSsh: z.boolean(),
    startJupyter: z.boolean(),
    allowedCudaVersions: z.array(z.string()),
  })
  .partial()
  .extend({ deleted });

export const volumeChange = z
  .strictObject({
    name: z.string(),
    size: z.number(),
    dataCenter: z.string(),
    type: z.enum(["STANDARD", "HIGH_PERFORMANCE"]),
  })
  .partial()
  .extend({ deleted });

export const registryChange = z.strictObject({ deleted: z.literal(true) });

export const faultRequest = z.strictObject({
  operation: z.string().min(1),
  times: z.int().min(1).optional(),
  skip: z.int().min(0).optional(),
  effect: z.union([
    z.strictObject({
      status: z.int().min(200).max(599),
      body: z.unknown().optional(),
      headers: strings.optional(),
      afterWork: z.literal(true).optional(),
    }),
    z.strictObject({ dropResponse: z.literal(true) }),
    z.strictObject({ dropRequest: z.literal(true) }),
    z.strictObject({ delayMs: z.int().min(0).max(600_000) }),
    z.strictObject({ malformed: z.literal(true) }),
    z.strictObject({ cutResponse: z.literal(true) }),
    z.strictObject({ noCapacity: z.literal(true) }),
    z.strictObject({ absent: z.string().min(1) }),
  ]),
});

export const clockRequest = z.strictObject({ advanceMs: z.number().min(0).max(1e12) });

export const stockRequest = z.strictObject({
  gpu: z.string().optional(),
  cpu: z.string().optional(),
  cloud: z.enum(["SECURE", "COMMUNITY"]).optional(),
  dataCenter: z.string().optional(),
  count: z.int().min(0),
});

export const scriptRequest = z.strictObject({
  pods: z
    .strictObject({
      match: z.strictObject({ name: z.string().optional(), image: z.string().optional() }).optional(),
      outcome: z.enum(["error", "stuck", "exit"]).optional(),
      afterMs: z.number().min(0).optional(),
      log: z.array(z.string()).optional(),
      echoEnv: z.boolean().optional(),
    })
    .optional(),
  jobs: z
    .strictObject({
      endpoint: z.string(),
      output: z.unknown().optional(),
      stream: z.array(z.unknown()).optional(),
      error: z.string().optional(),
      durationMs: z.number().min(0).optional(),
    })
    .optional(),
});

export const logRequest = z.strictObject({
  line: z.string(),
  source: z.enum(["container", "system"]).optional(),
});

export const platformEnvRequest = strings;

export const accountRequest = z.strictObject({
  serverlessDiscount: z
    .strictObject({ discountFactor: z.number(), type: z.string(), expirationDate: z.iso.datetime().nullable() })
    .nullable(),
});

/** Control calls answer every bad body with 400 and one line a mistake. */
export function controlBody<T>(schema: z.ZodType<T>, call: Call): T {
  const parsed = schema.safeParse(json(call));
  if (!parsed.success) throw problems.malformed(z.prettifyError(parsed.error));
  return parsed.data;
}
