import pulumi
import pulumi_podwright as podwright

worker = podwright.Template("worker",
    image="runpod/serverless-hello-world:latest",
    serverless=True)
endpoint = podwright.ServerlessEndpoint("endpoint",
    template_id=worker.id,
    gpu_ids=podwright.GpuPool.AMPERE_16,
    workers_max=3)
smoke = podwright.Job("smoke",
    endpoint_id=endpoint.id,
    input={
        "prompt": "hello",
    },
    triggers=[worker.image],
    timeout="5m")
pulumi.export("answer", smoke.output)
