package gcpkms

import (
	"context"
	"net/url"

	"gocloud.dev/secrets"
	"podwright.invalid/toolchain/engine/without"
)

const Scheme = "gcpkms"

// URLOpener has the field that the engine sets.
type URLOpener struct{ Client struct{} }

func (*URLOpener) OpenKeeperURL(ctx context.Context, address *url.URL) (*secrets.Keeper, error) {
	return keys.OpenKeeperURL(ctx, address)
}

func Dial(context.Context, struct{}) (client struct{}, close func(), err error) {
	_, err = keys.OpenKeeperURL(context.Background(), nil)
	return
}

var keys = without.Keys{Of: "Google Cloud"}
