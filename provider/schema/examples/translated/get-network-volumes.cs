using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var found = RunPod.GetNetworkVolumes.Invoke(new()
    {
        DataCenter = "EU-RO-1",
    });

    return new Dictionary<string, object?>
    {
        ["first"] = found.Apply(getNetworkVolumesResult => getNetworkVolumesResult.NetworkVolumes[0]?.Id),
    };
});

