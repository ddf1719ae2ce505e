package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		me, err := podwright.NewSshKey(ctx, "me", &podwright.SshKeyArgs{
			PublicKey: pulumi.String("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIIwZ0AJrEK0PUn6ltzEHPauMbkT0S7hYqw40MW8GDP+Q me@example.com"),
		})
		if err != nil {
			return err
		}
		_, err = podwright.NewPod(ctx, "workstation", &podwright.PodArgs{
			Image: pulumi.String("runpod/pytorch:2.4.0-py3.11-cuda12.4.1-devel-ubuntu22.04"),
			Gpu: &podwright.PodGpuArgs{
				Id: pulumi.String(podwright.GpuTypeId_Nvidia_L4),
			},
			Ports: pulumi.StringArray{
				pulumi.String("22/tcp"),
			},
			StartSsh: pulumi.Bool(true),
		}, pulumi.DependsOn([]pulumi.Resource{
			me,
		}))
		if err != nil {
			return err
		}
		ctx.Export("fingerprint", me.Fingerprint)
		return nil
	})
}
