import * as podwright from "pulumi-podwright";

const dataset = new podwright.NetworkVolume("dataset", {
    size: 100,
    dataCenter: podwright.DataCenterId.Us_Ks_2,
}, {
    protect: true,
});
const train = new podwright.Task("train", {
    image: "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-runtime",
    command: [
        "python",
        "/workspace/train.py",
        "--out",
        "/workspace/model",
    ],
    gpu: {
        id: podwright.GpuTypeId.Nvidia_Geforce_Rtx_4090,
        minCudaVersion: "12.4",
    },
    mounts: {
        network: [{
            volumeId: dataset.id,
            path: "/workspace",
        }],
    },
    timeout: "2h",
    maxCost: 5,
    triggers: ["dataset-3"],
});
const serve = new podwright.ModelServer("serve", {
    model: "/runpod-volume/model",
    gpuIds: "ADA_24",
    networkVolumeId: dataset.id,
}, {
    dependsOn: [train],
});
export const cost = train.cost;
