using System.Collections.Generic;
using Pulumi;
using Podwright = Pulumi.Podwright;

return await Deployment.RunAsync(() =>
{
    var worker = new Podwright.Template("worker", new()
    {
        Image = "runpod/serverless-hello-world:latest",
        Serverless = true,
    });

    var endpoint = new Podwright.ServerlessEndpoint("endpoint", new()
    {
        TemplateId = worker.Id,
        GpuIds = Podwright.GpuPool.Ampere_16,
        WorkersMax = 3,
    });

    var smoke = new Podwright.Job("smoke", new()
    {
        EndpointId = endpoint.Id,
        Input =
        {
            { "prompt", "hello" },
        },
        Triggers = new[]
        {
            worker.Image,
        },
        Timeout = "5m",
    });

    return new Dictionary<string, object?>
    {
        ["answer"] = smoke.Output,
    };
});
