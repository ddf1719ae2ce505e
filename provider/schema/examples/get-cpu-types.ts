import * as podwright from "pulumi-podwright";

const catalog = podwright.getCpuTypes({
  product: "POD",
  vcpuCount: 4,
});
export const first = catalog.then((catalog) => catalog.cpuTypes?.[0]?.id);
