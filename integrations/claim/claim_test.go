package claim

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A file that somebody has is refused by every name it has, and free again once it was given back.
func TestEveryNameOfAFile(t *testing.T) {
	t.Parallel()
	for name, alias := range map[string]func(t *testing.T, folder, path string) string{
		"the same":    func(_ *testing.T, _, path string) string { return path },
		"another way": func(_ *testing.T, folder, _ string) string { return folder + "/sub/../data.db" },
		"symbolic link": func(t *testing.T, folder, path string) string {
			return linked(t, os.Symlink, path, filepath.Join(folder, "sub", "link.db"))
		},
		"hard link": func(t *testing.T, folder, path string) string {
			return linked(t, os.Link, path, filepath.Join(folder, "sub", "link.db"))
		},
		"link to the folder": func(t *testing.T, folder, _ string) string {
			return filepath.Join(linked(t, os.Symlink, folder, filepath.Join(folder, "sub", "folder")), "data.db")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			if err := os.Mkdir(filepath.Join(folder, "sub"), 0o700); err != nil {
				t.Fatal(err)
			}
			path := filepath.Join(folder, "data.db")
			first := file(t, path)
			other := alias(t, folder, path)
			if _, err := File(other); !errors.Is(err, unix.EWOULDBLOCK) {
				t.Errorf("%s: %v", other, err)
			}
			released(t, first)
			second := file(t, other)
			if _, err := File(path); !errors.Is(err, unix.EWOULDBLOCK) {
				t.Errorf("the first name: %v", err)
			}
			released(t, second)
		})
	}
}

// A link to a file that is not there yet makes the file, and is another name of it from then on.
func TestLinkToNothing(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	path := filepath.Join(folder, "data.db")
	first := file(t, linked(t, os.Symlink, path, filepath.Join(folder, "link.db")))
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 || info.Size() != 0 {
		t.Errorf("%v %v", info, err)
	}
	if _, err := File(path); !errors.Is(err, unix.EWOULDBLOCK) {
		t.Errorf("the file: %v", err)
	}
	released(t, first)
}

// A process of the release before, which locks the file beside alone, is kept out and keeps us out.
func TestLockBeside(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "data.db")
	beside, err := os.OpenFile(path+".lock", os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	ours := file(t, path)
	if err := lock(beside); !errors.Is(err, unix.EWOULDBLOCK) {
		t.Errorf("the release before: %v", err)
	}
	released(t, ours)
	if err := lock(beside); err != nil {
		t.Fatal(err)
	}
	if _, err := File(path); !errors.Is(err, unix.EWOULDBLOCK) {
		t.Errorf("beside the release before: %v", err)
	}
}

func file(t *testing.T, path string) *Claim {
	t.Helper()
	c, err := File(path)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func released(t *testing.T, c *Claim) {
	t.Helper()
	if err := c.Release(); err != nil {
		t.Error(err)
	}
}

func linked(t *testing.T, link func(string, string) error, from, to string) string {
	t.Helper()
	if err := link(from, to); err != nil {
		t.Fatal(err)
	}
	return to
}
