import pulumi
import pulumi_podwright as podwright

base = podwright.Template("base",
    image="nginx:1.29",
    ports=["80/http"],
    env={
        "MODE": "demo",
    })
web = podwright.Pod("web",
    template_id=base.id,
    gpu={
        "id": podwright.GpuTypeId.NVIDIA_L4,
    })
