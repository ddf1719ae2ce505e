import pulumi
import pulumi_podwright as podwright

me = podwright.SshKey("me", public_key="ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIwZ0AJrEK0PUn6ltzEHPauMbkT0S7hYqw40MW8GDP+Q me@example.com")
workstation = podwright.Pod("workstation",
    image="runpod/pytorch:2.4.0-py3.11-cuda12.4.1-devel-ubuntu22.04",
    gpu={
        "id": podwright.GpuTypeId.NVIDIA_L4,
    },
    ports=["22/tcp"],
    start_ssh=True,
    opts = pulumi.ResourceOptions(depends_on=[me]))
pulumi.export("fingerprint", me.fingerprint)
