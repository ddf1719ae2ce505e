package awskms

import (
	"gocloud.dev/secrets"
	"podwright.invalid/toolchain/engine/without"
)

func init() { secrets.DefaultURLMux().RegisterKeeper("awskms", without.Keys{Of: "AWS"}) }
