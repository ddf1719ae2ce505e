import pulumi
import pulumi_podwright as podwright

config = pulumi.Config()

ghcr = podwright.RegistryCredential(
    "ghcr",
    username="robot",
    password=config.require_secret("registryPassword"),
)

web = podwright.Pod(
    "web",
    image="ghcr.io/example/web:1.4",
    gpu={"id": "NVIDIA L4"},
    registry=ghcr.id,
)
