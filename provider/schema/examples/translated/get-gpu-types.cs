using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var catalog = RunPod.GetGpuTypes.Invoke(new()
    {
        Product = RunPod.GetGpuTypesProduct.POD,
        Count = 2,
    });

    return new Dictionary<string, object?>
    {
        ["first"] = catalog.Apply(getGpuTypesResult => getGpuTypesResult.GpuTypes[0]?.Id),
    };
});

