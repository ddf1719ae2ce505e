package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		training, err := podwright.NewCluster(ctx, "training", &podwright.ClusterArgs{
			Type: pulumi.String(podwright.ClusterTypeTraining),
			Compute: &podwright.ClusterComputeArgs{
				GpuTypeId:      pulumi.String(podwright.GpuTypeId_Nvidia_H100_80gb_Hbm3),
				GpuCountPerPod: pulumi.Int(8),
				PodCount:       pulumi.Int(2),
			},
			Image: pulumi.String("pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime"),
			Ports: pulumi.StringArray{
				pulumi.String("22/tcp"),
			},
			StartSsh: pulumi.Bool(true),
		}, pulumi.Timeouts(&pulumi.CustomTimeouts{Create: "30m"}))
		if err != nil {
			return err
		}
		ctx.Export("ssh", training.SshEndpoint)
		return nil
	})
}
