package catalog

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"atende/integrations/catalog/nearest"
)

// maxFileBytes bounds a clinic file.  A hospital with a thousand doctors needs a tenth of it.
const maxFileBytes = 1 << 20

// Load reads the clinic file at path.  The error is an *InvalidError with every problem of the file
// (contract), or says why the file could not be read.
func Load(path string) (*Clinic, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("clinic file: %w", err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if err != nil {
		return nil, fmt.Errorf("clinic file: %w", err)
	}
	clinic, err := Parse(data)
	if err == nil {
		clinic.Phrases.File = path
	}
	return clinic, err
}

// Parse is Load for a file that is already in memory.
func Parse(data []byte) (*Clinic, error) {
	var found problems
	if len(data) > maxFileBytes {
		found.add(1, "the file is larger than %d bytes", maxFileBytes)
		return nil, found.err()
	}
	f, where, readable := decode(data, &found)
	if !readable {
		return nil, found.err()
	}
	clinic := check(f, where, &found)
	if err := found.err(); err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	clinic.Version, clinic.Source = hex.EncodeToString(sum[:4]), bytes.Clone(data)
	return clinic, nil
}

// decode reads the one document of data.  readable is false when its shape is so wrong that
// checking what was decoded would only report consequences.
func decode(data []byte, found *problems) (f file, where positions, readable bool) {
	decoder := yaml.NewDecoder(bytes.NewReader(data))
	decoder.KnownFields(true)
	readable = addDecodeError(decoder.Decode(&f), found)
	var document yaml.Node
	if err := yaml.Unmarshal(data, &document); err != nil {
		return f, where, false // already reported: the same text does not parse
	}
	// Decode stops after the first document; whatever follows would be ignored in silence.
	if err := decoder.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) && readable {
		found.add(1, "the file must hold exactly one YAML document")
		readable = false
	}
	reportEmptyEntries(&document, found)
	return f, positionsOf(&document), readable
}

// reportEmptyEntries notes every "- " with nothing behind it: the decoder drops them in silence.
func reportEmptyEntries(node *yaml.Node, found *problems) {
	for _, child := range node.Content {
		if node.Kind == yaml.SequenceNode && child.ShortTag() == "!!null" {
			found.add(child.Line, "this entry of the list is empty")
		}
		reportEmptyEntries(child, found)
	}
}

// addDecodeError reports what the YAML decoder found; false when the shape is beyond checking.
func addDecodeError(err error, found *problems) (readable bool) {
	var shape *yaml.TypeError
	switch {
	case err == nil:
		return true
	case errors.Is(err, io.EOF):
		found.add(1, "the file is empty")
		return false
	case !errors.As(err, &shape):
		addMessage(strings.TrimPrefix(err.Error(), "yaml: "), found)
		return false
	}
	readable = true
	for _, message := range shape.Errors {
		addMessage(message, found)
		// The decoder skips a mapping that has a wrong shape or a repeated key.
		readable = readable && unknownField.MatchString(lineNumber.ReplaceAllString(message, ""))
	}
	return readable
}

// The decoder's messages name our Go types; these find the part an operator can use.
var (
	lineNumber   = regexp.MustCompile(`^line (\d+): `)
	unknownField = regexp.MustCompile(`^field (.*) not found in type \S+\.(\S+)$`)
	wrongShape   = regexp.MustCompile(`(?s)cannot unmarshal \S+.* into (\S+)$`)
	repeatedKey  = regexp.MustCompile(`^mapping key (.*) already defined at line (\d+)$`)
)

func addMessage(message string, found *problems) {
	line := 1
	if m := lineNumber.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1]) // digits by the pattern; 0 on overflow is "cannot tell"
		message = message[len(m[0]):]
	}
	if m := unknownField.FindStringSubmatch(message); m != nil {
		found.add(line, "%s", unknownKey(m[1], keysOf[m[2]]))
	} else if m := repeatedKey.FindStringSubmatch(message); m != nil {
		found.add(line, "key %s is already defined at line %s", m[1], m[2])
	} else if m := wrongShape.FindStringSubmatch(message); m == nil {
		found.add(line, "%s", message)
	} else if strings.HasPrefix(m[1], "[]") {
		found.add(line, "a list is expected here")
	} else {
		found.add(line, "a mapping (key: value) is expected here")
	}
}

// unknownKey is the problem with a key that there is not, with the one that was meant where that can be told.
func unknownKey(key string, known []string) string {
	if meant := nearest.Likely(key, known); meant != "" {
		return fmt.Sprintf("unknown key %q, the nearest is %s", key, meant)
	}
	return fmt.Sprintf("unknown key %q", key)
}

// keysOf are the keys of each mapping of the file, by the name of its Go type.
var keysOf = collectKeys(map[string][]string{}, reflect.TypeFor[file]())

func collectKeys(keys map[string][]string, of reflect.Type) map[string][]string {
	for of.Kind() == reflect.Slice || of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || keys[of.Name()] != nil {
		return keys
	}
	for field := range of.Fields() {
		if key := field.Tag.Get("yaml"); key != "" {
			keys[of.Name()] = append(keys[of.Name()], key)
			collectKeys(keys, field.Type)
		}
	}
	return keys
}
