using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var token = RunPod.GetSecret.Invoke(new()
    {
        Name = "hf_token",
    });

    return new Dictionary<string, object?>
    {
        ["tokenId"] = token.Apply(getSecretResult => getSecretResult.Id),
    };
});

