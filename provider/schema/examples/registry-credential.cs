using Pulumi;
using Podwright = Pulumi.Podwright;

return await Deployment.RunAsync(() =>
{
    var config = new Config();
    var registryPassword = config.RequireSecret("registryPassword");
    var ghcr = new Podwright.RegistryCredential("ghcr", new()
    {
        Username = "robot",
        Password = registryPassword,
    });

    var web = new Podwright.Pod("web", new()
    {
        Image = "ghcr.io/example/web:1.4",
        Gpu = new Podwright.Inputs.PodGpuArgs
        {
            Id = Podwright.GpuTypeId.Nvidia_L4,
        },
        Registry = ghcr.Id,
    });
});
