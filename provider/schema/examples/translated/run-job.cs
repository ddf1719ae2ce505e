using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var smoke = RunPod.RunJob.Invoke(new()
    {
        EndpointId = "mmd6zzya3w2rxd",
        Input = 
        {
            { "prompt", "Hello" },
        },
    });

    return new Dictionary<string, object?>
    {
        ["answer"] = smoke.Apply(runJobResult => runJobResult.Output),
    };
});

