package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		endpoint, err := podwright.LookupServerlessEndpoint(ctx, &podwright.LookupServerlessEndpointArgs{
			Id: "mmd6zzya3w2rxd",
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("workersMax", pulumi.Any(endpoint.WorkersMax))
		return nil
	})
}
