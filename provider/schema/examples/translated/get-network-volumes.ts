import * as podwright from "pulumi-podwright";

const found = podwright.getNetworkVolumes({
    dataCenter: "EU-RO-1",
});
export const first = found.then(found => found.networkVolumes?.[0]?.id);
