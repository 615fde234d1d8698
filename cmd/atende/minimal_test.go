package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// minimal are the packages that a build with the tag minimal is made of.
func minimal(t *testing.T) []string {
	t.Helper()
	list, err := exec.CommandContext(t.Context(), "go", "list", "-deps", "-tags", "grpcnotrace,minimal", ".").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Fields(string(list))
}

// linking builds that program and returns what the linker says: what it keeps for the sake of what.
func linking(t *testing.T, program string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", "build", "-trimpath", "-tags", "grpcnotrace,minimal", "-ldflags", "-dumpdep", "-o", program, ".")
	command.Env = append(os.Environ(), "CGO_ENABLED=0")
	said, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("go build: %v\n%.2000s", err, said)
	}
	return string(said)
}

// What only tries and measures is not in the program that is shipped: none of it is linked, and its verbs say where they are.
func TestMinimal(t *testing.T) {
	t.Parallel()
	packages := minimal(t)
	if !slices.Contains(packages, "atende/cmd/internal/node") {
		t.Errorf("it is made of %v", packages)
	}
	for _, lab := range []string{
		"cmd/internal/demo", "cmd/internal/load", "cmd/internal/peers", "cmd/internal/receptionist", "cmd/internal/persona/trial",
		"cmd/internal/sim", "integrations/chat/simulator", "integrations/scheduling/server", "integrations/model/scripted",
	} {
		if slices.ContainsFunc(packages, func(p string) bool { return p == "atende/"+lab || strings.HasPrefix(p, "atende/"+lab+"/") }) {
			t.Errorf("%s is linked", lab)
		}
	}
	program := filepath.Join(t.TempDir(), "atende")
	linked := linking(t, program)
	if !strings.Contains(linked, "main.main -> ") {
		t.Fatalf("the linker says %.200q", linked)
	}
	if where := strings.Index(linked, "<ReflectMethod>"); where >= 0 {
		line := linked[strings.LastIndexByte(linked[:where], '\n')+1:]
		t.Errorf("a method is asked for by a name that only running tells, which keeps every exported one in the binary: %.200s", line)
	}
	run := func(args ...string) (code int, said string) {
		command := exec.CommandContext(t.Context(), program, args...)
		var both bytes.Buffer
		command.Stdout, command.Stderr = &both, &both
		var failed *exec.ExitError
		if err := command.Run(); err != nil && !errors.As(err, &failed) {
			t.Fatal(err)
		}
		return command.ProcessState.ExitCode(), both.String()
	}
	leftOut := []string{"demo", "scheduling", "gateway", "chat", "load"}
	_, listed := run("help")
	for _, v := range allVerbs() {
		code, said := run(v.name, "--help")
		if !slices.Contains(leftOut, v.name) {
			if code != exitOK || !strings.Contains(listed, "\n  "+v.name+" ") {
				t.Errorf("%s: %d, and the list is %s", v.name, code, listed)
			}
			continue
		}
		if want := "atende " + v.name + ": " + errLeftOut.Error() + "\n"; code != exitUsage || said != want || strings.Contains(listed, "\n  "+v.name+" ") {
			t.Errorf("%s: %d, %q, and the list is %s", v.name, code, said, listed)
		}
	}
	if code, said := run("serve", "--listen", "127.0.0.1:0"); code != exitUsage || !strings.Contains(said, "ATENDE_GATEWAY_URL") {
		t.Errorf("serve without settings: %d, %s", code, said)
	}
}

// A minimal build knows the variables of the verbs that it is without.
func TestVariablesOfLab(t *testing.T) {
	serving := variablesOf(tables())
	only := slices.DeleteFunc(variablesOf(tablesOfLab()), func(name string) bool { return slices.Contains(serving, name) })
	slices.Sort(only)
	if only = slices.Compact(only); !slices.Equal(only, ofLab) {
		t.Errorf("ofLab has to be %q", only)
	}
}
