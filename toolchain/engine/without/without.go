// Package without says what an engine that a clone builds leaves out. Each folder below holds a package that takes the place of the Go
// package of that import path. Those packages and the libraries that only they need take longer to compile than the rest of the engine.
package without

import (
	"context"
	"fmt"
	"net/url"

	"github.com/spf13/cobra"
	"gocloud.dev/blob"
	"gocloud.dev/secrets"
)

// Error says that this engine lacks something, and what to do about it.
func Error(what string) error {
	return fmt.Errorf("this Pulumi engine, which a clone of Podwright built, leaves out %s, because they take minutes to compile: "+
		"install Pulumi (https://www.pulumi.com/docs/install/) and use that engine", what)
}

// Command returns a command that only fails.
func Command(name string, aliases ...string) *cobra.Command {
	return &cobra.Command{
		Use:                name,
		Aliases:            aliases,
		Hidden:             true,
		DisableFlagParsing: true,
		RunE: func(*cobra.Command, []string) error {
			return Error(fmt.Sprintf(`the commands of "pulumi %s"`, name))
		},
	}
}

// States opens no storage of states.
type States struct{ In string }

func (s States) OpenBucketURL(context.Context, *url.URL) (*blob.Bucket, error) {
	return nil, Error("states in " + s.In)
}

// Keys opens no key.
type Keys struct{ Of string }

func (k Keys) OpenKeeperURL(context.Context, *url.URL) (*secrets.Keeper, error) {
	return nil, Error("keys of " + k.Of)
}
