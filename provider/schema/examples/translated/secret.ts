import * as pulumi from "@pulumi/pulumi";
import * as podwright from "pulumi-podwright";

const config = new pulumi.Config();
const hfToken = config.requireSecret("hfToken");
const hfTokenResource = new podwright.Secret("hf-token", {value: hfToken});
const tuner = new podwright.Pod("tuner", {
    image: "pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
    gpu: {
        id: podwright.GpuTypeId.Nvidia_L4,
    },
    env: {
        HF_TOKEN: pulumi.interpolate`{{ RUNPOD_SECRET_${hfTokenResource.name} }}`,
    },
});
