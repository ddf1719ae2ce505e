package env

import (
	"github.com/pulumi/pulumi/pkg/v3/auth/credentialhelper"
	"github.com/spf13/cobra"
	"podwright.invalid/toolchain/engine/without"
)

func NewEnvCmd(*credentialhelper.Session) *cobra.Command { return without.Command("env", "esc") }
