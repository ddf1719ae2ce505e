package cloud

import (
	"context"

	"github.com/pulumi/pulumi/pkg/v3/backend/httpstate/client"
	"github.com/spf13/cobra"
	"podwright.invalid/toolchain/engine/without"
)

func NewAPICmd() *cobra.Command { return without.Command("api") }

// APIError is an error of "pulumi api". The engine looks for it, and here no command returns it.
type APIError struct {
	ExitCode int
	Silent   bool
}

func (*APIError) Error() string { return "" }

type ResolvedContext struct {
	Client   *client.Client
	OrgName  string
	LoggedIn bool
}

func ResolveContext(context.Context) (*ResolvedContext, error) {
	return nil, without.Error(`"pulumi api" and "pulumi org usage"`)
}
