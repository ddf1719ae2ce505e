import { z } from "zod";

const sshAccess = z.object({
  host: z.string(),
  port: z.int(),
  username: z.string(),
  command: z.string().describe("Ready to paste."),
});

/** What a pod has beyond its inputs. Nothing here changes by itself while the pod runs. */
export const podOutputSchema = z.object({
  status: z.string().describe("What the pod was doing when the last operation ended, such as `RUNNING` or `EXITED`."),
  cost: z.number().describe("US dollars an hour; 0 while stopped."),
  placement: z
    .object({
      gpu: z.object({ id: z.string(), count: z.int() }).optional(),
      cpu: z.object({ id: z.string(), vcpuCount: z.int() }).optional(),
      cloud: z.string(),
      dataCenterId: z.string().optional(),
    })
    .describe("Which of the choices the pod got."),
  dataCenterId: z.string().optional().describe("The data center the pod runs in."),
  globalNetwork: z
    .object({ enabled: z.boolean(), ip: z.string().optional(), internalDns: z.string().optional() })
    .describe("The pod's place in the account's private network."),
  portMappings: z
    .array(z.object({ private: z.int(), public: z.int().nullable(), type: z.string(), ip: z.string().nullable() }))
    .describe("How its exposed ports are reached."),
  ssh: z
    .object({ proxy: sshAccess.nullable(), direct: sshAccess.nullable() })
    .optional()
    .describe("How to log in, where the platform offers it."),
  cudaVersion: z.string().optional().describe("The host's CUDA version; absent on CPU pods."),
  createdAt: z.string().describe("RFC 3339."),
  startedAt: z.string().optional().describe("RFC 3339; absent before the first start."),
});
