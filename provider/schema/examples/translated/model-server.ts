import * as pulumi from "@pulumi/pulumi";
import * as podwright from "pulumi-podwright";

const config = new pulumi.Config();
const hfToken = config.requireSecret("hfToken");
const chat = new podwright.ModelServer("chat", {
    model: "Qwen/Qwen2.5-7B-Instruct",
    env: {
        HF_TOKEN: hfToken,
    },
    gpuIds: "ADA_24",
    fallbacks: ["ADA_32_PRO"],
    workersMin: 1,
    workersMax: 3,
    cache: {
        size: 50,
        dataCenter: podwright.DataCenterId.Eu_Ro_1,
    },
    smokeTest: {
        input: {
            prompt: "Say hello.",
        },
    },
});
export const url = chat.url;
