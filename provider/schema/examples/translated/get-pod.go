package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		pod, err := podwright.LookupPod(ctx, &podwright.LookupPodArgs{
			Id: "8flcb2nif3l6sp",
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("status", pulumi.Any(pod.Status))
		return nil
	})
}
