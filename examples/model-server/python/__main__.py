"""A language model behind an address: the npm package's ModelServer, spelled out."""

from hashlib import sha256

import pulumi
import pulumi_podwright as podwright

config = pulumi.Config()
model = config.get("model") or "Qwen/Qwen2.5-7B-Instruct"
image = config.get("image") or "runpod/worker-v1-vllm:v2.18.1"
gpu_ids = config.get("gpuIds") or "ADA_24"
data_center = config.get("dataCenter") or "EU-RO-1"

# A pool that appears twice is one pool.
pools = ",".join(dict.fromkeys([gpu_ids, "ADA_32_PRO"]))

# Other hardware makes other names, and so another endpoint. Pulumi deletes the old endpoint last.
name = f"chat-{gpu_ids}-{data_center}".lower().replace("_", "-")

# Another data center gets a volume of its own.
cache = podwright.NetworkVolume(f"chat-{data_center}", size=50, data_center=data_center)

env = {
    "MODEL_NAME": model,
    "HF_HOME": "/runpod-volume/huggingface",
    "HF_TOKEN": config.get_secret("hfToken") or "",
}

worker = podwright.Template(name, image=image, env=env, serverless=True)

endpoint = podwright.ServerlessEndpoint(
    name,
    template_id=worker.id,
    gpu_ids=pools,
    locations=data_center,
    network_volume_id=cache.id,
    workers_min=1,
    workers_max=3,
    drain={"queued": podwright.ServerlessEndpointDrainQueued.PROCESS},
)

# Each change of the workers' settings, secrets included, makes a new trigger. The digest shows no values.
running: pulumi.Output[str] = pulumi.Output.secret(
    pulumi.Output.json_dumps([image, env]).apply(lambda text: sha256(text.encode()).hexdigest())
)

smoke = podwright.Job(
    name,
    endpoint_id=endpoint.id,
    input={"prompt": "Say hello."},
    triggers=[running],
)

# Known once the smoke test has passed.
url = pulumi.Output.all(endpoint.url, smoke.status).apply(lambda values: values[0])
pulumi.export("url", url)
pulumi.export("openaiUrl", pulumi.Output.concat(url, "/openai/v1"))
pulumi.export("endpointId", smoke.endpoint_id)
pulumi.export("keyHint", "Authorization: Bearer $PODWRIGHT_API_KEY")
