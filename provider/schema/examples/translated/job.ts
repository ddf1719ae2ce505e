import * as podwright from "pulumi-podwright";

const candidate = new podwright.Template("candidate", {
    image: "runpod/serverless-hello-world:latest",
    serverless: true,
});
const endpoint = new podwright.ServerlessEndpoint("endpoint", {
    templateId: candidate.id,
    gpuIds: podwright.GpuPool.Ampere_16,
    workersMax: 3,
});
const smoke = new podwright.Job("smoke", {
    endpointId: endpoint.id,
    input: {
        prompt: "hello",
    },
    triggers: [candidate.image],
    timeout: "5m",
});
export const answer = smoke.output;
