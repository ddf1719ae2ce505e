using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var dataset = new RunPod.NetworkVolume("dataset", new()
    {
        Size = 100,
        DataCenter = RunPod.DataCenterId.Us_Ks_2,
    }, new CustomResourceOptions
    {
        Protect = true,
    });

    var train = new RunPod.Task("train", new()
    {
        Image = "pytorch/pytorch:2.4.0-cuda12.4-cudnn9-runtime",
        Command = new[]
        {
            "python",
            "/workspace/train.py",
            "--out",
            "/workspace/model",
        },
        Gpu = new RunPod.Inputs.PodFallbackGpuArgs
        {
            Id = RunPod.GpuTypeId.Nvidia_Geforce_Rtx_4090,
            MinCudaVersion = "12.4",
        },
        Mounts = new RunPod.Inputs.TaskMountsArgs
        {
            Network = new[]
            {
                new RunPod.Inputs.TaskMountsNetworkArgs
                {
                    VolumeId = dataset.Id,
                    Path = "/workspace",
                },
            },
        },
        Timeout = "2h",
        MaxCost = 5,
        Triggers = new[]
        {
            "dataset-3",
        },
    });

    var serve = new RunPod.ModelServer("serve", new()
    {
        Model = "/runpod-volume/model",
        GpuIds = "ADA_24",
        NetworkVolumeId = dataset.Id,
    }, new ComponentResourceOptions
    {
        DependsOn =
        {
            train,
        },
    });

    return new Dictionary<string, object?>
    {
        ["cost"] = train.Cost,
    };
});

