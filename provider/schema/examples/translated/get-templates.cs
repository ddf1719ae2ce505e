using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var found = RunPod.GetTemplates.Invoke(new()
    {
        Serverless = true,
    });

    return new Dictionary<string, object?>
    {
        ["first"] = found.Apply(getTemplatesResult => getTemplatesResult.Templates[0]?.Id),
    };
});

