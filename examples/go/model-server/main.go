// A language model behind an address: the npm package's ModelServer, spelled out.
package main

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"podwright.invalid/sdk/go/podwright"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(deploy)
}

func deploy(ctx *pulumi.Context) error {
	model := setting(ctx, "model", "Qwen/Qwen2.5-7B-Instruct")
	image := setting(ctx, "image", "runpod/worker-v1-vllm:v2.18.1")
	gpuIds := setting(ctx, "gpuIds", "ADA_24")

	dataCenter := setting(ctx, "dataCenter", "EU-RO-1")

	// A pool that appears twice is one pool.
	pools := gpuIds
	if gpuIds != "ADA_32_PRO" {
		pools += ",ADA_32_PRO"
	}

	// Other hardware makes other names, and so another endpoint. Pulumi deletes the old endpoint last.
	name := strings.ReplaceAll(strings.ToLower("chat-"+gpuIds+"-"+dataCenter), "_", "-")

	// Another data center gets a volume of its own.
	cache, err := podwright.NewNetworkVolume(ctx, "chat-"+dataCenter, &podwright.NetworkVolumeArgs{
		Size:       pulumi.Int(50),
		DataCenter: pulumi.String(dataCenter),
	})
	if err != nil {
		return err
	}

	env := pulumi.StringMap{
		"MODEL_NAME": pulumi.String(model),
		"HF_HOME":    pulumi.String("/runpod-volume/huggingface"),
		"HF_TOKEN":   config.GetSecret(ctx, "hfToken"),
	}

	worker, err := podwright.NewTemplate(ctx, name, &podwright.TemplateArgs{
		Image:      pulumi.String(image),
		Env:        env,
		Serverless: pulumi.Bool(true),
	})
	if err != nil {
		return err
	}

	endpoint, err := podwright.NewServerlessEndpoint(ctx, name, &podwright.ServerlessEndpointArgs{
		TemplateId:      worker.ID(),
		GpuIds:          pulumi.String(pools),
		Locations:       pulumi.String(dataCenter),
		NetworkVolumeId: cache.ID(),
		WorkersMin:      pulumi.Int(1),
		WorkersMax:      pulumi.Int(3),
		Drain: podwright.ServerlessEndpointDrainArgs{
			Queued: podwright.ServerlessEndpointDrainQueuedProcess,
		},
	})
	if err != nil {
		return err
	}

	// Each change of the workers' settings, secrets included, makes a new trigger. The digest shows no values.
	running := pulumi.JSONMarshal(pulumi.Map{"image": pulumi.String(image), "env": env}).ApplyT(func(text string) string {
		return fmt.Sprintf("%x", sha256.Sum256([]byte(text)))
	})

	smoke, err := podwright.NewJob(ctx, name, &podwright.JobArgs{
		EndpointId: endpoint.ID(),
		Input:      pulumi.Map{"prompt": pulumi.String("Say hello.")},
		Triggers:   pulumi.Array{pulumi.ToSecret(running)},
	})
	if err != nil {
		return err
	}

	// Known once the smoke test has passed.
	url := pulumi.All(endpoint.Url, smoke.Status).ApplyT(func(values []any) any { return values[0] })
	ctx.Export("url", url)
	ctx.Export("openaiUrl", pulumi.Sprintf("%s/openai/v1", url))
	ctx.Export("endpointId", smoke.EndpointId)
	ctx.Export("keyHint", pulumi.String("Authorization: Bearer $PODWRIGHT_API_KEY"))
	return nil
}

// setting is the stack's own value, or the fallback if the stack has none.
func setting(ctx *pulumi.Context, key, fallback string) string {
	if value := config.Get(ctx, key); value != "" {
		return value
	}
	return fallback
}
