package sealed

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"sync/atomic"

	"atende/actors/journal"
)

// An encrypted value is
//
//	SealMagic (4 bytes) | id of the key (8) | nonce (12) | ciphertext | tag (16)
//
// by AES-256-GCM (NIST SP 800-38D).  The key of the cipher is of the session, by HKDF (RFC 5869) from the data key: a
// random nonce of 96 bits is safe for 2^32 values of one key, which all sessions together would reach within months, and
// none by itself.  What a value belongs to is associated data.
const (
	headSize  = len(journal.SealMagic) + idSize
	nonceSize = 12
	tagSize   = 16
)

// Errors of values.
var (
	// ErrUnknownKey: a value is encrypted with a key that this process does not have.
	ErrUnknownKey = errors.New("journal: a value is encrypted with another data key")
	// ErrBroken: a value was changed, or belongs elsewhere.
	ErrBroken = errors.New("journal: an encrypted value is damaged or in the wrong place")
)

// place is what a value belongs to: one that is put elsewhere does not open.
type place struct {
	kind    string
	session string
	row     string // within the session
}

// bytes is the associated data.  Lengths keep two places from looking alike.
func (p place) bytes() []byte {
	data := make([]byte, 0, 3*4+len(p.kind)+len(p.session)+len(p.row))
	for _, part := range []string{p.kind, p.session, p.row} {
		data = binary.BigEndian.AppendUint32(data, uint32(len(part)))
		data = append(data, part...)
	}
	return data
}

// stateOf is the place of a session's state.
func stateOf(session string) place { return place{string(journal.StateValue), session, ""} }

// bodyOf is the place of a waiting row: its number is not known when it is written.
func bodyOf(session string, kind journal.Kind, message string) place {
	return place{string(journal.BodyValue), session, string(rune('0'+kind)) + message}
}

// entryOf is the place of an entry of the history.
func entryOf(session string, seq int64) place {
	return place{string(journal.EntryValue), session, string(binary.BigEndian.AppendUint64(nil, uint64(seq)))}
}

// ciphers are those of sessions that were asked for lately: a turn asks several times for the same, and making one takes
// longer than encrypting with it.  Of two that fall into one place the later one stays.
type ciphers struct {
	seed   maphash.Seed
	places [1 << 9]atomic.Pointer[sessionCipher] // each is of some 700 bytes
}

type sessionCipher struct {
	cipher.AEAD
	session string
}

// cipherOf is the cipher of a session.
func (k key) cipherOf(session string) (cipher.AEAD, error) {
	place := &k.lately.places[maphash.String(k.lately.seed, session)%uint64(len(k.lately.places))]
	if known := place.Load(); known != nil && known.session == session {
		return known, nil
	}
	made, err := k.newCipher(session)
	if err != nil {
		return nil, err
	}
	place.Store(&sessionCipher{made, session})
	return made, nil
}

func (k key) newCipher(session string) (cipher.AEAD, error) {
	secret, err := hkdf.Expand(sha256.New, k.secret, "atende values of "+session, keySize)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(secret)
	if err != nil {
		return nil, err
	}
	return cipher.NewGCM(block)
}

// seal encrypts a value; one that is empty stays so.
func (k key) seal(at place, value []byte) ([]byte, error) {
	if len(value) == 0 {
		return value, nil
	}
	aead, err := k.cipherOf(at.session)
	if err != nil {
		return nil, fmt.Errorf("journal: encrypt: %w", err)
	}
	out := make([]byte, headSize+nonceSize, headSize+nonceSize+len(value)+tagSize)
	copy(out, journal.SealMagic)
	copy(out[len(journal.SealMagic):], k.id[:])
	nonce := out[headSize:]
	if _, err := rand.Read(nonce); err != nil {
		return nil, fmt.Errorf("journal: encrypt: %w", err)
	}
	return aead.Seal(out, nonce, value, at.bytes()), nil
}

// keyOf is the id of the key that a value is encrypted with; false for a plain one.
func keyOf(value []byte) (i id, isSealed bool) {
	if !journal.IsSealed(value) || len(value) < headSize {
		return i, false
	}
	return id(value[len(journal.SealMagic):headSize]), true
}

// open decrypts a value; a plain one stays as it is.
func (r *ring) open(at place, value []byte) ([]byte, error) {
	i, isSealed := keyOf(value)
	if !isSealed {
		return value, nil
	}
	k, known := r.find(i)
	if !known {
		return nil, fmt.Errorf("%w (%s)", ErrUnknownKey, i)
	}
	if len(value) < headSize+nonceSize+tagSize {
		return nil, ErrBroken
	}
	aead, err := k.cipherOf(at.session)
	if err != nil {
		return nil, fmt.Errorf("journal: decrypt: %w", err)
	}
	plain, err := aead.Open([]byte{}, value[headSize:headSize+nonceSize], value[headSize+nonceSize:], at.bytes())
	if err != nil {
		return nil, ErrBroken
	}
	return plain, nil
}
