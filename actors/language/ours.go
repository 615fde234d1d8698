//go:build !minimal

package language

import "embed"

//go:embed data/pt/*.phrases data/pt/*.examples
var embedded embed.FS

// ours is one of our own files, by its name.  The build that only serves has them packed; see packed.go.
func ours(name string) ([]byte, error) { return embedded.ReadFile("data/pt/" + name) }
