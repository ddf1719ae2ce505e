using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var health = RunPod.GetEndpointHealth.Invoke(new()
    {
        EndpointId = "mmd6zzya3w2rxd",
    });

    return new Dictionary<string, object?>
    {
        ["waiting"] = health.Apply(getEndpointHealthResult => getEndpointHealthResult.InQueue),
    };
});

