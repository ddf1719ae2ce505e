using System.Collections.Generic;
using Pulumi;
using Podwright = Pulumi.Podwright;

return await Deployment.RunAsync(() =>
{
    var config = new Config();

    var chat = new Podwright.ModelServer("chat", new()
    {
        Model = "Qwen/Qwen2.5-7B-Instruct",
        Env =
        {
            { "HF_TOKEN", config.RequireSecret("hfToken") },
        },
        GpuIds = "ADA_24",
        Fallbacks = new[]
        {
            "ADA_32_PRO",
        },
        WorkersMin = 1,
        WorkersMax = 3,
        Cache = new Podwright.Inputs.ModelServerCacheArgs
        {
            Size = 50,
            DataCenter = "EU-RO-1",
        },
        SmokeTest = new Podwright.Inputs.ModelServerSmokeTestArgs
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
