import * as podwright from "pulumi-podwright";

const catalog = podwright.getDataCenters({
    globalNetwork: true,
});
export const first = catalog.then(catalog => catalog.dataCenters?.[0]?.id);
