package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		catalog, err := podwright.GetCpuTypes(ctx, &podwright.GetCpuTypesArgs{
			Product:   pulumi.StringRef("POD"),
			VcpuCount: pulumi.IntRef(4),
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("first", pulumi.Any(catalog.CpuTypes[0].Id))
		return nil
	})
}
