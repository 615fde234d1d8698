package bare

import (
	"os"

	"golang.org/x/sys/unix"
)

// flush makes what was written durable; the times of the file may lag behind.
func flush(f *os.File) error { return unix.Fdatasync(int(f.Fd())) }
