"""A pod with a network volume, and an endpoint with its template."""

import pulumi
import pulumi_podwright as podwright

config = pulumi.Config()
data_center = config.get("dataCenter") or "EU-RO-1"

data = podwright.NetworkVolume(
    "data",
    size=20,
    data_center=data_center,
    opts=pulumi.ResourceOptions(protect=config.get_bool("protectVolumes") is not False),
)

web = podwright.Pod(
    "web",
    image="nginx:1.29",
    gpu={"id": config.get("gpu") or "NVIDIA GeForce RTX 4090"},
    data_center_ids=[data_center],
    ports=["80/http"],
    env={"MODE": "production"},
    mounts={"network": [{"volume_id": data.id, "path": config.get("mountPath") or "/workspace"}]},
)

worker = podwright.Template("worker", image="runpod/serverless-hello-world:latest", serverless=True)

jobs = podwright.ServerlessEndpoint("jobs", gpu_ids="AMPERE_16", template_id=worker.id, workers_max=2)

pulumi.export("podId", web.id)
pulumi.export("costPerHour", web.cost)
pulumi.export("jobsUrl", jobs.url)
