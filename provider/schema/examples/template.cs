using Pulumi;
using Podwright = Pulumi.Podwright;

return await Deployment.RunAsync(() =>
{
    var @base = new Podwright.Template("base", new()
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

    var web = new Podwright.Pod("web", new()
    {
        TemplateId = @base.Id,
        Gpu = new Podwright.Inputs.PodGpuArgs
        {
            Id = Podwright.GpuTypeId.Nvidia_L4,
        },
    });
});
