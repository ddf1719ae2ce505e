using System.Collections.Generic;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() =>
{
    var training = new RunPod.Cluster("training", new()
    {
        Type = RunPod.ClusterType.Training,
        Compute = new RunPod.Inputs.ClusterComputeArgs
        {
            GpuTypeId = "NVIDIA H100 80GB HBM3",
            GpuCountPerPod = 8,
            PodCount = 2,
        },
        Image = "pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
        Ports = new[]
        {
            "22/tcp",
        },
        StartSsh = true,
    }, new CustomResourceOptions
    {
        CustomTimeouts = new CustomTimeouts { Create = System.TimeSpan.FromMinutes(30) },
    });

    return new Dictionary<string, object?>
    {
        ["ssh"] = training.SshEndpoint,
    };
});
