// Package image reads the Dockerfile and lays the files of its last stage out in a folder, so that what
// the image holds can be tried where there is no container engine.  It knows the instructions that our
// Dockerfile uses and refuses the others.
package image

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Top is the top of the repository, from the folder of a test in this module.
const Top = "../../.."

// Dockerfile is where ours stands.
var Dockerfile = filepath.Join(Top, "deploy", "docker", "Dockerfile")

// Image is the last stage of a Dockerfile.
type Image struct {
	Base       string
	Builder    string   // image of the stage before
	Build      string   // what that stage runs to make the files, under /out
	Args       []string // of that stage that have a default, NAME=value
	Copies     []Copy
	Env        []string
	UID, GID   int
	Dir        string
	Entrypoint []string
	Command    []string
	Health     []string
	Ports      []string
	Labels     map[string]string
}

// Copy is a file or an empty folder that comes from the build.
type Copy struct {
	From, To string
	UID, GID int // its owner; 0 unless --chown names one
}

// Read reads a Dockerfile of two stages.
func Read(path string) (*Image, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	i := &Image{Labels: map[string]string{}}
	stages := 0
	for _, line := range instructions(string(text)) {
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		if word == "FROM" {
			stages++
			i.Builder, i.Base = i.Base, lastImage(rest)
			continue
		}
		if stages < 2 {
			i.builds(word, rest)
			continue
		}
		if err := i.take(word, rest); err != nil {
			return nil, fmt.Errorf("%s: %s: %w", path, line, err)
		}
	}
	if stages != 2 {
		return nil, fmt.Errorf("%s: %d stages, not 2", path, stages)
	}
	return i, nil
}

// instructions are the lines without comments, those that go on joined.
func instructions(text string) []string {
	var all []string
	going := false
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		more := strings.HasSuffix(line, "\\")
		line = strings.TrimSpace(strings.TrimSuffix(line, "\\"))
		if going {
			all[len(all)-1] += " " + line
		} else {
			all = append(all, line)
		}
		going = more
	}
	return all
}

// lastImage is the image of a FROM without its flags and its name.
func lastImage(rest string) string {
	for _, word := range strings.Fields(rest) {
		if !strings.HasPrefix(word, "--") {
			return word
		}
	}
	return ""
}

// builds notes what the first stage runs to make /out, and the defaults of its arguments.
func (i *Image) builds(word, rest string) {
	switch {
	case word == "RUN" && strings.Contains(rest, "/out"):
		i.Build = rest
	case word == "ARG" && strings.Contains(rest, "="):
		i.Args = append(i.Args, rest)
	}
}

// take reads one instruction of the last stage.
func (i *Image) take(word, rest string) error {
	switch word {
	case "ARG":
		return nil
	case "LABEL":
		return i.label(rest)
	case "COPY":
		return i.copies(rest)
	case "WORKDIR":
		i.Dir = rest
		return nil
	case "USER":
		var err error
		i.UID, i.GID, err = owner(rest)
		return err
	case "EXPOSE":
		i.Ports = strings.Fields(rest)
		return nil
	case "ENV":
		i.Env = append(i.Env, strings.Fields(rest)...)
		return nil
	case "ENTRYPOINT":
		return json.Unmarshal([]byte(rest), &i.Entrypoint)
	case "CMD":
		return json.Unmarshal([]byte(rest), &i.Command)
	case "HEALTHCHECK":
		_, form, _ := strings.Cut(rest, "CMD ")
		return json.Unmarshal([]byte(form), &i.Health)
	default:
		return fmt.Errorf("an instruction that is not known here")
	}
}

func (i *Image) label(rest string) error {
	for rest != "" {
		key, quoted, _ := strings.Cut(rest, "=")
		value, err := strconv.QuotedPrefix(quoted)
		if err != nil {
			return err
		}
		i.Labels[key] = strings.Trim(value, `"`)
		rest = strings.TrimSpace(quoted[len(value):])
	}
	return nil
}

func (i *Image) copies(rest string) error {
	c := Copy{}
	var places []string
	for _, word := range strings.Fields(rest) {
		chown, isChown := strings.CutPrefix(word, "--chown=")
		switch {
		case isChown:
			var err error
			if c.UID, c.GID, err = owner(chown); err != nil {
				return err
			}
		case word == "--from=build":
		case strings.HasPrefix(word, "--"):
			return fmt.Errorf("%s is not known here", word)
		default:
			places = append(places, word)
		}
	}
	if len(places) != 2 {
		return fmt.Errorf("%d places", len(places))
	}
	c.From, c.To = places[0], places[1]
	i.Copies = append(i.Copies, c)
	return nil
}

// owner reads UID:GID in numbers: the image has no names.
func owner(text string) (uid, gid int, err error) {
	if _, err = fmt.Sscanf(text, "%d:%d", &uid, &gid); err != nil {
		return 0, 0, fmt.Errorf("%s is not UID:GID in numbers", text)
	}
	return uid, gid, nil
}

// Lay builds what the image holds, by its own command and with these arguments (NAME=value), and lays exactly that out in
// folder.  The folder must not exist.  Owners are set where this process may.
func (i *Image) Lay(ctx context.Context, folder string, args ...string) error {
	out, err := os.MkdirTemp("", "image-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(out) }() // it is temporary anyway
	build := exec.CommandContext(ctx, "sh", "-ec", strings.ReplaceAll(i.Build, "/out", out))
	build.Dir = Top
	build.Env = slices.Concat(os.Environ(), i.Args, args) // of two the last one counts
	if err := Compile(build); err != nil {
		return err
	}
	for _, c := range i.Copies {
		if err := c.lay(out, folder); err != nil {
			return err
		}
	}
	return nil
}

// Compile runs a command that compiles atende, one of all processes at a time: whoever waits finds the work done
// in Go's cache, which all of them would do at once otherwise.
func Compile(build *exec.Cmd) error {
	turn, err := os.Open(Dockerfile) // any file that the go command does not lock itself
	if err != nil {
		return err
	}
	defer turn.Close() // and let go of it
	if err := unix.Flock(int(turn.Fd()), unix.LOCK_EX); err != nil {
		return fmt.Errorf("wait for another build: %w", err)
	}
	if text, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w\n%s", build, err, text)
	}
	return nil
}

// lay copies a file, or makes a folder that is empty in the build, too.
func (c Copy) lay(out, folder string) error {
	from := filepath.Join(out, strings.TrimPrefix(c.From, "/out"))
	to := filepath.Join(folder, c.To)
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if entries, err := os.ReadDir(from); err == nil {
		if len(entries) > 0 {
			return fmt.Errorf("%s is not empty", c.From)
		}
		err = os.Mkdir(to, 0o755)
		return c.own(to, err)
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return c.own(to, os.WriteFile(to, content, 0o755)) // a program everybody may run, as in the image
}

// own gives what was made to its owner, where this process may.
func (c Copy) own(path string, err error) error {
	if err != nil || os.Geteuid() != 0 {
		return err
	}
	return os.Chown(path, c.UID, c.GID)
}
