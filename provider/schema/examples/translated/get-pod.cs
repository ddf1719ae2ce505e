using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var pod = RunPod.GetPod.Invoke(new()
    {
        Id = "8flcb2nif3l6sp",
    });

    return new Dictionary<string, object?>
    {
        ["status"] = pod.Apply(getPodResult => getPodResult.Status),
    };
});

