package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		found, err := podwright.GetNetworkVolumes(ctx, &podwright.GetNetworkVolumesArgs{
			DataCenter: pulumi.StringRef("EU-RO-1"),
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("first", pulumi.Any(found.NetworkVolumes[0].Id))
		return nil
	})
}
