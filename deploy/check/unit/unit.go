// Package unit reads the systemd unit of deploy/systemd.
package unit

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"atende/deploy/check/image"
)

// Folder is where the unit stands.
var Folder = filepath.Join(image.Top, "deploy", "systemd")

// Unit is a unit's directives: by "Section.Name", every value in order.
type Unit map[string][]string

// Read reads a unit file.
func Read(path string) (Unit, error) {
	u, section := Unit{}, ""
	err := lines(path, func(line string) error {
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
			return nil
		}
		name, value, found := strings.Cut(line, "=")
		if !found || section == "" {
			return fmt.Errorf("%s: %q is no directive of a section", path, line)
		}
		u[section+"."+name] = append(u[section+"."+name], value)
		return nil
	})
	return u, err
}

// Environment reads a file of NAME=value lines.
func Environment(path string) (map[string]string, error) {
	values := map[string]string{}
	err := lines(path, func(line string) error {
		name, value, found := strings.Cut(line, "=")
		if _, twice := values[name]; !found || twice {
			return fmt.Errorf("%s: %q is no variable, or stands there twice", path, line)
		}
		values[name] = value
		return nil
	})
	return values, err
}

// lines hands every line that says something to f.
func lines(path string, f func(string) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	scanner := bufio.NewScanner(file)
	for scanner.Scan() {
		line := strings.TrimSpace(scanner.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		if err := f(line); err != nil {
			return err
		}
	}
	return scanner.Err()
}
