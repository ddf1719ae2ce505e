using System.Collections.Generic;
using Pulumi;
using Podwright = Pulumi.Podwright;

return await Deployment.RunAsync(() =>
{
    var models = new Podwright.NetworkVolume("models", new()
    {
        Size = 50,
        DataCenter = Podwright.DataCenterId.Eu_Ro_1,
    }, new CustomResourceOptions
    {
        Protect = true,
    });

    var trainer = new Podwright.Pod("trainer", new()
    {
        Image = "pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
        Args = "sleep infinity",
        Gpu = new Podwright.Inputs.PodGpuArgs
        {
            Id = Podwright.GpuTypeId.Nvidia_L4,
        },
        DataCenterIds = new Union<string, Podwright.DataCenterId>[]
        {
            Podwright.DataCenterId.Eu_Ro_1,
        },
        Mounts = new Podwright.Inputs.PodMountsArgs
        {
            Network = new[]
            {
                new Podwright.Inputs.PodMountsNetworkArgs
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
