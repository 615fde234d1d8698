package language

import (
	"archive/zip"
	"bytes"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var update = flag.Bool("update", false, "pack our own files anew")

// What the build that only serves has of our own files is what the others have.
func TestPackedIsEqual(t *testing.T) {
	var files []string
	for _, kind := range []string{"*.phrases", "*.examples"} {
		some, err := filepath.Glob(filepath.Join("data", "pt", kind))
		if err != nil || len(some) == 0 {
			t.Fatal(some, err)
		}
		files = append(files, some...)
	}
	slices.Sort(files)
	if *update {
		pack(t, files)
	}
	packed, err := zip.OpenReader(filepath.Join("data", "pt.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	if len(packed.File) != len(files) {
		t.Errorf("%d files are packed of %d", len(packed.File), len(files))
	}
	for _, file := range files {
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if got := unpacked(t, &packed.Reader, filepath.Base(file)); !bytes.Equal(got, want) {
			t.Errorf("%s is packed as it was before: make generate", file)
		}
	}
}

// unpacked is a file of an archive, nil for none.
func unpacked(t *testing.T, archive *zip.Reader, name string) []byte {
	t.Helper()
	file, err := archive.Open(name)
	if err != nil {
		return nil
	}
	defer file.Close()
	text, err := io.ReadAll(file)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// pack writes the files into data/pt.zip, without times, so that the same files make the same archive.
func pack(t *testing.T, files []string) {
	t.Helper()
	var archive bytes.Buffer
	into := zip.NewWriter(&archive)
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		one, err := into.Create(filepath.Base(file))
		if err == nil {
			_, err = one.Write(text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := into.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join("data", "pt.zip"), archive.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}
