import * as z from "zod";

const sshAccess = z
  .object({
    host: z.string().describe("Host name or address."),
    port: z.int().describe("TCP port."),
    username: z.string().describe("User to log in as."),
    command: z.string().describe("Ready to paste."),
  })
  .meta({ title: "PodSshAccess" });

/** The outputs of a pod beyond its inputs. None of them changes by itself while the pod runs. */
export const podOutputSchema = z.object({
  status: z.string().describe("Status of the pod at the end of the last operation, such as `RUNNING` or `EXITED`."),
  cost: z.number().describe("US dollars an hour; 0 while stopped."),
  placement: z
    .object({
      gpu: z
        .object({
          id: z.string().describe("GPU type."),
          count: z.int().describe("How many of them."),
          vcpuCount: z.number().optional().describe("Virtual CPUs that come with all of them together."),
          memory: z.number().optional().describe("GB of the host's memory that come with all of them together."),
        })
        .optional()
        .describe("Its GPUs; absent on CPU pods."),
      cpu: z
        .object({
          id: z.string().describe("CPU flavor."),
          vcpuCount: z.int().describe("Virtual CPUs."),
          memory: z.number().optional().describe("GB of memory, which follow from flavor and `vcpuCount`."),
        })
        .optional()
        .describe("Its CPUs; absent on GPU pods."),
      cloud: z.string().describe("`SECURE` or `COMMUNITY`."),
      dataCenterId: z.string().optional().describe("The data center, where RunPod names it."),
    })
    .describe("Which of the choices the pod got."),
  dataCenterId: z.string().optional().describe("The data center the pod runs in."),
  template: z
    .string()
    .optional()
    .describe("Id of the template that the pod was created from, where RunPod names it; absent for none."),
  globalNetwork: z
    .object({
      enabled: z.boolean().describe("Whether it has a place there."),
      ip: z.string().optional().describe("Its address there."),
      internalDns: z.string().optional().describe("Its name there."),
    })
    .describe("The pod's place in the account's private network."),
  portMappings: z
    .array(
      z.object({
        private: z.int().describe("The port inside the container."),
        public: z.int().nullable().describe("The port to connect to; absent where there is none."),
        type: z.string().describe("`http` or `tcp`."),
        ip: z.string().nullable().describe("The address to connect to; absent where there is none."),
      }),
    )
    .describe("How its exposed ports are reached."),
  ssh: z
    .object({
      proxy: sshAccess.nullable().describe("Through RunPod's proxy; absent until the pod is placed."),
      direct: sshAccess.nullable().describe("Straight to the pod; absent unless it runs with `22/tcp` exposed."),
    })
    .optional()
    .describe("How to log in, where RunPod offers it."),
  cudaVersion: z.string().optional().describe("The host's CUDA version; absent on CPU pods."),
  createdAt: z.string().describe("RFC 3339."),
  startedAt: z.string().optional().describe("RFC 3339; absent before the first start."),
});
