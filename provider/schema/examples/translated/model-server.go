package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		cfg := config.New(ctx, "")
		hfToken := cfg.RequireSecret("hfToken")
		chat, err := podwright.NewModelServer(ctx, "chat", &podwright.ModelServerArgs{
			Model: pulumi.String("Qwen/Qwen2.5-7B-Instruct"),
			Env: pulumi.StringMap{
				"HF_TOKEN": hfToken,
			},
			GpuIds: "ADA_24",
			Fallbacks: []string{
				"ADA_32_PRO",
			},
			WorkersMin: pulumi.Int(1),
			WorkersMax: pulumi.Int(3),
			Cache: &podwright.ModelServerCacheArgs{
				Size:       pulumi.Int(50),
				DataCenter: pulumi.String(podwright.DataCenterId_Eu_Ro_1),
			},
			SmokeTest: &podwright.ModelServerSmokeTestArgs{
				Input: pulumi.Map{
					"prompt": pulumi.Any("Say hello."),
				},
			},
		})
		if err != nil {
			return err
		}
		ctx.Export("url", chat.Url)
		return nil
	})
}
