package private

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

var errMissing = errors.New("the programs of PostgreSQL are not on this machine: install them (apt install postgresql)")

// places are where packages put the programs, which are rarely in PATH.
var places = []string{"/usr/lib/postgresql/*/bin", "/usr/pgsql-*/bin", "/opt/homebrew/opt/postgresql*/bin", "/usr/local/opt/postgresql*/bin"}

// find is the folder with the programs of the newest version.
func find() (string, error) {
	var found []string
	for _, pattern := range places {
		folders, err := filepath.Glob(pattern)
		if err != nil {
			return "", err
		}
		found = append(found, folders...)
	}
	slices.SortStableFunc(found, func(a, b string) int { return release(b) - release(a) })
	for _, folder := range found {
		if _, err := exec.LookPath(filepath.Join(folder, "initdb")); err == nil {
			return folder, nil
		}
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", errMissing
	}
	// A link in PATH leads to the folder where the other programs are.
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", errMissing
	}
	return filepath.Dir(path), nil
}

// release is the number of the version in a path, 0 without one.
func release(folder string) int {
	digits := strings.FieldsFunc(folder, func(r rune) bool { return r < '0' || r > '9' })
	if len(digits) == 0 {
		return 0
	}
	number, err := strconv.Atoi(digits[0])
	if err != nil {
		return 0
	}
	return number
}
