using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var worker = new RunPod.Template("worker", new()
    {
        Image = "runpod/serverless-hello-world:latest",
        Serverless = true,
    });

    var jobs = new RunPod.ServerlessEndpoint("jobs", new()
    {
        TemplateId = worker.Id,
        GpuIds = "AMPERE_16,AMPERE_24",
        WorkersMin = 0,
        WorkersMax = 3,
        ScalerType = RunPod.ServerlessEndpointScalerType.QueueDelay,
        ScalerValue = 4,
        Drain = new RunPod.Inputs.ServerlessEndpointDrainArgs
        {
            Queued = RunPod.ServerlessEndpointDrainQueued.Process,
            InProgress = RunPod.ServerlessEndpointDrainInProgress.Wait,
        },
    });

    return new Dictionary<string, object?>
    {
        ["url"] = jobs.Url,
    };
});

