import pulumi
import pulumi_podwright as podwright

config = pulumi.Config()
hf_token = config.require_secret("hfToken")
chat = podwright.ModelServer("chat",
    model="Qwen/Qwen2.5-7B-Instruct",
    env={
        "HF_TOKEN": hf_token,
    },
    gpu_ids="ADA_24",
    fallbacks=["ADA_32_PRO"],
    workers_min=1,
    workers_max=3,
    cache={
        "size": 50,
        "data_center": podwright.DataCenterId.EU_RO_1,
    },
    smoke_test={
        "input": {
            "prompt": "Say hello.",
        },
    })
pulumi.export("url", chat.url)
