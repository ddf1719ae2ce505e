import pulumi
import pulumi_podwright as podwright

candidate = podwright.Template("candidate",
    image="runpod/serverless-hello-world:latest",
    serverless=True)
endpoint = podwright.ServerlessEndpoint("endpoint",
    template_id=candidate.id,
    gpu_ids=podwright.GpuPool.AMPERE_16,
    workers_max=3)
smoke = podwright.Job("smoke",
    endpoint_id=endpoint.id,
    input={
        "prompt": "hello",
    },
    triggers=[candidate.image],
    timeout="5m")
pulumi.export("answer", smoke.output)
