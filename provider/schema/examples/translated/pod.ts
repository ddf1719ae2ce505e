import * as podwright from "pulumi-podwright";

const models = new podwright.NetworkVolume("models", {
    size: 50,
    dataCenter: podwright.DataCenterId.Eu_Ro_1,
}, {
    protect: true,
});
const trainer = new podwright.Pod("trainer", {
    image: "pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
    args: "sleep infinity",
    gpu: {
        id: podwright.GpuTypeId.Nvidia_L4,
    },
    dataCenterIds: [podwright.DataCenterId.Eu_Ro_1],
    mounts: {
        network: [{
            volumeId: models.id,
            path: "/models",
        }],
    },
    ports: ["22/tcp"],
    env: {
        MODE: "train",
    },
}, {
    customTimeouts: {
        create: "20m",
    },
});
export const status = trainer.status;
