package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		endpoint, err := podwright.GetServerlessEndpoint(ctx, &podwright.GetServerlessEndpointArgs{
			Id: "mmd6zzya3w2rxd",
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("workersMax", endpoint.WorkersMax)
		return nil
	})
}
