// A language model with its own address, a cache for its weights and a smoke test.
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
	chat, err := podwright.NewModelServer(ctx, "chat", &podwright.ModelServerArgs{
		Model:      pulumi.String(setting(ctx, "model", "Qwen/Qwen2.5-7B-Instruct")),
		Image:      pulumi.String(setting(ctx, "image", "runpod/worker-v1-vllm:v2.18.1")),
		Env:        pulumi.StringMap{"HF_TOKEN": config.GetSecret(ctx, "hfToken")},
		GpuIds:     setting(ctx, "gpuIds", "ADA_24"),
		Fallbacks:  []string{"ADA_32_PRO"},
		WorkersMin: pulumi.Int(1),
		WorkersMax: pulumi.Int(3),
		Cache: podwright.ModelServerCacheArgs{
			Size:       pulumi.Int(50),
			DataCenter: pulumi.String(setting(ctx, "dataCenter", "EU-RO-1")),
		},
		SmokeTest: podwright.ModelServerSmokeTestArgs{
			Input: pulumi.Map{"prompt": pulumi.String("Say hello.")},
			Accepts: podwright.ModelServerSmokeTestAcceptArray{
				podwright.ModelServerSmokeTestAcceptArgs{Path: pulumi.String("[0].choices"), Present: pulumi.Bool(true)},
			},
		},
	})
	if err != nil {
		return err
	}
	ctx.Export("url", chat.Url)
	ctx.Export("openaiUrl", chat.OpenaiUrl)
	ctx.Export("endpointId", chat.EndpointId)
	ctx.Export("keyHint", chat.KeyHint)
	return nil
}

// setting returns the stack's configured value, or the fallback if the stack has none.
func setting(ctx *pulumi.Context, key, fallback string) string {
	if value := config.Get(ctx, key); value != "" {
		return value
	}
	return fallback
}
