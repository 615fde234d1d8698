// Package trial runs what the image and the compose file describe, without a container engine: the very
// files of the image, with the environment, the secrets and the mounts that Compose would give them, as
// processes in a network of their own.
package trial

import (
	"os"
	"testing"

	"atende/deploy/check/sandbox"
)

func TestMain(m *testing.M) {
	sandbox.Init()
	os.Exit(sandbox.Isolated(func() int {
		defer func() {
			for _, folder := range laidIn {
				_ = os.RemoveAll(folder) // of the tests alone
			}
		}()
		return m.Run()
	}))
}
