package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		registryPassword := cfg.RequireSecret("registryPassword")
		ghcr, err := podwright.NewRegistryCredential(ctx, "ghcr", &podwright.RegistryCredentialArgs{
			Username: pulumi.String("robot"),
			Password: registryPassword,
		})
		if err != nil {
			return err
		}
		_, err = podwright.NewPod(ctx, "service", &podwright.PodArgs{
			Image: pulumi.String("ghcr.io/example/service:1.4"),
			Gpu: &podwright.PodGpuArgs{
				Id: pulumi.String(podwright.GpuTypeId_Nvidia_L4),
			},
			Registry: ghcr.ID(),
		})
		if err != nil {
			return err
		}
		return nil
	})
}
