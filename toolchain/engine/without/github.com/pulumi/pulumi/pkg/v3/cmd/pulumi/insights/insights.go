package insights

import (
	"github.com/spf13/cobra"
	"podwright.invalid/toolchain/engine/without"
)

func NewInsightsCmd() *cobra.Command { return without.Command("insights") }
