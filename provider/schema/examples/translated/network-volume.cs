using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var data = new RunPod.NetworkVolume("data", new()
    {
        Size = 100,
        DataCenter = RunPod.DataCenterId.Eu_Ro_1,
    }, new CustomResourceOptions
    {
        Protect = true,
    });

});

