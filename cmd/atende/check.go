package main

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	journals "atende/actors/journal/store"
)

// Checks of settings.  Each returns the set function of a row, which stores into its target.

// text takes anything that can stand in one line.
func text(target *string) func(string) error {
	return func(value string) error {
		if strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }) {
			return errors.New("must not contain line breaks or other control characters")
		}
		*target = value
		return nil
	}
}

// token takes what may stand in an Authorization header.
func token(target *string) func(string) error {
	return func(value string) error {
		if strings.ContainsFunc(value, func(r rune) bool { return r <= ' ' || r >= 0x7f }) {
			return errors.New("must be printable ASCII without spaces, as it is sent in a header")
		}
		*target = value
		return nil
	}
}

// list takes words between commas.
func list(target *[]string) func(string) error {
	return func(value string) error {
		var words []string
		for word := range strings.SplitSeq(value, ",") {
			if word = strings.TrimSpace(word); word != "" {
				words = append(words, word)
			}
		}
		if len(words) == 0 {
			return errors.New("must be a list with commas, with at least one entry")
		}
		*target = words
		return nil
	}
}

// calendarDay takes a day, YYYY-MM-DD, or nothing.
func calendarDay(target *string) func(string) error {
	return func(value string) error {
		if _, err := time.Parse(time.DateOnly, value); value != "" && err != nil {
			return errors.New("must be a day such as 2026-11-01")
		}
		*target = value
		return nil
	}
}

// hostNames takes names of hosts between commas, as a browser's address line has them, without a port.
func hostNames(target *[]string) func(string) error {
	return func(value string) error {
		var names []string
		if err := list(&names)(value); err != nil {
			return err
		}
		for i, name := range names {
			if strings.ContainsFunc(name, func(r rune) bool { return r <= ' ' || r >= 0x7f || strings.ContainsRune("/:;@?#*", r) }) {
				return errors.New("must be names such as atende.example.org, with commas, without a port")
			}
			names[i] = strings.ToLower(strings.TrimSuffix(name, "."))
		}
		*target = names
		return nil
	}
}

// oneOf takes one of a few words.
func oneOf(target *string, words ...string) func(string) error {
	return func(value string) error {
		if !slices.Contains(words, value) {
			return fmt.Errorf("must be one of %s", strings.Join(words, ", "))
		}
		*target = value
		return nil
	}
}

// oneOfNear takes one of several names, and says which one is nearest to a value that is none of them.  It does not repeat the
// value (setting.set).
func oneOfNear(target *string, names []string) func(string) error {
	return func(value string) error {
		if !slices.Contains(names, value) {
			return fmt.Errorf("must be one of %s; the nearest is %s", strings.Join(names, ", "), nearest(value, names))
		}
		*target = value
		return nil
	}
}

// address takes what a server can listen on: HOST:PORT or :PORT.
func address(target *string) func(string) error {
	return func(value string) error {
		_, port, err := net.SplitHostPort(value)
		if err != nil {
			return errors.New("must be HOST:PORT or :PORT")
		}
		if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
			return errors.New("must end in a port from 0 to 65535")
		}
		*target = value
		return nil
	}
}

// absoluteURL takes a whole http or https URL.
func absoluteURL(target *string) func(string) error {
	return func(value string) error {
		u, err := url.Parse(value)
		if err != nil || u.Hostname() == "" || (u.Scheme != "http" && u.Scheme != "https") {
			return errors.New("must be an absolute URL, http://… or https://…")
		}
		*target = value
		return nil
	}
}

// baseURL takes an absolute URL that paths can be put behind.
func baseURL(target *string) func(string) error {
	return func(value string) error {
		if strings.ContainsAny(value, "?#") {
			return errors.New("must be a URL without query and fragment")
		}
		return absoluteURL(target)(value)
	}
}

// atLeastZero takes a duration such as 1s or 500ms, and a bare 0.
func atLeastZero(target *time.Duration) func(string) error {
	return func(value string) error {
		d, err := time.ParseDuration(value)
		if err != nil {
			return errors.New("must be a duration such as 1s or 500ms")
		}
		if d < 0 {
			return errors.New("must not be negative")
		}
		*target = d
		return nil
	}
}

// rate takes a number of calls a second.
func rate(target *float64) func(string) error {
	return func(value string) error {
		n, err := strconv.ParseFloat(value, 64)
		if err != nil || !(n >= 0) || n > 1e6 { // the negated comparison refuses NaN too
			return errors.New("must be a number of calls a second, 0 or more")
		}
		*target = n
		return nil
	}
}

// whole takes a whole number, 0 or more.
func whole(target *int) func(string) error {
	return func(value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < 0 {
			return errors.New("must be a whole number, 0 or more")
		}
		*target = n
		return nil
	}
}

// between takes a whole number within bounds.
func between(least, most int, target *int) func(string) error {
	return func(value string) error {
		n, err := strconv.Atoi(value)
		if err != nil || n < least || n > most {
			return fmt.Errorf("must be a whole number from %d to %d", least, most)
		}
		*target = n
		return nil
	}
}

// both takes a value twice, if both checks do.
func both(first, second func(string) error) func(string) error {
	return func(value string) error { return errors.Join(first(value), second(value)) }
}

// yesNo takes true or false.
func yesNo(target *bool) func(string) error {
	return func(value string) error {
		b, err := strconv.ParseBool(value)
		if err != nil {
			return errors.New("must be true or false")
		}
		*target = b
		return nil
	}
}

// store takes the address of a database.  The schemes are those of the contract; which of them this
// release can serve is checked beside.
func store(target *string, schemes ...string) func(string) error {
	return func(value string) error {
		for _, scheme := range schemes {
			rest, found := strings.CutPrefix(value, scheme)
			if !found || (scheme == "memory:" && rest != "") {
				continue
			}
			if scheme == "sqlite:" && (rest == "" || rest == ":memory:" || strings.HasSuffix(rest, "/")) {
				return errors.New("must be memory: or name a file, sqlite:PATH")
			}
			*target = value
			return nil
		}
		return fmt.Errorf("must begin with one of %s", strings.Join(schemes, ", "))
	}
}

// journalURL takes the address of the journal, and of a server's all that can be read without asking it.
func journalURL(target *string) func(string) error {
	return func(value string) error {
		var checked string
		if err := store(&checked, "sqlite:", "memory:", "postgres://", "postgresql://")(value); err != nil {
			return err
		}
		if err := journals.Check(checked); err != nil {
			return err
		}
		*target = checked
		return nil
	}
}

// hosts takes the places attachments may be fetched from: host, host:port or CIDR, with commas.
func hosts(target *[]string) func(string) error {
	return func(value string) error {
		var entries []string
		if err := list(&entries)(value); err != nil {
			return err
		}
		for _, entry := range entries {
			if !isPlace(entry) {
				return errors.New("each entry must be a host, host:port or a network such as 10.0.0.0/8")
			}
		}
		*target = entries
		return nil
	}
}

// isPlace reports whether entry is a network, a host, or a host with a port.
func isPlace(entry string) bool {
	if _, err := netip.ParsePrefix(entry); err == nil {
		return true
	}
	if _, err := netip.ParseAddr(entry); err == nil {
		return true
	}
	host, port, found := strings.Cut(entry, ":")
	if strings.HasPrefix(entry, "[") {
		h, p, err := net.SplitHostPort(entry)
		host, port, found = h, p, err == nil
	}
	if _, err := strconv.ParseUint(port, 10, 16); found && err != nil {
		return false
	}
	return host != "" && !strings.ContainsAny(host, "/ @[]")
}
