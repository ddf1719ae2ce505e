using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var me = new RunPod.SshKey("me", new()
    {
        PublicKey = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIwZ0AJrEK0PUn6ltzEHPauMbkT0S7hYqw40MW8GDP+Q me@example.com",
    });

    var workstation = new RunPod.Pod("workstation", new()
    {
        Image = "runpod/pytorch:2.4.0-py3.11-cuda12.4.1-devel-ubuntu22.04",
        Gpu = new RunPod.Inputs.PodGpuArgs
        {
            Id = RunPod.GpuTypeId.Nvidia_L4,
        },
        Ports = new[]
        {
            "22/tcp",
        },
        StartSsh = true,
    }, new CustomResourceOptions
    {
        DependsOn =
        {
            me,
        },
    });

    return new Dictionary<string, object?>
    {
        ["fingerprint"] = me.Fingerprint,
    };
});

