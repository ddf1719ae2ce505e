using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var endpoint = RunPod.GetServerlessEndpoint.Invoke(new()
    {
        Id = "mmd6zzya3w2rxd",
    });

    return new Dictionary<string, object?>
    {
        ["workersMax"] = endpoint.Apply(getServerlessEndpointResult => getServerlessEndpointResult.WorkersMax),
    };
});

