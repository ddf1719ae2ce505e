using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var config = new Config();
    var registryPassword = config.RequireSecret("registryPassword");
    var ghcr = new RunPod.RegistryCredential("ghcr", new()
    {
        Username = "robot",
        Password = registryPassword,
    });

    var service = new RunPod.Pod("service", new()
    {
        Image = "ghcr.io/example/service:1.4",
        Gpu = new RunPod.Inputs.PodGpuArgs
        {
            Id = RunPod.GpuTypeId.Nvidia_L4,
        },
        Registry = ghcr.Id,
    });

});

