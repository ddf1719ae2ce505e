import * as podwright from "pulumi-podwright";

const endpoint = podwright.getServerlessEndpoint({
    id: "mmd6zzya3w2rxd",
});
export const workersMax = endpoint.then(endpoint => endpoint.workersMax);
