package media

import (
	"net/netip"
	"net/url"
	"strconv"
	"strings"
)

// maxURL bounds an address, in bytes; signed ones of the big stores have up to two thousand.
const maxURL = 8 << 10

// link reads an address that came from outside.  It takes only plain forms, so that no two readers of it can
// disagree about the host; whether the host may be called is judged by its address, later.
func link(raw string) (*url.URL, error) {
	if len(raw) > maxURL || !printable(raw) {
		return nil, refusal(BadURL)
	}
	u, err := url.Parse(raw)
	if err != nil {
		return nil, refusal(BadURL)
	}
	if u.Scheme != "http" && u.Scheme != "https" {
		return nil, refusal(BadScheme)
	}
	if u.User != nil {
		return nil, refusal(Credentials)
	}
	if u.Opaque != "" || !plainHost(u) {
		return nil, refusal(BadURL)
	}
	u.Fragment, u.RawFragment = "", ""
	u.RawQuery = strings.ReplaceAll(u.RawQuery, " ", "%20")
	return u, nil
}

// printable reports whether nothing in an address can end a line or stand for a slash.  Blanks and letters beyond
// ASCII are let through: names of files have them, and net/url encodes them.
func printable(raw string) bool {
	return !strings.ContainsFunc(raw, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' })
}

// plainHost reports whether the host is a name of letters, digits, dashes and dots, or an address as it is written
// today, and the port a number.
func plainHost(u *url.URL) bool {
	if port := u.Port(); port != "" {
		if n, err := strconv.ParseUint(port, 10, 16); err != nil || n == 0 {
			return false
		}
	}
	host := u.Hostname()
	if a, err := netip.ParseAddr(host); err == nil {
		return a.Zone() == "" && !a.Is4In6() && (a.Is6() == strings.HasPrefix(u.Host, "["))
	}
	return !strings.HasPrefix(u.Host, "[") && isName(host)
}

// isName reports whether a host is a name that only a name server can make an address of: one that ends in a
// number, such as 2130706433, 0x7f.1 or 127.1, is an address to some readers.
func isName(host string) bool {
	host = strings.TrimSuffix(host, ".")
	if host == "" || len(host) > 253 {
		return false
	}
	for _, r := range host {
		if !strings.ContainsRune("-._", r) && !('a' <= r && r <= 'z') && !('A' <= r && r <= 'Z') && !('0' <= r && r <= '9') {
			return false
		}
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	return last != "" && !strings.Contains(host, "..") && !isNumber(last)
}

// isNumber reports whether the last part of a host is a number in a notation of the C library.
func isNumber(label string) bool {
	if _, err := strconv.ParseUint(label, 10, 64); err == nil {
		return true
	}
	hex, found := strings.CutPrefix(strings.ToLower(label), "0x")
	return found && strings.Trim(hex, "0123456789abcdef") == ""
}
