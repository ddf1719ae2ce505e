package azurekeyvault

import (
	"gocloud.dev/secrets"
	"podwright.invalid/toolchain/engine/without"
)

func init() { secrets.DefaultURLMux().RegisterKeeper("azurekeyvault", without.Keys{Of: "Azure"}) }
