package neo

import (
	"github.com/spf13/cobra"
	"podwright.invalid/toolchain/engine/without"
)

func NewNeoCmd() *cobra.Command { return without.Command("neo") }
