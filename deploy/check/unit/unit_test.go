package unit_test

import (
	"bufio"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"atende/deploy/check/image"
	"atende/deploy/check/program"
	"atende/deploy/check/unit"
)

func service(t *testing.T) unit.Unit {
	t.Helper()
	u, err := unit.Read(filepath.Join(unit.Folder, "atende.service"))
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// The service gives up what it does not need, is stopped with patience and does not come back with settings
// that are wrong.
func TestService(t *testing.T) {
	u := service(t)
	for directive, want := range map[string]string{
		"Type": "exec", "User": "atende", "StateDirectory": "atende", "WorkingDirectory": "/var/lib/atende",
		"Restart": "on-failure", "RestartPreventExitStatus": "2", "KillMode": "mixed",
		"NoNewPrivileges": "yes", "CapabilityBoundingSet": "", "ProtectSystem": "strict", "ProtectHome": "yes", "PrivateTmp": "yes",
		"PrivateDevices": "yes", "ProtectKernelTunables": "yes", "ProtectKernelModules": "yes", "ProtectControlGroups": "yes",
		"RestrictNamespaces": "yes", "MemoryDenyWriteExecute": "yes", "LockPersonality": "yes", "UMask": "0077",
		"SystemCallArchitectures": "native", "LimitCORE": "0", "LogRateLimitIntervalSec": "0",
	} {
		if got := u["Service."+directive]; !slices.Equal(got, []string{want}) {
			t.Errorf("%s is %q, want %q", directive, got, want)
		}
	}
	const drain = 28 * time.Second // cmd/atende, drainLimit
	if stop, err := time.ParseDuration(u["Service.TimeoutStopSec"][0] + "s"); err != nil || stop < drain+5*time.Second {
		t.Errorf("a stop may take %v, %v", stop, err)
	}
	// Children that read documents bound themselves by calls of these groups.
	for _, filter := range u["Service.SystemCallFilter"] {
		if strings.HasPrefix(filter, "~") && (strings.Contains(filter, "@resources") || strings.Contains(filter, "@process")) {
			t.Errorf("documents could not be read: %s", filter)
		}
	}
	users, err := os.ReadFile(filepath.Join(unit.Folder, "atende.sysusers"))
	if err != nil || !strings.Contains(string(users), "\nu "+u["Service.User"][0]+" - ") {
		t.Errorf("the user is not made: %q, %v", users, err)
	}
	if _, err := os.Stat(filepath.Join(image.Top, "docs", path.Base(u["Unit.Documentation"][0]))); err != nil {
		t.Error(err)
	}
}

// ofRuntime is a variable of Go's runtime, and no setting.
const ofRuntime = "GOTRACEBACK=crash"

// A process that Go's runtime ends is started again: its exit code must not be the one of a setting that is wrong.
func TestDeathOfTheRuntimeIsNoWrongSetting(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "atende")
	if err := program.Build(t.Context(), binary); err != nil {
		t.Fatal(err)
	}
	u := service(t)
	if got := died(t, binary); got.ExitCode() != 2 {
		t.Fatalf("Go's runtime dies with %v by itself, the unit need not care", got)
	}
	var env []string
	for _, line := range u["Service.Environment"] {
		if !strings.Contains(line, "%d/") {
			env = append(env, line)
		}
	}
	got := died(t, binary, env...)
	if status, ok := got.Sys().(syscall.WaitStatus); !ok || !status.Signaled() || slices.Contains(u["Service.RestartPreventExitStatus"], strconv.Itoa(got.ExitCode())) {
		t.Errorf("it dies with %v, after which systemd does not start it again", got)
	}
}

// died is how a verb ends whose runtime does, of SIGQUIT as of a fatal error.
func died(t *testing.T, binary string, env ...string) *os.ProcessState {
	t.Helper()
	command := exec.CommandContext(t.Context(), binary, "scheduling", "--scheduling-listen", "127.0.0.1:0", "--scheduling-database-url", "memory:")
	command.Env = env
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(said)
	if !lines.Scan() || !strings.Contains(lines.Text(), "listens") {
		t.Errorf("it said %q", lines.Text())
	}
	if err := command.Process.Signal(syscall.SIGQUIT); err != nil {
		t.Error(err)
	}
	for lines.Scan() { // until it has ended
	}
	_ = command.Wait() // it did not end well, which is the point
	return command.ProcessState
}

// The variables of the unit and of its example are settings of serve, those that it requires are all there,
// and secrets are credentials.
func TestSettingsExist(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "atende")
	if err := program.Build(t.Context(), binary); err != nil {
		t.Fatal(err)
	}
	known, err := program.Settings(t.Context(), binary, "serve")
	if err != nil {
		t.Fatal(err)
	}
	given, err := unit.Environment(filepath.Join(unit.Folder, "atende.env.example"))
	if err != nil {
		t.Fatal(err)
	}
	u := service(t)
	for name := range given {
		if strings.Contains(name, "TOKEN") || strings.Contains(name, "SECRET") {
			t.Errorf("%s is no matter of the example", name)
		}
	}
	for _, line := range u["Service.Environment"] {
		if line == ofRuntime {
			continue
		}
		name, value, _ := strings.Cut(line, "=")
		given[name] = value
		credential, isCredential := strings.CutPrefix(value, "%d/")
		if !isCredential || !slices.Contains(u["Service.LoadCredential"], credential+":/etc/atende/secrets/"+credential) {
			t.Errorf("%s names no credential of the unit", name)
		}
	}
	for name := range given {
		if !program.Knows(known, name) {
			t.Errorf("there is no setting %s", name)
		}
	}
	for _, setting := range known {
		if _, plain := given[setting.Name]; setting.Required && !plain && given[setting.Name+"_FILE"] == "" {
			t.Errorf("%s is required", setting.Name)
		}
	}
	verbs, err := program.Verbs(t.Context(), binary)
	if err != nil {
		t.Fatal(err)
	}
	started := strings.Fields(u["Service.ExecStart"][0])
	if len(started) != 2 || started[0] != "/usr/local/bin/atende" || !slices.Contains(verbs, started[1]) {
		t.Errorf("it starts %v", started)
	}
}

// What deploy/examples adds to the unit are settings of serve; what is a file is a credential or lies beside the catalogue.
func TestDropInOfTheExamples(t *testing.T) {
	added, err := unit.Read(filepath.Join(image.Top, "deploy", "examples", "systemd", "clinic.conf"))
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "atende")
	if err := program.Build(t.Context(), binary); err != nil {
		t.Fatal(err)
	}
	known, err := program.Settings(t.Context(), binary, "serve")
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range added["Service.Environment"] {
		name, value, _ := strings.Cut(line, "=")
		if !program.Knows(known, name) {
			t.Errorf("there is no setting %s", name)
		}
		credential, isCredential := strings.CutPrefix(value, "%d/")
		if isCredential != strings.HasSuffix(name, "_FILE") ||
			isCredential && !slices.Contains(added["Service.LoadCredential"], credential+":/etc/atende/secrets/"+credential) {
			t.Errorf("%s names no credential", line)
		}
	}
	if len(added["Service.Environment"]) < 3 || len(added) != 2 {
		t.Errorf("it adds %v", added)
	}
}

// The timer starts the service of its name each night, which calls a verb that there is, with settings of the service beside
// it, and keeps copies that nobody else reads for a bounded time.
func TestBackup(t *testing.T) {
	u, err := unit.Read(filepath.Join(unit.Folder, "atende-backup.service"))
	if err != nil {
		t.Fatal(err)
	}
	timer, err := unit.Read(filepath.Join(unit.Folder, "atende-backup.timer"))
	if err != nil {
		t.Fatal(err)
	}
	main := service(t)
	for directive, want := range map[string]string{
		"Service.Type": "oneshot", "Service.User": main["Service.User"][0], "Service.WorkingDirectory": main["Service.WorkingDirectory"][0],
		"Service.EnvironmentFile": main["Service.EnvironmentFile"][0], "Service.UMask": "0077", "Service.StateDirectoryMode": "0700",
	} {
		if got := u[directive]; !slices.Equal(got, []string{want}) {
			t.Errorf("%s is %q, want %q", directive, got, want)
		}
	}
	if timer["Timer.OnCalendar"][0] != "*-*-* 03:10:00" || timer["Timer.Persistent"][0] != "true" || timer["Install.WantedBy"][0] != "timers.target" {
		t.Errorf("the timer is %q", timer)
	}
	binary := filepath.Join(t.TempDir(), "atende")
	if err := program.Build(t.Context(), binary); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	paths := strings.NewReplacer("/usr/local/bin/atende", binary, "/var/lib/atende-backup", folder)
	for old, mtime := range map[string]time.Time{"atende-old.db": time.Now().AddDate(0, 0, -16), "atende-new.db": time.Now(), "mine.db": time.Now().AddDate(-1, 0, 0)} {
		path := filepath.Join(folder, old)
		if err := os.WriteFile(path, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, mtime, mtime); err != nil {
			t.Fatal(err)
		}
	}
	for i, line := range slices.Concat(u["Service.ExecStart"], u["Service.ExecStartPost"]) {
		words := strings.Fields(paths.Replace(line))
		command := exec.CommandContext(t.Context(), words[0], words[1:]...)
		command.Env = []string{"ATENDE_DATABASE_URL=sqlite:" + filepath.Join(folder, "none.db")}
		out, err := command.CombinedOutput()
		if code := command.ProcessState.ExitCode(); i == 0 && (code != 1 || !strings.Contains(string(out), "journal: ")) || i == 1 && err != nil {
			t.Errorf("%s: %d, %s", line, code, out) // there is no journal to copy, and nothing else is wrong
		}
	}
	left, err := filepath.Glob(filepath.Join(folder, "*.db"))
	if err != nil || len(left) != 2 || slices.Contains(left, filepath.Join(folder, "atende-old.db")) {
		t.Errorf("left %q, %v", left, err)
	}
}
