import * as z from "zod";
import { CLOUDS, CPU_PRODUCTS, GPU_PRODUCTS } from "../../client";
import { defineFunction } from "./function";

const availability = z
  .array(
    z.object({
      id: z.string().describe("Id of the data center."),
      name: z.string().describe("Its name."),
      availability: z.string().describe("`NONE`, `LOW`, `MEDIUM` or `HIGH`."),
    }),
  )
  .optional();

export const getGpuTypes = defineFunction({
  name: "getGpuTypes",
  description: "Lists the GPU types of RunPod with their prices, and on request with their availability.",
  args: z.strictObject({
    product: z
      .enum(GPU_PRODUCTS)
      .optional()
      .describe("Product whose availability to report. Absent: prices and sizes only."),
    count: z.int().min(1).optional().describe("GPUs together in one machine. Default 1."),
    cloud: z.enum(CLOUDS).optional().describe("Default `SECURE`."),
  }),
  result: z.object({
    gpuTypes: z
      .array(
        z.object({
          id: z.string().describe("As `gpu.id` of a pod takes it."),
          name: z.string().describe("Its name."),
          pool: z.string().optional().describe("As `gpuIds` of an endpoint takes it; absent where endpoints cannot."),
          manufacturer: z.string().describe("Who makes it."),
          memory: z.number().describe("GB."),
          securePrice: z.number().describe("US dollars an hour for one in the secure cloud."),
          communityPrice: z.number().describe("US dollars an hour for one in the community cloud."),
          availability: z.string().optional().describe("`NONE`, `LOW`, `MEDIUM` or `HIGH`, where requested."),
          dataCenters: availability.describe("The same by data center, where requested."),
        }),
      )
      .describe("The GPU types."),
  }),
  async call({ platform }, { product, count, cloud }, signal) {
    const query = product === undefined ? {} : { availability: { product, count, cloud } };
    const types = await platform.catalog.gpuTypes({ ...query, signal });
    return {
      gpuTypes: types.map((type) => ({
        ...type,
        securePrice: type.price.secure,
        communityPrice: type.price.community,
      })),
    };
  },
});

export const getCpuTypes = defineFunction({
  name: "getCpuTypes",
  description: "Lists the CPU flavors of RunPod with their prices, and on request with their availability.",
  args: z.strictObject({
    product: z
      .enum(CPU_PRODUCTS)
      .optional()
      .describe("Product whose availability to report. Absent: prices and sizes only."),
    vcpuCount: z.int().min(2).optional().describe("Virtual CPUs together, a power of two."),
  }),
  result: z.object({
    cpuTypes: z
      .array(
        z.object({
          id: z.string().describe("As `cpu.id` of a pod takes it."),
          name: z.string().describe("Its name."),
          minVcpu: z.int().describe("Virtual CPUs at least."),
          maxVcpu: z.int().describe("Virtual CPUs at most."),
          ramGbPerVcpu: z.number().describe("GB of memory for each."),
          pricePerVcpu: z.number().describe("US dollars an hour for one in a pod."),
          availability: z.string().optional().describe("`NONE`, `LOW`, `MEDIUM` or `HIGH`, where requested."),
        }),
      )
      .describe("The CPU flavors."),
  }),
  async call({ platform }, { product, vcpuCount }, signal) {
    const query = product === undefined ? {} : { availability: { product, vcpuCount } };
    const types = await platform.catalog.cpuTypes({ ...query, signal });
    return {
      cpuTypes: types.map((type) => ({
        ...type,
        minVcpu: type.vcpu.min,
        maxVcpu: type.vcpu.max,
        pricePerVcpu: type.price.securePerVcpu,
      })),
    };
  },
});

export const getDataCenters = defineFunction({
  name: "getDataCenters",
  description: "Lists RunPod's data centers with their networking and storage.",
  args: z.strictObject({
    globalNetwork: z.boolean().optional().describe("Only those with global networking (true) or without (false)."),
  }),
  result: z.object({
    dataCenters: z
      .array(
        z.object({
          id: z.string().describe("As `dataCenterIds` and `dataCenter` take it."),
          name: z.string().describe("Its name."),
          region: z.string().describe("Part of the world."),
          globalNetwork: z.boolean().describe("Whether pods here may use global networking."),
          networkVolumeTypes: z.array(z.string()).describe("Tiers of network volumes here."),
        }),
      )
      .describe("The data centers."),
  }),
  async call({ platform }, { globalNetwork: wanted }, signal) {
    return { dataCenters: await platform.catalog.dataCenters({ globalNetwork: wanted, signal }) };
  },
});
