package main

import (
	"fmt"

	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		hfToken := cfg.RequireSecret("hfToken")
		hfTokenResource, err := podwright.NewSecret(ctx, "hf-token", &podwright.SecretArgs{
			Value: hfToken,
		})
		if err != nil {
			return err
		}
		_, err = podwright.NewPod(ctx, "tuner", &podwright.PodArgs{
			Image: pulumi.String("pytorch/pytorch:2.9.0-cuda12.8-cudnn9-runtime"),
			Gpu: &podwright.PodGpuArgs{
				Id: pulumi.String(podwright.GpuTypeId_Nvidia_L4),
			},
			Env: pulumi.StringMap{
				"HF_TOKEN": hfTokenResource.Name.ApplyT(func(name string) (string, error) {
					return fmt.Sprintf("{{ RUNPOD_SECRET_%v }}", name), nil
				}).(pulumi.StringOutput),
			},
		})
		if err != nil {
			return err
		}
		return nil
	})
}
