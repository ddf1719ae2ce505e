import * as podwright from "pulumi-podwright";

const worker = new podwright.Template("worker", {
    image: "runpod/serverless-hello-world:latest",
    serverless: true,
});
const jobs = new podwright.ServerlessEndpoint("jobs", {
    templateId: worker.id,
    gpuIds: "AMPERE_16,AMPERE_24",
    workersMin: 0,
    workersMax: 3,
    scalerType: podwright.ServerlessEndpointScalerType.QueueDelay,
    scalerValue: 4,
    drain: {
        queued: podwright.ServerlessEndpointDrainQueued.Process,
        inProgress: podwright.ServerlessEndpointDrainInProgress.Wait,
    },
});
export const url = jobs.url;
