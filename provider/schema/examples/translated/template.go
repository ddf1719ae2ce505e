package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		base, err := podwright.NewTemplate(ctx, "base", &podwright.TemplateArgs{
			Image: pulumi.String("nginx:1.29"),
			Ports: pulumi.StringArray{
				pulumi.String("80/http"),
			},
			Env: pulumi.StringMap{
				"MODE": pulumi.String("demo"),
			},
		})
		if err != nil {
			return err
		}
		_, err = podwright.NewPod(ctx, "web", &podwright.PodArgs{
			TemplateId: base.ID(),
			Gpu: &podwright.PodGpuArgs{
				Id: pulumi.String(podwright.GpuTypeId_Nvidia_L4),
			},
		})
		if err != nil {
			return err
		}
		return nil
	})
}
