package sealed

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/maphash"
	"strings"
)

const (
	// keySize is that of a data key: AES-256.
	keySize = 32
	// idSize is that of a key's id, in bytes.  It follows from the key, so that nobody has to give names.
	idSize = 8
	// maxKeys is how many keys a ring holds.
	maxKeys = 16
)

// Plain as the first line of a ring: values are written in the clear, the keys behind it read those that are not.
const Plain = "plain"

// id names a key without telling it.
type id [idSize]byte

func (i id) String() string { return hex.EncodeToString(i[:]) }

// key is a data key.
type key struct {
	id     id
	secret []byte
	lately *ciphers
}

func newKey(secret []byte) key {
	sum := sha256.Sum256(append([]byte("atende data key "), secret...))
	return key{id(sum[:idSize]), secret, &ciphers{seed: maphash.MakeSeed()}}
}

// ring is the keys that values are read with; the first of them writes.
type ring struct {
	keys  []key
	plain bool // nothing is encrypted that is written
}

// find is the key of an id.
func (r *ring) find(i id) (key, bool) {
	for _, k := range r.keys {
		if k.id == i {
			return k, true
		}
	}
	return key{}, false
}

// writer is the key that values are written with, false for none.
func (r *ring) writer() (key, bool) {
	if r.plain || len(r.keys) == 0 {
		return key{}, false
	}
	return r.keys[0], true
}

// parse reads a ring: a key a line, 32 bytes in base64 or hex; empty lines and those with # in front do not count.  Its
// errors never repeat what they are about.
func parse(text string) (*ring, error) {
	r := &ring{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "#"):
			continue
		case line == Plain && len(r.keys) == 0:
			r.plain = true
			continue
		}
		secret, err := decode(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		k := newKey(secret)
		if _, twice := r.find(k.id); twice {
			return nil, fmt.Errorf("line %d: the key %s is there twice", number, k.id)
		}
		r.keys = append(r.keys, k)
	}
	switch {
	case len(r.keys) == 0:
		return nil, errors.New("there is no key in it")
	case len(r.keys) > maxKeys:
		return nil, fmt.Errorf("there are %d keys in it, at most %d", len(r.keys), maxKeys)
	}
	return r, nil
}

var errKey = errors.New("is no key: 32 random bytes in base64 or hex, as openssl rand -base64 32 prints them")

// decode reads a key.  One that repeats a byte is an example, not a key.
func decode(line string) ([]byte, error) {
	secret, err := hex.DecodeString(line)
	if err != nil {
		secret, err = base64.RawStdEncoding.DecodeString(strings.TrimRight(line, "="))
	}
	if err != nil || len(secret) != keySize || strings.Count(string(secret), string(secret[:1])) == keySize {
		return nil, errKey
	}
	return secret, nil
}
