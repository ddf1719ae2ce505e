package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		candidate, err := podwright.NewTemplate(ctx, "candidate", &podwright.TemplateArgs{
			Image:      pulumi.String("runpod/serverless-hello-world:latest"),
			Serverless: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		endpoint, err := podwright.NewServerlessEndpoint(ctx, "endpoint", &podwright.ServerlessEndpointArgs{
			TemplateId: candidate.ID(),
			GpuIds:     pulumi.String(podwright.GpuPool_Ampere_16),
			WorkersMax: pulumi.Int(3),
		})
		if err != nil {
			return err
		}
		smoke, err := podwright.NewJob(ctx, "smoke", &podwright.JobArgs{
			EndpointId: endpoint.ID(),
			Input: pulumi.Map{
				"prompt": pulumi.Any("hello"),
			},
			Triggers: pulumi.Array{
				candidate.Image,
			},
			Timeout: pulumi.String("5m"),
		})
		if err != nil {
			return err
		}
		ctx.Export("answer", smoke.Output)
		return nil
	})
}
