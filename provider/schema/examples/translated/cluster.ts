import * as podwright from "pulumi-podwright";

const training = new podwright.Cluster("training", {
    type: podwright.ClusterType.Training,
    compute: {
        gpuTypeId: podwright.GpuTypeId.Nvidia_H100_80gb_Hbm3,
        gpuCountPerPod: 8,
        podCount: 2,
    },
    image: "pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
    ports: ["22/tcp"],
    startSsh: true,
}, {
    customTimeouts: {
        create: "30m",
    },
});
export const ssh = training.sshEndpoint;
