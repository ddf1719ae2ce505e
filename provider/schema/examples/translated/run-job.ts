import * as podwright from "pulumi-podwright";

const smoke = podwright.runJob({
    endpointId: "mmd6zzya3w2rxd",
    input: {
        prompt: "Hello",
    },
});
export const answer = smoke.then(smoke => smoke.output);
