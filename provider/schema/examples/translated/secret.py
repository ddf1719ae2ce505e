import pulumi
import pulumi_podwright as podwright

config = pulumi.Config()
hf_token = config.require_secret("hfToken")
hf_token_resource = podwright.Secret("hf-token", value=hf_token)
tuner = podwright.Pod("tuner",
    image="pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
    gpu={
        "id": podwright.GpuTypeId.NVIDIA_L4,
    },
    env={
        "HF_TOKEN": hf_token_resource.name.apply(lambda name: f"{{{{ RUNPOD_SECRET_{name} }}}}"),
    })
