import * as podwright from "pulumi-podwright";

const catalog = podwright.getGpuTypes({
  product: "POD",
  count: 2,
});
export const first = catalog.then((catalog) => catalog.gpuTypes?.[0]?.id);
