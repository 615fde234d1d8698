package media

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
)

// headBytes of a file are looked at before the rest is fetched.
const headBytes = 4 << 10

// accept reads and closes the file of an answer, as far as it goes on being one that was asked for.
func accept(answer *http.Response, kinds []Kind) (File, error) {
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return File{}, refusal(Status)
	}
	if encoding := answer.Header.Get("Content-Encoding"); encoding != "" && !strings.EqualFold(encoding, "identity") {
		return File{}, refusal(Encoded)
	}
	head := make([]byte, headBytes)
	n, err := io.ReadFull(answer.Body, head)
	if err != nil && !ended(err) {
		return File{}, refusal(Broken)
	}
	head = head[:n]
	found := recognise(head)
	if found == nil {
		return File{}, refusal(Unknown)
	}
	if len(kinds) > 0 && !slices.Contains(kinds, found.kind) {
		return File{}, refusal(Unwanted)
	}
	data, err := rest(answer, head, most(found.kind))
	if err != nil {
		return File{}, err
	}
	if found.whole != nil && !found.whole(data) {
		return File{}, refusal(Unknown)
	}
	return File{Kind: found.kind, MIME: found.mime, Data: data}, nil
}

// ended reports whether a body was over before head was full; that it ended where it was announced to is net/http's
// business, which would say io.ErrUnexpectedEOF again.
func ended(err error) bool { return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) }

// most is the bound of a kind, in bytes.
func most(k Kind) int {
	switch k {
	case Audio:
		return MaxAudio
	case Image:
		return MaxImage
	case Document:
		return MaxDocument
	default:
		return 0
	}
}

// rest reads what follows head and returns all of it.  Memory grows with what really comes and not with what was
// announced.
func rest(answer *http.Response, head []byte, limit int) ([]byte, error) {
	if answer.ContentLength > int64(limit) {
		return nil, refusal(TooLarge)
	}
	data, err := io.ReadAll(io.LimitReader(io.MultiReader(bytes.NewReader(head), answer.Body), int64(limit)+1))
	if err != nil {
		return nil, refusal(Broken)
	}
	if len(data) > limit {
		return nil, refusal(TooLarge)
	}
	return data, nil
}
