package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		worker, err := podwright.NewTemplate(ctx, "worker", &podwright.TemplateArgs{
			Image:      pulumi.String("runpod/serverless-hello-world:latest"),
			Serverless: pulumi.Bool(true),
		})
		if err != nil {
			return err
		}
		jobs, err := podwright.NewServerlessEndpoint(ctx, "jobs", &podwright.ServerlessEndpointArgs{
			TemplateId:  worker.ID(),
			GpuIds:      pulumi.String("AMPERE_16,AMPERE_24"),
			WorkersMin:  pulumi.Int(0),
			WorkersMax:  pulumi.Int(3),
			ScalerType:  pulumi.String(podwright.ServerlessEndpointScalerTypeQueueDelay),
			ScalerValue: pulumi.Int(4),
			Drain: &podwright.ServerlessEndpointDrainArgs{
				Queued:     pulumi.String(podwright.ServerlessEndpointDrainQueuedProcess),
				InProgress: pulumi.String(podwright.ServerlessEndpointDrainInProgressWait),
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("url", jobs.Url)
		return nil
	})
}
