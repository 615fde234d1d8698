package sim

import (
	"flag"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var (
	mutationsFlag = flag.Bool("sim.mutations", false, "TestMutations breaks the engine in every known way and wants a seed to notice")
	mutationFlag  = flag.String("sim.mutation", "", "only mutations whose name contains this")
)

// TestMutations removes one safeguard after the other from a copy of the module and runs seeds until
// one fails.  A mutation that survives, or whose text is not in the code any more, fails the test.
func TestMutations(t *testing.T) {
	if !*mutationsFlag {
		return // takes minutes: make mutations
	}
	root := copyModule(t)
	for _, kind := range []Kind{Alone, Cluster} {
		for _, m := range mutants[kind] {
			if !strings.Contains(m.name, *mutationFlag) {
				continue
			}
			t.Run(string(kind)+"/"+m.name, func(t *testing.T) {
				restore := m.apply(t, root)
				defer restore()
				t.Log(hunt(t, root, kind))
			})
		}
	}
}

// mutants are all mutations, by the kind of the seeds that must notice them.
var mutants = map[Kind][]mutation{
	Alone: slices.Concat(mutations, reminderMutations, visitMutations, waitMutations), Cluster: slices.Concat(clusterMutations, clusterReminderMutations),
}

// TestMutationsAreInTheCode notices a mutation whose text went out of the code, without the minutes that
// TestMutations takes.
func TestMutationsAreInTheCode(t *testing.T) {
	all := slices.Concat(mutations, reminderMutations, visitMutations, waitMutations, clusterMutations, clusterReminderMutations)
	for _, m := range all {
		if m.also != nil {
			all = append(all, *m.also)
		}
	}
	for _, m := range all {
		code, err := os.ReadFile(filepath.Join("..", "..", "..", m.file))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(code), m.old); n != 1 {
			t.Errorf("%s: %s has its text %d times", m.name, m.file, n)
		}
	}
}

// mutation is one safeguard and how to take it away.
type mutation struct {
	name string
	file string // in the module
	old  string // stands there exactly once
	new  string
	also *mutation // where two look after the same thing
}

func (m mutation) apply(t *testing.T, root string) (restore func()) {
	t.Helper()
	path := filepath.Join(root, m.file)
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(before), m.old); n != 1 {
		t.Fatalf("%s: the text stands there %d times:\n%s", m.file, n, m.old)
	}
	after := strings.Replace(string(before), m.old, m.new, 1)
	if err := os.WriteFile(path, []byte(after), 0o600); err != nil {
		t.Fatal(err)
	}
	others := func() {}
	if m.also != nil {
		others = m.also.apply(t, root)
	}
	return func() {
		others()
		if err := os.WriteFile(path, before, 0o600); err != nil {
			t.Error(err)
		}
	}
}

// mutantSeeds is how many seeds a mutation must survive to count as unnoticed.
const mutantSeeds = 5000

var failedSeed = regexp.MustCompile(`-sim\.seed=(\d+)|seed (\d+): `)

// hunt runs seeds on the mutated module and says which one noticed, and what.
func hunt(t *testing.T, root string, kind Kind) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "sim.test")
	build := exec.CommandContext(t.Context(), "go", "test", "-c", "-o", binary, "./cmd/internal/sim")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("it does not build: %v\n%s", err, out)
	}
	tests := map[Kind]string{Alone: "TestSeeds$", Cluster: "TestClusterSeeds$"}[kind]
	try := func(tests string, seeds int) ([]byte, error) {
		return exec.CommandContext(t.Context(), binary, "-test.run="+tests, "-test.timeout=30m", "-sim.seeds="+strconv.Itoa(seeds), "-sim.ignore="+*ignoreFlag).CombinedOutput()
	}
	out, err := try("TestRegressions$|"+tests, 0)
	if err == nil {
		t.Log("no seed of make test notices it: one that does belongs into norace_test.go")
		out, err = try(tests, mutantSeeds)
	}
	if err == nil {
		t.Fatalf("survived %d seeds", mutantSeeds)
	}
	seed := failedSeed.FindString(string(out))
	if seed == "" {
		t.Fatalf("it fails without a seed:\n%s", out)
	}
	violation := regexp.MustCompile(`VIOLATED .*`).FindString(string(out))
	return "noticed by " + seed + ": " + violation
}

// copyModule copies the sources to a directory of their own.
func copyModule(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	source := filepath.Join("..", "..", "..")
	err := filepath.WalkDir(source, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(source, path)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && name != "." && (strings.HasPrefix(entry.Name(), ".") || name == "bin"):
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(filepath.Join(root, name), 0o700)
		case !entry.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(filepath.Join(root, name), data, 0o600)
	})
	if err != nil {
		t.Fatal(err)
	}
	return root
}
