// A pod with a network volume, and an endpoint with its template.
package main

import (
	"podwright.invalid/sdk/go/podwright"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(deploy)
}

func deploy(ctx *pulumi.Context) error {
	dataCenter := pulumi.String(setting(ctx, "dataCenter", "EU-RO-1"))

	data, err := podwright.NewNetworkVolume(ctx, "data", &podwright.NetworkVolumeArgs{
		Size:       pulumi.Int(20),
		DataCenter: dataCenter,
	}, pulumi.Protect(setting(ctx, "protectVolumes", "true") == "true"))
	if err != nil {
		return err
	}

	web, err := podwright.NewPod(ctx, "web", &podwright.PodArgs{
		Image:         pulumi.String("nginx:1.29"),
		Gpu:           podwright.PodGpuArgs{Id: pulumi.String(setting(ctx, "gpu", "NVIDIA GeForce RTX 4090"))},
		DataCenterIds: pulumi.StringArray{dataCenter},
		Ports:         pulumi.StringArray{pulumi.String("80/http")},
		Env:           pulumi.StringMap{"MODE": pulumi.String("production")},
		Mounts: podwright.PodMountsArgs{
			Network: podwright.PodMountsNetworkArray{
				podwright.PodMountsNetworkArgs{
					VolumeId: data.ID(),
					Path:     pulumi.String(setting(ctx, "mountPath", "/workspace")),
				},
			},
		},
	})
	if err != nil {
		return err
	}

	worker, err := podwright.NewTemplate(ctx, "worker", &podwright.TemplateArgs{
		Image:      pulumi.String("runpod/serverless-hello-world:latest"),
		Serverless: pulumi.Bool(true),
	})
	if err != nil {
		return err
	}

	jobs, err := podwright.NewServerlessEndpoint(ctx, "jobs", &podwright.ServerlessEndpointArgs{
		GpuIds:     pulumi.String("AMPERE_16"),
		TemplateId: worker.ID(),
		WorkersMax: pulumi.Int(2),
	})
	if err != nil {
		return err
	}

	ctx.Export("podId", web.ID())
	ctx.Export("costPerHour", web.Cost)
	ctx.Export("jobsUrl", jobs.Url)
	return nil
}

// setting returns the stack's configured value, or the fallback if the stack has none.
func setting(ctx *pulumi.Context, key, fallback string) string {
	if value := config.Get(ctx, key); value != "" {
		return value
	}
	return fallback
}
