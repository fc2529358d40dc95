package main

import "context"

const helpInstall = ``
const helpUninstall = ``

func runInstall(ctx context.Context, inv *invocation) error   { return nil }
func runUninstall(ctx context.Context, inv *invocation) error { return nil }
