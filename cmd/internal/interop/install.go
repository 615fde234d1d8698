package interop

import (
	"context"
	_ "embed" // what npm is to install
	"path/filepath"

	"atende/cmd/internal/npm"
)

// The pinned package and its checksum.
var (
	//go:embed package.json
	manifest []byte
	//go:embed package-lock.json
	lock []byte
)

// program is the server within an installation.
const program = "node_modules/@copilotkit/aimock/dist/cli.js"

// install returns the path of the server's program, which npm fetches the first time on a machine.
func install(ctx context.Context) (string, error) {
	home, err := npm.Package{Name: "interop", Manifest: manifest, Lock: lock}.Install(ctx)
	return filepath.Join(home, program), err
}
