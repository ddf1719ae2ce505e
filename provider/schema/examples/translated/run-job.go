package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		smoke, err := podwright.RunJob(ctx, &podwright.RunJobArgs{
			EndpointId: "mmd6zzya3w2rxd",
			Input: map[string]any{
				"prompt": "Hello",
			},
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("answer", pulumi.Any(smoke.Output))
		return nil
	})
}
