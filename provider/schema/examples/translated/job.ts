import * as podwright from "pulumi-podwright";

const worker = new podwright.Template("worker", {
    image: "runpod/serverless-hello-world:latest",
    serverless: true,
});
const endpoint = new podwright.ServerlessEndpoint("endpoint", {
    templateId: worker.id,
    gpuIds: podwright.GpuPool.Ampere_16,
    workersMax: 3,
});
const smoke = new podwright.Job("smoke", {
    endpointId: endpoint.id,
    input: {
        prompt: "hello",
    },
    triggers: [worker.image],
    timeout: "5m",
});
export const answer = smoke.output;
