"""A language model behind an address: the npm package's ModelServer, spelled out."""

import pulumi
import pulumi_podwright as podwright

config = pulumi.Config()
model = config.get("model") or "Qwen/Qwen2.5-7B-Instruct"
image = config.get("image") or "runpod/worker-v1-vllm:v2.18.1"
gpu_ids = config.get("gpuIds") or "ADA_24"

# Other hardware makes other names, and so another endpoint beside the former one, which Pulumi deletes last.
name = f"chat-{gpu_ids.lower().replace('_', '-')}"

cache = podwright.NetworkVolume("chat", size=50, data_center="EU-RO-1")

worker = podwright.Template(
    name,
    image=image,
    env={
        "MODEL_NAME": model,
        "HF_HOME": "/runpod-volume/huggingface",
        "HF_TOKEN": config.get_secret("hfToken") or "",
    },
    serverless=True,
)

endpoint = podwright.ServerlessEndpoint(
    name,
    template_id=worker.id,
    gpu_ids=f"{gpu_ids},ADA_32_PRO",
    locations="EU-RO-1",
    network_volume_id=cache.id,
    workers_min=1,
    workers_max=3,
    drain={"queued": podwright.ServerlessEndpointDrainQueued.PROCESS},
)

smoke = podwright.Job(
    name,
    endpoint_id=endpoint.id,
    input={"prompt": "Say hello."},
    triggers=[image, model],
)

# Known when the smoke test is passed.
url = pulumi.Output.all(endpoint.url, smoke.status).apply(lambda values: values[0])
pulumi.export("url", url)
pulumi.export("openaiUrl", pulumi.Output.concat(url, "/openai/v1"))
pulumi.export("endpointId", smoke.endpoint_id)
pulumi.export("keyHint", "Authorization: Bearer $PODWRIGHT_API_KEY")
