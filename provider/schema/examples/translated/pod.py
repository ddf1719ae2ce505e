import pulumi
import pulumi_podwright as podwright

models = podwright.NetworkVolume("models",
    size=50,
    data_center=podwright.DataCenterId.EU_RO_1,
    opts = pulumi.ResourceOptions(protect=True))
trainer = podwright.Pod("trainer",
    image="pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
    args="sleep infinity",
    gpu={
        "id": podwright.GpuTypeId.NVIDIA_L4,
    },
    data_center_ids=[podwright.DataCenterId.EU_RO_1],
    mounts={
        "network": [{
            "volume_id": models.id,
            "path": "/models",
        }],
    },
    ports=["22/tcp"],
    env={
        "MODE": "train",
    },
    opts = pulumi.ResourceOptions(custom_timeouts=pulumi.CustomTimeouts(create="20m")))
pulumi.export("status", trainer.status)
