import * as podwright from "pulumi-podwright";

const base = new podwright.Template("base", {
    image: "nginx:1.29",
    ports: ["80/http"],
    env: {
        MODE: "demo",
    },
});
const web = new podwright.Pod("web", {
    templateId: base.id,
    gpu: {
        id: podwright.GpuTypeId.Nvidia_L4,
    },
});
