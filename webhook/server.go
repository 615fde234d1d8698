package webhook

import (
	"cmp"
	"net/http"
	"time"
)

// Harden gives a server the bounds that a public listener needs and returns it.  Only those that
// are still zero are set.
//
// A caller has 5 s for its headers, 15 s for all of its request and 60 s for everything, the
// answer of a slow transfer (40 s) included; it may send 8 KiB of headers, of which net/http adds the
// last 4, and be silent between requests for 60 s.
func Harden(s *http.Server) *http.Server {
	s.ReadHeaderTimeout = cmp.Or(s.ReadHeaderTimeout, 5*time.Second)
	s.ReadTimeout = cmp.Or(s.ReadTimeout, 15*time.Second)
	s.WriteTimeout = cmp.Or(s.WriteTimeout, 60*time.Second)
	s.IdleTimeout = cmp.Or(s.IdleTimeout, 60*time.Second)
	s.MaxHeaderBytes = cmp.Or(s.MaxHeaderBytes, 4<<10)
	return s
}
