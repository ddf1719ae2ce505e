using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var catalog = RunPod.GetDataCenters.Invoke(new()
    {
        GlobalNetwork = true,
    });

    return new Dictionary<string, object?>
    {
        ["first"] = catalog.Apply(getDataCentersResult => getDataCentersResult.DataCenters[0]?.Id),
    };
});

