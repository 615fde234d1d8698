package webhook

import (
	"net/http"
	"strings"
)

// A web page can make the browser of somebody inside the clinic's network post to addresses that the page's own author
// cannot reach.  Where webhooks are open, or proxied from inside, it would then speak as any patient.  Gateways are no
// browsers, so that what only browsers send is refused.

// fromBrowser reports a call that a web page made: browsers put Origin on every POST, and none lets a page take it or
// Sec-Fetch-Site away.
func fromBrowser(header http.Header) bool {
	site := header.Get("Sec-Fetch-Site")
	return header.Get("Origin") != "" || site != "" && site != "none"
}

// ofForm reports a media type that a page may send anywhere without asking first (CORS), and no gateway does.  The third
// such type, application/x-www-form-urlencoded, is what curl, Python and others write when they are told nothing, so that
// it is taken; a page that sends it has an Origin.
func ofForm(header http.Header) bool {
	kind, _, _ := strings.Cut(header.Get("Content-Type"), ";") // browsers do not mind what follows, either
	kind = strings.ToLower(strings.TrimSpace(kind))
	return kind == "text/plain" || kind == "multipart/form-data"
}
