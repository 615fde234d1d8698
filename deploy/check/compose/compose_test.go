package compose_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/types"
	"go.yaml.in/yaml/v3"

	"atende/deploy/check/compose"
	"atende/deploy/check/image"
	"atende/deploy/check/program"
)

// prepared is the project after init.sh, with more variables as pairs.
func prepared(t *testing.T, env ...string) *types.Project {
	t.Helper()
	home, err := compose.Prepare(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	project, err := compose.Load(t.Context(), home, env...)
	if err != nil {
		t.Fatal(err)
	}
	return project
}

// pinned is an image with a version of at least two numbers.
var pinned = regexp.MustCompile(`:v?[0-9]+\.[0-9]+[a-z0-9.-]*(@sha256:[0-9a-f]{64})?$`)

// Every container gives up what it does not need and has its limits; nothing is published beyond this machine.
func TestContainersAreConfined(t *testing.T) {
	project := prepared(t)
	if names := project.ServiceNames(); len(names) != 6 {
		t.Fatalf("services %v", names)
	}
	for name, s := range project.Services {
		limits := types.Resource{}
		if s.Deploy != nil && s.Deploy.Resources.Limits != nil {
			limits = *s.Deploy.Resources.Limits
		}
		for rule, kept := range map[string]bool{
			"the root is read only":                s.ReadOnly,
			"all capabilities are dropped":         slices.Equal(s.CapDrop, []string{"ALL"}) && len(s.CapAdd) == 0,
			"no new privileges":                    slices.Contains(s.SecurityOpt, "no-new-privileges:true"),
			"not privileged, nothing of the host":  !s.Privileged && s.NetworkMode == "" && s.Pid == "" && s.Ipc == "" && len(s.Devices) == 0,
			"limits of processor, memory, threads": limits.NanoCPUs > 0 && limits.MemoryBytes > 0 && limits.Pids > 0,
			"a health check":                       s.HealthCheck != nil && len(s.HealthCheck.Test) > 1,
			"a pinned image":                       pinned.MatchString(s.Image),
			"it comes back":                        s.Restart == "unless-stopped",
			"its log is bounded":                   s.Logging != nil && s.Logging.Options["max-size"] != "",
		} {
			if !kept {
				t.Errorf("%s: not so: %s", name, rule)
			}
		}
		for _, port := range s.Ports {
			if port.HostIP != "127.0.0.1" {
				t.Errorf("%s publishes %s at %q", name, port.Published, port.HostIP)
			}
		}
	}
}

// What is secret stands in files that are not committed.
func TestSecretsAreFiles(t *testing.T) {
	secret := regexp.MustCompile(`TOKEN|SECRET|PASSWORD|KEY|HEADERS|DATABASE_URL`)
	for name, s := range prepared(t).Services {
		for variable, value := range s.Environment {
			private := secret.MatchString(variable) && variable != "ATENDE_SCHEDULING_DATABASE_URL"
			inFile := strings.HasSuffix(variable, "_FILE") && value != nil && strings.HasPrefix(*value, "/run/secrets/")
			if private && !inFile {
				t.Errorf("%s: %s is no secret of a file", name, variable)
			}
			if granted := s.Secrets; inFile && !slices.ContainsFunc(granted, func(c types.ServiceSecretConfig) bool {
				return *value == "/run/secrets/"+c.Source
			}) {
				t.Errorf("%s: %s names a secret that the service is not given", name, variable)
			}
		}
	}
	if ignored, err := os.ReadFile(filepath.Join(image.Top, "deploy", "compose", ".gitignore")); err != nil ||
		string(ignored) != "/.env\n/clinic.yaml\n/secrets/\n" {
		t.Errorf("what init.sh makes could be committed: %q, %v", ignored, err)
	}
}

// Every variable is a setting of the verb that gets it, and none that the verb requires is missing.
func TestSettingsExist(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "atende")
	if err := program.Build(t.Context(), binary); err != nil {
		t.Fatal(err)
	}
	for name, s := range prepared(t).Services {
		if !strings.HasPrefix(s.Image, "atende:") && !strings.HasPrefix(s.Image, "atende-lab:") {
			continue
		}
		settings, err := program.Settings(t.Context(), binary, s.Command[0])
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for variable := range s.Environment {
			if !program.Knows(settings, variable) {
				t.Errorf("%s: atende %s has no setting %s", name, s.Command[0], variable)
			}
		}
		for _, setting := range settings {
			_, plain := s.Environment[setting.Name]
			_, inFile := s.Environment[setting.Name+"_FILE"]
			if setting.Required && !plain && !inFile {
				t.Errorf("%s: %s is required", name, setting.Name)
			}
		}
	}
}

// What deploy/examples adds names settings of the agent and files that are there, and takes nothing away.
func TestOverrideOfTheExamples(t *testing.T) {
	home, err := compose.Prepare(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	plain, err := compose.Load(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{"compose/compose.override.yaml": "compose.override.yaml", "olhos/texts.yaml": "texts.yaml"} {
		text, err := os.ReadFile(filepath.Join(image.Top, "deploy", "examples", from))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(home, to), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	project, err := compose.Load(t.Context(), home)
	if err != nil {
		t.Fatal(err)
	}
	binary := filepath.Join(t.TempDir(), "atende")
	if err := program.Build(t.Context(), binary); err != nil {
		t.Fatal(err)
	}
	settings, err := program.Settings(t.Context(), binary, "serve")
	if err != nil {
		t.Fatal(err)
	}
	before, after := plain.Services["agent"], project.Services["agent"]
	if len(after.Environment) != len(before.Environment)+2 || len(after.Volumes) != len(before.Volumes)+1 {
		t.Errorf("%d variables and %d volumes, before %d and %d",
			len(after.Environment), len(after.Volumes), len(before.Environment), len(before.Volumes))
	}
	for variable := range after.Environment {
		if !program.Knows(settings, variable) {
			t.Errorf("there is no setting %s", variable)
		}
	}
	for _, v := range after.Volumes {
		if _, err := os.Stat(v.Source); err != nil || !v.ReadOnly {
			t.Errorf("%s: %v, read only: %t", v.Source, err, v.ReadOnly)
		}
	}
}

// With a clinic's own gateway and scheduling API the two that stand in for them stay away.
func TestWithoutSimulator(t *testing.T) {
	project := prepared(t, "COMPOSE_PROFILES=")
	want := []string{"agent", "grafana", "postgres", "prometheus"}
	if got := project.ServiceNames(); !slices.Equal(got, want) {
		t.Errorf("services %v, want %v", got, want)
	}
}

// What is mounted is there after init.sh.
func TestMountsExist(t *testing.T) {
	for name, s := range prepared(t).Services {
		for _, v := range s.Volumes {
			if _, err := os.Stat(v.Source); v.Type == types.VolumeTypeBind && (err != nil || !v.ReadOnly) {
				t.Errorf("%s: %s: %v, read only: %t", name, v.Source, err, v.ReadOnly)
			}
		}
	}
}

// init.sh may run again: what is there stays.
func TestPreparationIsRepeatable(t *testing.T) {
	home, err := compose.Prepare(t.Context(), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	read := func() string {
		all, err := exec.Command("sh", "-c", "cd "+home+" && cat .env clinic.yaml secrets/*").Output()
		if err != nil {
			t.Fatal(err)
		}
		return string(all)
	}
	before := read()
	if text, err := exec.Command(filepath.Join(home, "init.sh")).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if read() != before {
		t.Error("something changed")
	}
	if what, err := os.Stat(filepath.Join(home, "secrets")); err != nil || what.Mode().Perm() != 0o700 {
		t.Errorf("the folder of the secrets: %v, %v", what.Mode(), err)
	}
}

// Prometheus takes its configuration with the rules, and Grafana finds Prometheus and the dashboards where
// they are mounted.
func TestProvisioning(t *testing.T) {
	project := prepared(t)
	config := filepath.Join(project.WorkingDir, "prometheus.yml")
	rules := filepath.Join(project.WorkingDir, "..", "prometheus", "rules")
	if err := os.Symlink(rules, filepath.Join(project.WorkingDir, "rules")); err != nil {
		t.Fatal(err)
	}
	text, err := exec.Command("promtool", "check", "config", config).CombinedOutput()
	if err != nil || !strings.Contains(string(text), "rules found") {
		t.Errorf("promtool (apt install prometheus): %v\n%s", err, text)
	}
	home := filepath.Join(project.WorkingDir, "grafana", "provisioning")
	var sources struct {
		APIVersion  int `yaml:"apiVersion"`
		Datasources []struct {
			Name, UID, Type, Access, URL string
			IsDefault                    bool `yaml:"isDefault"`
			Editable                     bool
			JSONData                     map[string]string `yaml:"jsonData"`
		}
	}
	strictly(t, filepath.Join(home, "datasources", "prometheus.yaml"), &sources)
	if len(sources.Datasources) != 1 || sources.Datasources[0].URL != "http://prometheus:9090" || sources.Datasources[0].Type != "prometheus" {
		t.Errorf("datasources %+v", sources)
	}
	var providers struct {
		APIVersion int `yaml:"apiVersion"`
		Providers  []struct {
			Name, Folder, Type    string
			DisableDeletion       bool `yaml:"disableDeletion"`
			AllowUIUpdates        bool `yaml:"allowUiUpdates"`
			UpdateIntervalSeconds int  `yaml:"updateIntervalSeconds"`
			Options               struct{ Path string }
		}
	}
	strictly(t, filepath.Join(home, "dashboards", "atende.yaml"), &providers)
	mounted := project.Services["grafana"].Volumes
	if len(providers.Providers) != 1 || !slices.ContainsFunc(mounted, func(v types.ServiceVolumeConfig) bool {
		return v.Target == providers.Providers[0].Options.Path
	}) {
		t.Errorf("providers %+v, mounts %v", providers, mounted)
	}
}

// strictly reads a YAML file that may have no other keys.
func strictly(t *testing.T, path string, target any) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	decoder := yaml.NewDecoder(file)
	decoder.KnownFields(true)
	if err := decoder.Decode(target); err != nil {
		t.Errorf("%s: %v", path, err)
	}
}
