package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		subject := podwright.GetBillingSubjectPods
		bills, err := podwright.GetBilling(ctx, &podwright.GetBillingArgs{
			Subject: &subject,
			LastN:   pulumi.IntRef(7),
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("spent", pulumi.Any(bills.TotalAmount))
		return nil
	})
}
