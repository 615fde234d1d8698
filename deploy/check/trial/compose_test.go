package trial

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/types"

	"atende/deploy/check/compose"
	"atende/deploy/check/sandbox"
)

// rehearsal is compose.yaml without an engine: what runs atende runs in the image's files, PostgreSQL and
// Prometheus are those of this machine with the same arguments.  Grafana is no Debian package and is left
// out; its files are looked at elsewhere.
type rehearsal struct {
	t       *testing.T
	project *types.Project
	folder  string // of what the volumes keep
	hosts   string
	started map[string]*process
}

// With compose.yaml as it is committed, after init.sh and nothing else, every service gets healthy, a patient
// books, and Prometheus counts one booking.
func TestComposeBooks(t *testing.T) {
	r := rehearse(t)
	for _, name := range r.order() {
		r.start(name)
	}
	talk := newTalk(t, "http://127.0.0.1:8070")
	for _, said := range []struct{ patient, answer string }{
		{"oi, quero marcar uma consulta com a dra. Ana Souza, tenho Unimed", "*1* "},
		{"1", "nome completo"},
		{"Maria Aparecida da Silva", "CPF"},
		{"529.982.247-25", "data de nascimento"},
		{"05/03/1980", "Posso marcar?"},
		{"sim", "Chegue 15 minutos antes"},
	} {
		talk.say(said.patient, said.answer)
	}
	for expression, want := range map[string]string{
		`up{job="atende"}`: "1",
		`sum(atende_outcomes_total{outcome="AGENDADO"})`: "1",
		`sum(atende_funnel_total{stage="booked"})`:       "1",
		// All rules of the repository were read and none fails.
		`sum(prometheus_rule_evaluation_failures_total) or vector(0)`: "0",
	} {
		until(t, expression, r.started["prometheus"], func() error { return instant(expression, want) })
	}
	for _, name := range []string{"agent", "gateway", "scheduling"} {
		if code := r.started[name].stop(); code != 0 {
			t.Errorf("%s ends with exit code %d", name, code)
		}
	}
	for _, secret := range r.secrets() {
		for name, p := range r.started {
			if strings.Contains(p.said(), secret) {
				t.Errorf("%s logs a secret", name)
			}
		}
	}
}

// rehearse reads compose.yaml after its own preparation, and lets the names of its services lead here.
func rehearse(t *testing.T) *rehearsal {
	t.Helper()
	folder := t.TempDir()
	if err := os.Chmod(filepath.Dir(folder), 0o711); err != nil { // PostgreSQL runs as somebody else
		t.Fatal(err)
	}
	home, err := compose.Prepare(t.Context(), filepath.Join(folder, "repository"))
	if err != nil {
		t.Fatal(err)
	}
	project, err := compose.Load(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	hosts, err := sandbox.Hosts(folder, project.ServiceNames())
	if err == nil {
		err = sandbox.Named(folder)
	}
	if err != nil {
		t.Fatal(err)
	}
	return &rehearsal{t: t, project: project, folder: folder, hosts: hosts, started: map[string]*process{}}
}

// order is that of depends_on.
func (r *rehearsal) order() []string {
	r.t.Helper()
	var names []string
	var visit func(string)
	visit = func(name string) {
		service := r.project.Services[name]
		for _, needed := range service.GetDependencies() {
			visit(needed)
		}
		if !slices.Contains(names, name) && name != "grafana" {
			names = append(names, name)
		}
	}
	for _, name := range r.project.ServiceNames() {
		visit(name)
	}
	return names
}

// start starts a service and waits until its own health check, where it is ours, is content.
func (r *rehearsal) start(name string) {
	r.t.Helper()
	service := r.project.Services[name]
	switch name {
	case "postgres":
		r.started[name] = r.postgres(service)
	case "prometheus":
		r.started[name] = r.prometheus(service)
	default:
		r.started[name] = begin(r.t, r.container(service, service.Command))
		until(r.t, "health of "+name, r.started[name], func() error {
			health := begin(r.t, r.container(service, service.HealthCheck.Test[1:]))
			if code := ended(health); code != 0 {
				return fmt.Errorf("exit code %d: %s", code, health.said())
			}
			return nil
		})
	}
}

// container is a service that runs atende, with its environment, secrets and mounts.
func (r *rehearsal) container(service types.ServiceConfig, args []string) sandbox.Container {
	r.t.Helper()
	described, root := copyOf(r.t, r.built(service.Image))
	if want := fmt.Sprintf("%d:%d", described.UID, described.GID); service.User != want || !service.ReadOnly {
		r.t.Fatalf("%s runs as %s, not as %s, or may write", service.Name, service.User, want)
	}
	if !slices.Equal(args[:1], described.Entrypoint) { // a health check names the program
		args = append(slices.Clone(described.Entrypoint), args...)
	}
	c := sandbox.Container{Root: root, Dir: described.Dir, Args: args, Env: described.Env}
	for name, value := range service.Environment {
		c.Env = append(c.Env, name+"="+*value)
	}
	c.Mounts = []sandbox.Mount{{From: r.hosts, To: "/etc/hosts"}}
	for _, s := range service.Secrets {
		c.Mounts = append(c.Mounts, sandbox.Mount{From: r.project.Secrets[s.Source].File, To: "/run/secrets/" + s.Source})
	}
	for _, v := range service.Volumes {
		c.Mounts = append(c.Mounts, sandbox.Mount{From: r.source(v), To: v.Target, Writable: !v.ReadOnly})
	}
	return c
}

// built is the image of that name as the service that builds it asks for it.
func (r *rehearsal) built(name string) func() (string, error) {
	r.t.Helper()
	for _, s := range r.project.Services {
		if s.Image != name || s.Build == nil {
			continue
		}
		if tags, given := s.Build.Args["TAGS"]; given && tags != nil && *tags == "" {
			return laidWithLab
		}
		return laid
	}
	r.t.Fatalf("no service builds %s", name)
	return nil
}

// source is the folder or file behind a mount; a volume is a folder that its user may write to.
func (r *rehearsal) source(v types.ServiceVolumeConfig) string {
	r.t.Helper()
	if v.Type == types.VolumeTypeBind {
		return v.Source
	}
	folder := filepath.Join(r.folder, "volume-"+v.Source)
	err := os.MkdirAll(folder, 0o755)
	if err == nil && os.Geteuid() == 0 {
		err = os.Chown(folder, sandbox.User, sandbox.User)
	}
	if err != nil {
		r.t.Fatal(err)
	}
	return folder
}

// secrets are what init.sh made.
func (r *rehearsal) secrets() []string {
	r.t.Helper()
	var all []string
	for name, s := range r.project.Secrets {
		content, err := os.ReadFile(s.File)
		if err != nil || len(content) < 16 {
			r.t.Fatalf("%s: %d bytes, %v", name, len(content), err)
		}
		all = append(all, string(content))
	}
	return all
}

// prometheus is that of this machine with the arguments of the service; the places that these name are
// mounted nowhere, so the arguments name what would be.
func (r *rehearsal) prometheus(service types.ServiceConfig) *process {
	r.t.Helper()
	home := filepath.Join(r.folder, "prometheus")
	args := slices.Clone(service.Command)
	for _, v := range service.Volumes {
		to := filepath.Join(home, v.Target)
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			r.t.Fatal(err)
		}
		if v.Type == types.VolumeTypeBind {
			if text, err := exec.Command("cp", "-R", v.Source, to).CombinedOutput(); err != nil {
				r.t.Fatalf("%v\n%s", err, text)
			}
		}
	}
	for i := range args {
		args[i] = strings.Replace(args[i], "=/", "="+home+"/", 1)
	}
	p := launch(r.t, "prometheus", exec.CommandContext(context.Background(), found(r.t, "prometheus"), args...))
	until(r.t, "prometheus", p, answers("http://127.0.0.1:9090/-/ready"))
	return p
}

// found is the path of a program of this machine, with a word on how to get it.
func found(t *testing.T, program string, places ...string) string {
	t.Helper()
	for _, place := range append([]string{program}, places...) {
		if matches, _ := filepath.Glob(place); len(matches) > 0 { // a pattern of ours
			return matches[len(matches)-1]
		}
		if path, err := exec.LookPath(place); err == nil {
			return path
		}
	}
	t.Fatalf("%s is missing: apt install --no-install-recommends prometheus postgresql (.ci/prepare does it)", program)
	return ""
}
