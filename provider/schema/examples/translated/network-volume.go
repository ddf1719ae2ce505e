package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := podwright.NewNetworkVolume(ctx, "data", &podwright.NetworkVolumeArgs{
			Size:       pulumi.Int(100),
			DataCenter: pulumi.String(podwright.DataCenterId_Eu_Ro_1),
		}, pulumi.Protect(true))
		if err != nil {
			return err
		}
		return nil
	})
}
