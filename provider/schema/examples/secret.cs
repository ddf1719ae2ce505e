using Pulumi;
using Podwright = Pulumi.Podwright;

return await Deployment.RunAsync(() =>
{
    var config = new Config();
    var hfToken = config.RequireSecret("hfToken");
    var hfTokenResource = new Podwright.Secret("hf-token", new()
    {
        Value = hfToken,
    });

    var trainer = new Podwright.Pod("trainer", new()
    {
        Image = "pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime",
        Gpu = new Podwright.Inputs.PodGpuArgs
        {
            Id = Podwright.GpuTypeId.Nvidia_L4,
        },
        Env =
        {
            { "HF_TOKEN", hfTokenResource.Name.Apply(name => $"{{{{ RUNPOD_SECRET_{name} }}}}") },
        },
    });
});
