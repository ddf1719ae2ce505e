import pulumi
import pulumi_podwright as podwright

training = podwright.Cluster("training",
    type=podwright.ClusterType.TRAINING,
    compute={
        "gpu_type_id": podwright.GpuTypeId.NVIDIA_H100_80GB_HBM3,
        "gpu_count_per_pod": 8,
        "pod_count": 2,
    },
    image="pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
    ports=["22/tcp"],
    start_ssh=True,
    opts = pulumi.ResourceOptions(custom_timeouts=pulumi.CustomTimeouts(create="30m")))
pulumi.export("ssh", training.ssh_endpoint)
