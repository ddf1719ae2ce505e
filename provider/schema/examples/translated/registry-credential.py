import pulumi
import pulumi_podwright as podwright

config = pulumi.Config()
registry_password = config.require_secret("registryPassword")
ghcr = podwright.RegistryCredential("ghcr",
    username="robot",
    password=registry_password)
service = podwright.Pod("service",
    image="ghcr.io/example/service:1.4",
    gpu={
        "id": podwright.GpuTypeId.NVIDIA_L4,
    },
    registry=ghcr.id)
