import * as z from "zod";
import type { NetworkVolume } from "../network-volumes/types";
import type { Template } from "../templates/types";
import { count, flag, id, nullableNumber, nullableText, optional, text, texts } from "../values/fields";
import type { Pod } from "./types";

/** The fields of a container, whatever it belongs to. */
export const container = {
  image: text,
  args: text,
  disk: count,
  ports: texts,
  env: z
    .record(z.string(), z.string())
    .nullish()
    .transform((value) => value ?? {}),
  registry: nullableText,
};

const persistent = z.object({ size: z.number(), path: z.string() });

const sshAccess = z.object({ host: z.string(), port: z.number(), username: text, command: text });

const nullableAccess = sshAccess.nullish().transform((value) => value ?? null);

const use = { util: optional(z.number()) };

const runtime = z.object({
  uptime: optional(z.number()),
  gpus: optional(z.array(z.object({ ...use, memoryUtil: optional(z.number()) }))),
  cpu: optional(z.object(use)),
  memory: optional(z.object(use)),
  ports: optional(
    z.array(z.object({ private: z.number(), public: nullableNumber, type: z.string(), ip: nullableText })),
  ),
});

export const podAnswer: z.ZodType<Pod> = z.object({
  id,
  name: text,
  status: z.string().min(1),
  actions: texts,
  ...container,
  mounts: z
    .object({
      persistent: optional(persistent),
      network: optional(z.array(z.object({ volumeId: z.string(), path: z.string() }))),
    })
    .nullish()
    .transform((value) => {
      const { network = [], ...kept } = value ?? {};
      // An empty list is no mount.
      return network.length === 0 ? kept : { ...kept, network };
    }),
  gpu: optional(z.object({ id: z.string(), count: optional(z.number()).transform((value) => value ?? 1) })),
  cpu: optional(z.object({ id: z.string(), vcpuCount: z.number(), memory: z.number() })),
  cloud: text,
  dataCenterId: nullableText,
  template: nullableText,
  cost: count,
  locked: flag,
  globalNetworking: z
    .object({ enabled: z.boolean(), ip: optional(z.string()), internalDns: optional(z.string()) })
    .nullish()
    .transform((value) => value ?? { enabled: false }),
  // Figures that come and go by the second: one that cannot be read is no reason to fail.
  runtime: runtime
    .nullish()
    .transform((value) => value ?? null)
    .catch(null),
  createdAt: text,
  startedAt: nullableText,
  ssh: optional(z.object({ proxy: nullableAccess, direct: nullableAccess })).catch(undefined),
  cudaVersion: z.string().nullish(),
  cluster: optional(z.object({ id: z.string(), rank: z.number().nullish() })),
});

export const templateAnswer: z.ZodType<Template> = z.object({
  id,
  name: text,
  ...container,
  mounts: z
    .object({ persistent: optional(persistent) })
    .nullish()
    .transform((value) => value ?? {}),
  serverless: flag,
  public: flag,
  category: text,
  startSsh: optional(z.boolean()),
  startJupyter: optional(z.boolean()),
  allowedCudaVersions: optional(z.array(z.string())),
});

export const networkVolumeAnswer: z.ZodType<NetworkVolume> = z.object({
  id,
  name: text,
  size: z.number(),
  dataCenter: z.string(),
  type: text,
});
