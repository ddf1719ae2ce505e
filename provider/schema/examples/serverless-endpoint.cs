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

    var jobs = new Podwright.ServerlessEndpoint("jobs", new()
    {
        TemplateId = worker.Id,
        GpuIds = "AMPERE_16,AMPERE_24",
        WorkersMin = 0,
        WorkersMax = 3,
        ScalerType = Podwright.ServerlessEndpointScalerType.QueueDelay,
        ScalerValue = 4,
        Drain = new Podwright.Inputs.ServerlessEndpointDrainArgs
        {
            Queued = Podwright.ServerlessEndpointDrainQueued.Process,
            InProgress = Podwright.ServerlessEndpointDrainInProgress.Wait,
        },
    });

    return new Dictionary<string, object?>
    {
        ["url"] = jobs.Url,
    };
});
