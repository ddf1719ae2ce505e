package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		catalog, err := podwright.GetGpuTypes(ctx, &podwright.GetGpuTypesArgs{
			Product: pulumi.StringRef("POD"),
			Count:   pulumi.IntRef(2),
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("first", pulumi.Any(catalog.GpuTypes[0].Id))
		return nil
	})
}
