package fsutil_test

import (
	"os"
	"testing"
)

// TestMain lets the test binary be its own children: each helper is chosen by a variable
// that only its test sets.
func TestMain(m *testing.M) {
	for name, child := range map[string]func(string){
		landlockEnv: landlockChild,
		killedEnv:   replaceAndDie,
		lockEnv:     holdLock,
		memlockEnv:  exhaustMemlock,
		scanEnv:     scanSelf,
		trustEnv:    checkTrust,
	} {
		if args, ok := os.LookupEnv(name); ok {
			child(args)
		}
	}
	os.Exit(m.Run())
}
