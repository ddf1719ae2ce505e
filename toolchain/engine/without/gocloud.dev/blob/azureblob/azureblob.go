package azureblob

import (
	"context"
	"net/url"

	"gocloud.dev/blob"
	"podwright.invalid/toolchain/engine/without"
)

const Scheme = "azblob"

// URLOpener has the fields that the engine sets.
type URLOpener struct{ MakeClient, ServiceURLOptions struct{} }

func (*URLOpener) OpenBucketURL(ctx context.Context, address *url.URL) (*blob.Bucket, error) {
	return without.States{In: "Azure Blob Storage"}.OpenBucketURL(ctx, address)
}

var NewDefaultClient struct{}

func NewDefaultServiceURLOptions() *struct{} { return &struct{}{} }

// The engine takes an address of a registered scheme for the address of a state.
func init() { blob.DefaultURLMux().RegisterBucket(Scheme, &URLOpener{}) }
