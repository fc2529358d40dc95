package tools

import _ "embed" // the text is prose and lives in its own file

// instructions is what an agent is told at initialize (MCP 2025-11-25, lifecycle).
//
//go:embed instructions.md
var instructions string
