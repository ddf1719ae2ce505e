import * as z from "zod";
import { CPU_PRODUCTS, GPU_PRODUCTS } from "../../client";
import { choice, cloud } from "../planning/property-types";
import { defineFunction } from "./function";

const products = { POD: "Availability for pods.", SERVERLESS: "Availability for workers of serverless endpoints." };

const availability = z
  .array(
    z.object({
      id: z.string().describe("Id of the data center."),
      name: z.string().describe("Display name."),
      availability: z.string().describe("Stock in the data center."),
    }),
  )
  .optional();

export const getGpuTypes = defineFunction({
  name: "getGpuTypes",
  description:
    "Lists the GPU types of RunPod with their prices. If you set `product`, the function also returns the stock of each GPU type.",
  args: z.strictObject({
    product: choice(GPU_PRODUCTS, { ...products, CLUSTER: "Availability for clusters." })
      .optional()
      .describe("Product whose availability the function returns. Default: the function returns no availability."),
    count: z.int().min(1).optional().describe("Number of GPUs that one machine must have free. Default 1."),
    cloud: cloud.optional().describe("Cloud whose availability the function returns. Default `SECURE`."),
  }),
  result: z.object({
    gpuTypes: z
      .array(
        z.object({
          id: z.string().describe("Id for the input `gpu.id` of a pod."),
          name: z.string().describe("Display name."),
          pool: z
            .string()
            .optional()
            .describe("GPU pool for the input `gpuIds` of an endpoint. Absent if endpoints cannot use this GPU type."),
          manufacturer: z.string().describe("Manufacturer of the GPU."),
          memory: z.number().describe("Memory of one GPU in GB."),
          securePrice: z.number().describe("Price of one GPU in the secure cloud, in US dollars per hour."),
          communityPrice: z.number().describe("Price of one GPU in the community cloud, in US dollars per hour."),
          availability: z
            .string()
            .optional()
            .describe("Stock: `NONE`, `LOW`, `MEDIUM` or `HIGH`. Absent without `product`."),
          dataCenters: availability.describe("Stock in each data center. Absent without `product`."),
        }),
      )
      .describe("GPU types of RunPod."),
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
  description:
    "Lists the CPU flavors of RunPod with their prices. If you set `product`, the function also returns the stock of each flavor.",
  args: z.strictObject({
    product: choice(CPU_PRODUCTS, products)
      .optional()
      .describe("Product whose availability the function returns. Default: the function returns no availability."),
    vcpuCount: z
      .int()
      .min(2)
      .optional()
      .describe("Number of virtual CPUs that one machine must have free: a power of two."),
  }),
  result: z.object({
    cpuTypes: z
      .array(
        z.object({
          id: z.string().describe("Id for the input `cpu.id` of a pod."),
          name: z.string().describe("Display name."),
          minVcpu: z.int().describe("Lowest number of virtual CPUs."),
          maxVcpu: z.int().describe("Highest number of virtual CPUs."),
          ramGbPerVcpu: z.number().describe("Memory for each virtual CPU in GB."),
          pricePerVcpu: z.number().describe("Price of one virtual CPU of a pod, in US dollars per hour."),
          availability: z
            .string()
            .optional()
            .describe("Stock: `NONE`, `LOW`, `MEDIUM` or `HIGH`. Absent without `product`."),
        }),
      )
      .describe("CPU flavors of RunPod."),
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
    globalNetwork: z
      .boolean()
      .optional()
      .describe(
        "Returns only data centers with global networking (`true`) or without it (`false`). Default: all data centers.",
      ),
  }),
  result: z.object({
    dataCenters: z
      .array(
        z.object({
          id: z.string().describe("Id for the inputs `dataCenterIds` and `dataCenter`."),
          name: z.string().describe("Display name."),
          region: z.string().describe("Region of the data center."),
          globalNetwork: z.boolean().describe("True if pods in the data center can use global networking."),
          networkVolumeTypes: z.array(z.string()).describe("Tiers of network volumes that the data center offers."),
        }),
      )
      .describe("Data centers of RunPod."),
  }),
  async call({ platform }, { globalNetwork: wanted }, signal) {
    return { dataCenters: await platform.catalog.dataCenters({ globalNetwork: wanted, signal }) };
  },
});
