import pulumi
import pulumi_podwright as podwright

config = pulumi.Config()

token = podwright.Secret("hf-token", value=config.require_secret("hfToken"))

placeholder = token.name.apply(lambda name: "{{ RUNPOD_SECRET_%s }}" % name)

trainer = podwright.Pod(
    "trainer",
    image="pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
    gpu={"id": "NVIDIA L4"},
    env={"HF_TOKEN": placeholder},
)
