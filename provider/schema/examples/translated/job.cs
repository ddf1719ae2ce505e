using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var candidate = new RunPod.Template("candidate", new()
    {
        Image = "runpod/serverless-hello-world:latest",
        Serverless = true,
    });

    var endpoint = new RunPod.ServerlessEndpoint("endpoint", new()
    {
        TemplateId = candidate.Id,
        GpuIds = RunPod.GpuPool.Ampere_16,
        WorkersMax = 3,
    });

    var smoke = new RunPod.Job("smoke", new()
    {
        EndpointId = endpoint.Id,
        Input = 
        {
            { "prompt", "hello" },
        },
        Triggers = new[]
        {
            candidate.Image,
        },
        Timeout = "5m",
    });

    return new Dictionary<string, object?>
    {
        ["answer"] = smoke.Output,
    };
});

