"""A language model with its own address, a cache for its weights and a smoke test."""

import pulumi
import pulumi_podwright as podwright

config = pulumi.Config()

chat = podwright.ModelServer(
    "chat",
    model=config.get("model") or "Qwen/Qwen2.5-7B-Instruct",
    image=config.get("image"),
    env={"HF_TOKEN": config.get_secret("hfToken") or ""},
    gpu_ids=config.get("gpuIds") or "ADA_24",
    fallbacks=["ADA_32_PRO"],
    workers_min=1,
    workers_max=3,
    cache={"size": 50, "data_center": config.get("dataCenter") or "EU-RO-1"},
    smoke_test={
        "input": {"prompt": "Say hello."},
        "accepts": [{"path": "[0].choices", "present": True}],
    },
)

pulumi.export("url", chat.url)
pulumi.export("openaiUrl", chat.openai_url)
pulumi.export("endpointId", chat.endpoint_id)
pulumi.export("keyHint", chat.key_hint)
