package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		bills, err := podwright.GetBilling(ctx, &podwright.GetBillingArgs{
			Subject: pulumi.StringRef("pods"),
			LastN:   pulumi.IntRef(7),
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("spent", pulumi.Any(bills.TotalAmount))
		return nil
	})
}
