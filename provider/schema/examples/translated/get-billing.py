import pulumi
import pulumi_podwright as podwright

bills = podwright.get_billing(subject=podwright.GetBillingSubject.PODS,
    last_n=7)
pulumi.export("spent", bills.total_amount)
