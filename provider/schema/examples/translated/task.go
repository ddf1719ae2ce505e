package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		dataset, err := podwright.NewNetworkVolume(ctx, "dataset", &podwright.NetworkVolumeArgs{
			Size:       pulumi.Int(100),
			DataCenter: pulumi.String(podwright.DataCenterId_Us_Ks_2),
		}, pulumi.Protect(true))
		if err != nil {
			return err
		}
		train, err := podwright.NewTask(ctx, "train", &podwright.TaskArgs{
			Image: pulumi.String("pytorch/pytorch:2.4.0-cuda12.4-cudnn9-runtime"),
			Command: pulumi.StringArray{
				pulumi.String("python"),
				pulumi.String("/workspace/train.py"),
				pulumi.String("--out"),
				pulumi.String("/workspace/model"),
			},
			Gpu: &podwright.PodFallbackGpuArgs{
				Id:             pulumi.String(podwright.GpuTypeId_Nvidia_Geforce_Rtx_4090),
				MinCudaVersion: pulumi.String("12.4"),
			},
			Mounts: &podwright.TaskMountsArgs{
				Network: podwright.TaskMountsNetworkArray{
					&podwright.TaskMountsNetworkArgs{
						VolumeId: dataset.ID(),
						Path:     pulumi.String("/workspace"),
					},
				},
			},
			Timeout: pulumi.String("2h"),
			MaxCost: pulumi.Float64(5),
			Triggers: pulumi.Array{
				pulumi.Any("dataset-3"),
			},
		})
		if err != nil {
			return err
		}
		_, err = podwright.NewModelServer(ctx, "serve", &podwright.ModelServerArgs{
			Model:           pulumi.String("/runpod-volume/model"),
			GpuIds:          "ADA_24",
			NetworkVolumeId: dataset.ID(),
		}, pulumi.DependsOn([]pulumi.Resource{
			train,
		}))
		if err != nil {
			return err
		}
		ctx.Export("cost", train.Cost)
		return nil
	})
}
