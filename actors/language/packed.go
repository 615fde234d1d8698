//go:build minimal

package language

import (
	"archive/zip"
	"bytes"
	_ "embed" // for packed
	"io"
	"sync"
)

// packed are our own files in a quarter of their size: the binary of the image and of the packages has 2 MB less.  make generate
// writes it, and TestPackedIsEqual compares it with the files.
//
//go:embed data/pt.zip
var packed []byte

var opened = sync.OnceValues(func() (*zip.Reader, error) { return zip.NewReader(bytes.NewReader(packed), int64(len(packed))) })

// ours is one of our own files, by its name.
func ours(name string) ([]byte, error) {
	files, err := opened()
	if err != nil {
		return nil, err
	}
	file, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(file)
}
