import * as z from "zod";

const sshAccess = z
  .object({
    host: z.string().describe("Host name or IP address of the SSH server."),
    port: z.int().describe("TCP port of the SSH server."),
    username: z.string().describe("User name for the login."),
    command: z.string().describe("Complete `ssh` command."),
  })
  .meta({ title: "PodSshAccess" });

/** Outputs that a pod has besides its inputs. No output changes by itself while the pod runs. */
export const podOutputSchema = z.object({
  status: z.string().describe("Status of the pod at the end of the last operation, such as `RUNNING` or `EXITED`."),
  cost: z.number().describe("Price of the pod in US dollars per hour. 0 for a stopped pod."),
  placement: z
    .object({
      gpu: z
        .object({
          id: z.string().describe("GPU type."),
          count: z.int().describe("Number of GPUs."),
          vcpuCount: z.number().optional().describe("Total number of virtual CPUs of the pod."),
          memory: z.number().optional().describe("Total memory of the pod in GB."),
        })
        .optional()
        .describe("GPUs of the pod. Absent for CPU pods."),
      cpu: z
        .object({
          id: z.string().describe("CPU flavor."),
          vcpuCount: z.int().describe("Number of virtual CPUs."),
          memory: z.number().optional().describe("Memory in GB, which follows from the flavor and `vcpuCount`."),
        })
        .optional()
        .describe("CPUs of the pod. Absent for GPU pods."),
      cloud: z.string().describe("Cloud that runs the pod: `SECURE` or `COMMUNITY`."),
      dataCenterId: z.string().optional().describe("Data center of the pod."),
    })
    .describe("Hardware, cloud and data center that RunPod assigned to the pod."),
  dataCenterId: z.string().optional().describe("Data center that runs the pod."),
  template: z
    .string()
    .optional()
    .describe("Id of the template that RunPod copied for the pod. Absent without a template."),
  globalNetwork: z
    .object({
      enabled: z.boolean().describe("True if the pod is in the private network."),
      ip: z.string().optional().describe("IP address of the pod in the private network."),
      internalDns: z.string().optional().describe("DNS name of the pod in the private network."),
    })
    .describe("Address of the pod in the account's private network."),
  portMappings: z
    .array(
      z.object({
        private: z.int().describe("Port inside the container."),
        public: z
          .int()
          .nullable()
          .describe("Public port that leads to the container's port. Null without a public address."),
        type: z.string().describe("Protocol of the port: `http` or `tcp`."),
        ip: z.string().nullable().describe("Public IP address of the port. Null without a public address."),
      }),
    )
    .describe("Public addresses of the pod's exposed ports."),
  urls: z
    .record(z.string(), z.string())
    .describe(
      "Address of each port with the protocol `http` at RunPod's proxy, by port. The proxy has no login, and ends a request after 100 seconds with status 524.",
    ),
  ssh: z
    .object({
      proxy: sshAccess.nullable().describe("Login through RunPod's SSH proxy. Null until RunPod has assigned a host."),
      direct: sshAccess
        .nullable()
        .describe("Login directly at the pod. Null unless the pod runs and exposes `22/tcp`."),
    })
    .optional()
    .describe("Ways to log in with SSH."),
  cudaVersion: z.string().optional().describe("CUDA version of the host. Absent for CPU pods."),
  createdAt: z.string().describe("Time of creation, in RFC 3339."),
  startedAt: z.string().optional().describe("Time of the last start, in RFC 3339."),
});
