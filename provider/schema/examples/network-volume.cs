using Pulumi;
using Podwright = Pulumi.Podwright;

return await Deployment.RunAsync(() =>
{
    var data = new Podwright.NetworkVolume("data", new()
    {
        Size = 100,
        DataCenter = Podwright.DataCenterId.Eu_Ro_1,
    }, new CustomResourceOptions
    {
        Protect = true,
    });
});
