using System.Collections.Generic;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() =>
{
    var models = new RunPod.NetworkVolume("models", new()
    {
        Size = 50,
        DataCenter = RunPod.DataCenterId.Eu_Ro_1,
    }, new CustomResourceOptions
    {
        Protect = true,
    });

    var trainer = new RunPod.Pod("trainer", new()
    {
        Image = "pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
        Args = "sleep infinity",
        Gpu = new RunPod.Inputs.PodGpuArgs
        {
            Id = RunPod.GpuTypeId.Nvidia_L4,
        },
        DataCenterIds = new Union<string, RunPod.DataCenterId>[]
        {
            RunPod.DataCenterId.Eu_Ro_1,
        },
        Mounts = new RunPod.Inputs.PodMountsArgs
        {
            Network = new[]
            {
                new RunPod.Inputs.PodMountsNetworkArgs
                {
                    VolumeId = models.Id,
                    Path = "/models",
                },
            },
        },
        Ports = new[]
        {
            "22/tcp",
        },
        Env =
        {
            { "MODE", "train" },
        },
    }, new CustomResourceOptions
    {
        CustomTimeouts = new CustomTimeouts { Create = System.TimeSpan.FromMinutes(20) },
    });

    return new Dictionary<string, object?>
    {
        ["status"] = trainer.Status,
    };
});
