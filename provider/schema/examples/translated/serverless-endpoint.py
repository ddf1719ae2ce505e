import pulumi
import pulumi_podwright as podwright

worker = podwright.Template("worker",
    image="runpod/serverless-hello-world:latest",
    serverless=True)
jobs = podwright.ServerlessEndpoint("jobs",
    template_id=worker.id,
    gpu_ids="AMPERE_16,AMPERE_24",
    workers_min=0,
    workers_max=3,
    scaler_type=podwright.ServerlessEndpointScalerType.QUEUE_DELAY,
    scaler_value=4,
    drain={
        "queued": podwright.ServerlessEndpointDrainQueued.PROCESS,
        "in_progress": podwright.ServerlessEndpointDrainInProgress.WAIT,
    })
pulumi.export("url", jobs.url)
