using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var config = new Config();
    var hfToken = config.RequireSecret("hfToken");
    var hfTokenResource = new RunPod.Secret("hf-token", new()
    {
        Value = hfToken,
    });

    var tuner = new RunPod.Pod("tuner", new()
    {
        Image = "pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
        Gpu = new RunPod.Inputs.PodGpuArgs
        {
            Id = RunPod.GpuTypeId.Nvidia_L4,
        },
        Env = 
        {
            { "HF_TOKEN", hfTokenResource.Name.Apply(name => $"{{{{ RUNPOD_SECRET_{name} }}}}") },
        },
    });

});

