package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// There is a page for each verb that mandoc, which knows the language of such pages, finds nothing wrong with, and it tells
// of every flag.
func TestManualPages(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	man := func(args ...string) (code int, out, problems string) {
		var stdout, stderr bytes.Buffer
		code = dispatch(t.Context(), world{out: &stdout, err: &stderr, env: environment{}.get}, append([]string{"man"}, args...))
		return code, stdout.String(), stderr.String()
	}
	if code, out, problems := man("--to", folder); code != exitOK || out+problems != "" {
		t.Fatalf("exit code %d, %q, %q", code, out, problems)
	}
	mandoc := func(args ...string) string {
		out, err := exec.CommandContext(t.Context(), "mandoc", args...).CombinedOutput()
		if err != nil {
			t.Errorf("mandoc (Debian's package of this name) %v: %v\n%.2000s", args, err, out)
		}
		return string(out)
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.1"))
	if err != nil || len(pages) != len(verbs())+1 {
		t.Fatalf("%d pages, %v", len(pages), err)
	}
	mandoc(append([]string{"-Tlint", "-Wwarning"}, pages...)...)
	for _, c := range completions(t.Context()) {
		shown := mandoc("-Tutf8", "-Owidth=200", filepath.Join(folder, "atende-"+c.name+".1"))
		for i := 0; i < len(shown); i++ { // what is bold is a letter, a backspace and the letter again
			if shown[i] == '\b' {
				shown = shown[:i] + shown[min(len(shown), i+2):]
			}
		}
		for _, flag := range c.flags[1:] { // but --help
			if !strings.Contains(shown, flag) {
				t.Errorf("the page of %s does not tell of %s", c.name, flag)
			}
		}
	}
	page, err := os.ReadFile(filepath.Join(folder, "atende-serve.1"))
	if err != nil {
		t.Fatal(err)
	}
	if code, out, _ := man("serve"); code != exitOK || out != string(page) {
		t.Errorf("exit code %d, printed\n%.500s", code, out)
	}
	for _, args := range [][]string{{"srve"}, {"serve", "load"}, {"--to", folder, "serve"}} {
		if code, _, problems := man(args...); code != exitUsage || args[0] == "srve" && !strings.Contains(problems, "the nearest is serve") {
			t.Errorf("%q: exit code %d, %q", args, code, problems)
		}
	}
	if code, _, problems := man("--to", filepath.Join(folder, "none")); code != exitFailure || !strings.Contains(problems, "--to: ") {
		t.Errorf("no folder: exit code %d, %q", code, problems)
	}
}

// No text is taken for a request, and every character is shown as it is.
func TestRoff(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		".PP": `\&.PP`, "'s": `\&'s`, `a\n-b.`: `a\en\-b.`, "é…": `\[u00E9]\[u2026]`, "": "",
	} {
		if got := roff(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}
