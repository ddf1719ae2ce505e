using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var catalog = RunPod.GetCpuTypes.Invoke(new()
    {
        Product = RunPod.GetCpuTypesProduct.POD,
        VcpuCount = 4,
    });

    return new Dictionary<string, object?>
    {
        ["first"] = catalog.Apply(getCpuTypesResult => getCpuTypesResult.CpuTypes[0]?.Id),
    };
});

