package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"
)

// healthLimit bounds the question; whoever asks for the health asks again.
const healthLimit = 3 * time.Second

var healthPage = page{verb: "health", about: `
Asks whether the agent on this machine answers, and exits 0 if it does: for an image without a shell,
where nothing else could ask.  It says nothing about the cluster or the database; /ready does.`}

// healthSettings are those of `atende health`.
type healthSettings struct {
	listen string
	url    *url.URL // nil: /health at listen
	json   bool
}

func (s *healthSettings) table() []setting {
	return []setting{
		{variable: "ATENDE_LISTEN", def: ":8080", help: "where the agent listens: HOST:PORT or :PORT",
			set: address(&s.listen)},
		{flag: "url", help: "what is asked instead: http://HOST:PORT/PATH must answer 200, tcp://HOST:PORT take a connection",
			set: healthAddress(&s.url)},
		jsonRow(&s.json, "print it as JSON"),
	}
}

// healthVerb is `atende health`.
func healthVerb(ctx context.Context, w world, args []string) int {
	var s healthSettings
	if err := healthPage.read(s.table(), w, args); err != nil {
		return refuse(w, "health", err)
	}
	ctx, cancel := context.WithTimeout(ctx, healthLimit)
	defer cancel()
	if err := healthOf(ctx, cmp.Or(s.url, ofAgent(s.listen))); err != nil {
		return fail(w, "health", err)
	}
	if s.json {
		fmt.Fprintln(w.out, `{"status":"ok"}`)
	} else {
		fmt.Fprintln(w.out, "ok")
	}
	return exitOK
}

// ofAgent is the health page of the agent that listens there, on this machine where listen names no host.
func ofAgent(listen string) *url.URL {
	return &url.URL{Scheme: "http", Host: onThisMachine(listen), Path: "/health"}
}

// onThisMachine is an address to call for one to listen at.
func onThisMachine(listen string) string {
	host, port, err := net.SplitHostPort(listen)
	if ip := net.ParseIP(host); err == nil && (host == "" || ip != nil && ip.IsUnspecified()) {
		return net.JoinHostPort("127.0.0.1", port)
	}
	return listen
}

// healthOf is nil if what is asked answers.
func healthOf(ctx context.Context, address *url.URL) error {
	if address.Scheme == "tcp" {
		connection, err := new(net.Dialer).DialContext(ctx, "tcp", address.Host)
		if err != nil {
			return err
		}
		return connection.Close()
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address.String(), http.NoBody)
	if err != nil {
		return err
	}
	// Without a proxy: the question is for this machine.
	response, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answers %d", address.Host, response.StatusCode)
	}
	return nil
}

// healthAddress takes an address whose health can be asked for.
func healthAddress(target **url.URL) func(string) error {
	return func(value string) error {
		u, err := url.Parse(value)
		switch {
		case err != nil || u.Host == "" || u.User != nil:
		case u.Scheme == "http", u.Scheme == "https", u.Scheme == "tcp" && u.Port() != "" && u.Path == "":
			*target = u
			return nil
		}
		return errors.New("must be an address such as http://127.0.0.1:8080/health or tcp://127.0.0.1:8090")
	}
}
