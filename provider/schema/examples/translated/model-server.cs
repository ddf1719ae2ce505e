using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var config = new Config();
    var hfToken = config.RequireSecret("hfToken");
    var chat = new RunPod.ModelServer("chat", new()
    {
        Model = "Qwen/Qwen2.5-7B-Instruct",
        Env = 
        {
            { "HF_TOKEN", hfToken },
        },
        GpuIds = "ADA_24",
        Fallbacks = new()
        {
            "ADA_32_PRO",
        },
        WorkersMin = 1,
        WorkersMax = 3,
        Cache = new RunPod.Inputs.ModelServerCacheArgs
        {
            Size = 50,
            DataCenter = RunPod.DataCenterId.Eu_Ro_1,
        },
        SmokeTest = new RunPod.Inputs.ModelServerSmokeTestArgs
        {
            Input = 
            {
                { "prompt", "Say hello." },
            },
        },
    });

    return new Dictionary<string, object?>
    {
        ["url"] = chat.Url,
    };
});

