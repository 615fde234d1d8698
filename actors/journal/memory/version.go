package memory

import (
	"bytes"
	"context"
	"time"

	"atende/actors/journal"
)

// version is one that is kept, and when it was kept last.
type version struct {
	body []byte
	at   time.Time
}

// KeepVersion stores a version; see journal.Versions.
func (m *memory) KeepVersion(ctx context.Context, id string, body []byte) error {
	if len(body) > journal.MaxVersion {
		return journal.ErrTooLong
	}
	leave, err := m.enter(ctx)
	if err != nil {
		return err
	}
	defer leave()
	now := m.options.Now()
	m.versions[id] = version{body: bytes.Clone(body), at: now}
	for known, v := range m.versions {
		if now.Sub(v.at) > journal.VersionAge {
			delete(m.versions, known)
		}
	}
	for len(m.versions) > journal.MaxVersions {
		oldest := id
		for known, v := range m.versions {
			if v.at.Before(m.versions[oldest].at) {
				oldest = known
			}
		}
		delete(m.versions, oldest)
	}
	return nil
}

// Version is the body of a version; see journal.Versions.
func (m *memory) Version(ctx context.Context, id string) ([]byte, bool, error) {
	leave, err := m.enter(ctx)
	if err != nil {
		return nil, false, err
	}
	defer leave()
	v, known := m.versions[id]
	return bytes.Clone(v.body), known, nil
}
