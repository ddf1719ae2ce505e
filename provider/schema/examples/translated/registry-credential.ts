import * as pulumi from "@pulumi/pulumi";
import * as podwright from "pulumi-podwright";

const config = new pulumi.Config();
const registryPassword = config.requireSecret("registryPassword");
const ghcr = new podwright.RegistryCredential("ghcr", {
    username: "robot",
    password: registryPassword,
});
const service = new podwright.Pod("service", {
    image: "ghcr.io/example/service:1.4",
    gpu: {
        id: podwright.GpuTypeId.Nvidia_L4,
    },
    registry: ghcr.id,
});
