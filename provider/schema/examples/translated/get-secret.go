package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		token, err := podwright.GetSecret(ctx, &podwright.GetSecretArgs{
			Name: "hf_token",
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("tokenId", token.Id)
		return nil
	})
}
