package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		health, err := podwright.GetEndpointHealth(ctx, &podwright.GetEndpointHealthArgs{
			EndpointId: "mmd6zzya3w2rxd",
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("waiting", pulumi.Any(health.InQueue))
		return nil
	})
}
