using System.Collections.Generic;
using System.Linq;
using Pulumi;
using RunPod = Podwright.RunPod;

return await Deployment.RunAsync(() => 
{
    var bills = RunPod.GetBilling.Invoke(new()
    {
        Subject = RunPod.GetBillingSubject.Pods,
        LastN = 7,
    });

    return new Dictionary<string, object?>
    {
        ["spent"] = bills.Apply(getBillingResult => getBillingResult.TotalAmount),
    };
});

