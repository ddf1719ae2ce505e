package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		catalog, err := podwright.GetDataCenters(ctx, &podwright.GetDataCentersArgs{
			GlobalNetwork: pulumi.BoolRef(true),
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("first", pulumi.Any(catalog.DataCenters[0].Id))
		return nil
	})
}
