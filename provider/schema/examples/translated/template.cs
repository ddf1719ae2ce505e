using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var @base = new RunPod.Template("base", new()
    {
        Image = "nginx:1.29",
        Ports = new[]
        {
            "80/http",
        },
        Env = 
        {
            { "MODE", "demo" },
        },
    });

    var web = new RunPod.Pod("web", new()
    {
        TemplateId = @base.Id,
        Gpu = new RunPod.Inputs.PodGpuArgs
        {
            Id = RunPod.GpuTypeId.Nvidia_L4,
        },
    });

});

