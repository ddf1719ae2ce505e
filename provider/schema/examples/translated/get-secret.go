package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		token, err := podwright.LookupSecret(ctx, &podwright.LookupSecretArgs{
			Name: "hf_token",
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("tokenId", pulumi.Any(token.Id))
		return nil
	})
}
