package gcsblob

import (
	"gocloud.dev/blob"
	"podwright.invalid/toolchain/engine/without"
)

const Scheme = "gs"

// The engine takes an address of a registered scheme for the address of a state.
func init() {
	blob.DefaultURLMux().RegisterBucket(Scheme, without.States{In: "Google Cloud Storage"})
}
