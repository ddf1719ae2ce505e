package main

import (
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"podwright.invalid/sdk/go/podwright"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		found, err := podwright.GetTemplates(ctx, &podwright.GetTemplatesArgs{
			Serverless: pulumi.BoolRef(true),
		}, nil)
		if err != nil {
			return err
		}
		ctx.Export("first", pulumi.Any(found.Templates[0].Id))
		return nil
	})
}
