import pulumi
import pulumi_podwright as podwright

chat = podwright.ModelServer(
    "chat",
    model="Qwen/Qwen2.5-7B-Instruct",
    env={"HF_TOKEN": pulumi.Config().require_secret("hfToken")},
    gpu_ids="ADA_24",
    fallbacks=["ADA_32_PRO"],
    workers_min=1,
    workers_max=3,
    cache={"size": 50, "data_center": "EU-RO-1"},
    smoke_test={"input": {"prompt": "Say hello."}},
)

pulumi.export("url", chat.url)
