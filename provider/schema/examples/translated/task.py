import pulumi
import pulumi_podwright as podwright

dataset = podwright.NetworkVolume("dataset",
    size=100,
    data_center=podwright.DataCenterId.US_KS_2,
    opts = pulumi.ResourceOptions(protect=True))
train = podwright.Task("train",
    image="pytorch/pytorch:2.4.0-cuda12.4-cudnn9-runtime",
    command=[
        "python",
        "/workspace/train.py",
        "--out",
        "/workspace/model",
    ],
    gpu={
        "id": podwright.GpuTypeId.NVIDIA_GEFORCE_RTX_4090,
        "min_cuda_version": "12.4",
    },
    mounts={
        "network": [{
            "volume_id": dataset.id,
            "path": "/workspace",
        }],
    },
    timeout="2h",
    max_cost=float(5),
    triggers=["dataset-3"])
serve = podwright.ModelServer("serve",
    model="/runpod-volume/model",
    gpu_ids="ADA_24",
    network_volume_id=dataset.id,
    opts = pulumi.ResourceOptions(depends_on=[train]))
pulumi.export("cost", train.cost)
