import * as podwright from "pulumi-podwright";

const me = new podwright.SshKey("me", {publicKey: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIwZ0AJrEK0PUn6ltzEHPauMbkT0S7hYqw40MW8GDP+Q me@example.com"});
const workstation = new podwright.Pod("workstation", {
    image: "runpod/pytorch:2.4.0-py3.11-cuda12.4.1-devel-ubuntu22.04",
    gpu: {
        id: podwright.GpuTypeId.Nvidia_L4,
    },
    ports: ["22/tcp"],
    startSsh: true,
}, {
    dependsOn: [me],
});
export const fingerprint = me.fingerprint;
