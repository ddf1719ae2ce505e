import * as podwright from "pulumi-podwright";

const health = podwright.getEndpointHealth({
    endpointId: "mmd6zzya3w2rxd",
});
export const waiting = health.then(health => health.inQueue);
