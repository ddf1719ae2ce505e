package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		models, err := podwright.NewNetworkVolume(ctx, "models", &podwright.NetworkVolumeArgs{
			Size:       pulumi.Int(50),
			DataCenter: pulumi.String(podwright.DataCenterId_Eu_Ro_1),
		}, pulumi.Protect(true))
		if err != nil {
			return err
		}
		trainer, err := podwright.NewPod(ctx, "trainer", &podwright.PodArgs{
			Image: pulumi.String("pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime"),
			Args:  pulumi.String("sleep infinity"),
			Gpu: &podwright.PodGpuArgs{
				Id: pulumi.String(podwright.GpuTypeId_Nvidia_L4),
			},
			DataCenterIds: pulumi.StringArray{
				pulumi.String(podwright.DataCenterId_Eu_Ro_1),
			},
			Mounts: &podwright.PodMountsArgs{
				Network: podwright.PodMountsNetworkArray{
					&podwright.PodMountsNetworkArgs{
						VolumeId: models.ID(),
						Path:     pulumi.String("/models"),
					},
				},
			},
			Ports: pulumi.StringArray{
				pulumi.String("22/tcp"),
			},
			Env: pulumi.StringMap{
				"MODE": pulumi.String("train"),
			},
		}, pulumi.Timeouts(&pulumi.CustomTimeouts{Create: "20m"}))
		if err != nil {
			return err
		}
		ctx.Export("status", trainer.Status)
		return nil
	})
}
