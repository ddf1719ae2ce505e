import * as podwright from "pulumi-podwright";

const pod = podwright.getPod({
    id: "8flcb2nif3l6sp",
});
export const status = pod.then(pod => pod.status);
