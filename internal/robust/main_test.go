package robust

import (
	"flag"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"testing"

	"golang.org/x/sys/unix"

	"browser-mcp/internal/program"
)

var (
	kills = flag.Int("robust.kills", 100, "how `often` something is killed, over all kinds")
	seed  = flag.Uint64("robust.seed", 0, "`seed` of the moments of the kills; 0 takes a new one")
)

func TestMain(m *testing.M) {
	if err := offerStranger(); err != nil {
		fmt.Fprintln(os.Stderr, "robust:", err)
		os.Exit(1)
	}
	program.Main(adopting{m})
}

// adopting makes this process the parent of whatever loses its own. So nothing that a test has caused can get out of sight.
type adopting struct{ m *testing.M }

func (a adopting) Run() int {
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0); err != nil {
		fmt.Fprintln(os.Stderr, "robust: adopting orphans:", err)
		return 1
	}
	if *seed == 0 {
		*seed = rand.Uint64()
	}
	return a.m.Run()
}

// dice are the random numbers of one test. A test that fails says how to throw the same again.
func dice(t *testing.T) *rand.Rand {
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("the same moments again: -robust.seed=%d -robust.kills=%d", *seed, *kills)
		}
	})
	name := fnv.New64a()
	_, _ = name.Write([]byte(t.Name()))
	return rand.New(rand.NewPCG(*seed, name.Sum64()))
}

// share is how many of the kills one kind gets.
func share(hundredths int) int { return max(1, *kills*hundredths/100) }
