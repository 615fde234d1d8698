package chart_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	apps "k8s.io/api/apps/v1"
	batch "k8s.io/api/batch/v1"
	core "k8s.io/api/core/v1"
	networking "k8s.io/api/networking/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"

	"atende/deploy/check/chart"
	"atende/deploy/check/image"
)

// is reports whether a flag is set and has that value.
func is(flag *bool, want bool) bool { return flag != nil && *flag == want }

// No container has a right, a place to write or a secret that it does not need.
func TestPolicy(t *testing.T) {
	described, err := image.Read(image.Dockerfile)
	if err != nil {
		t.Fatal(err)
	}
	every(t, func(t *testing.T, all []runtime.Object) {
		pod := one[*apps.StatefulSet](t, all).Spec.Template.Spec
		if len(pod.Containers) != 1 || len(pod.InitContainers) != 0 {
			t.Fatalf("%d containers", len(pod.Containers))
		}
		c, p := pod.Containers[0], pod.SecurityContext
		limits, requests := c.Resources.Limits, c.Resources.Requests
		for rule, kept := range map[string]bool{
			"the image's user, never root":      is(p.RunAsNonRoot, true) && *p.RunAsUser == int64(described.UID) && *p.RunAsGroup == int64(described.GID),
			"the default filter of calls":       p.SeccompProfile.Type == core.SeccompProfileTypeRuntimeDefault,
			"a read-only root":                  is(c.SecurityContext.ReadOnlyRootFilesystem, true),
			"no privileges":                     is(c.SecurityContext.AllowPrivilegeEscalation, false) && is(c.SecurityContext.Privileged, false),
			"no capability":                     len(c.SecurityContext.Capabilities.Add) == 0 && c.SecurityContext.Capabilities.Drop[0] == "ALL",
			"nothing of the machine":            !pod.HostNetwork && !pod.HostPID && !pod.HostIPC,
			"an account without a token":        is(pod.AutomountServiceAccountToken, false) && pod.ServiceAccountName != "default" && pod.ServiceAccountName != "",
			"no variables of other services":    is(pod.EnableServiceLinks, false),
			"limits":                            !limits.Cpu().IsZero() && !limits.Memory().IsZero(),
			"requests within the limits":        !requests.Cpu().IsZero() && requests.Memory().Cmp(*limits.Memory()) <= 0 && !requests.Memory().IsZero(),
			"an image with a version":           pinned.MatchString(c.Image),
			"all three probes":                  c.StartupProbe != nil && c.LivenessProbe != nil && c.ReadinessProbe != nil,
			"nothing of the machine is mounted": !mountsHost(pod),
		} {
			if !kept {
				t.Errorf("not so: %s", rule)
			}
		}
		secretsAreReferences(t, c)
	})
}

var pinned = regexp.MustCompile(`:[0-9]+\.[0-9]+\.[0-9]+(@sha256:[0-9a-f]{64})?$`)

func mountsHost(pod core.PodSpec) bool {
	for _, volume := range pod.Volumes {
		if volume.HostPath != nil {
			return true
		}
	}
	return false
}

// secretsAreReferences sees to it that no variable that could hold a secret does, but names a file of the
// Secret that is mounted.
func secretsAreReferences(t *testing.T, c core.Container) {
	t.Helper()
	private := regexp.MustCompile(`TOKEN|SECRET|PASSWORD|KEY|HEADERS|DATABASE_URL`)
	files := 0
	for _, variable := range c.Env {
		switch {
		case !private.MatchString(variable.Name), variable.Name == "ATENDE_MODEL_TOKENS":
		case variable.Value == "sqlite:/data/atende.db": // no secret in it
		case strings.HasSuffix(variable.Name, "_FILE") && strings.HasPrefix(variable.Value, "/etc/atende/secrets/"):
			files++
		default:
			t.Errorf("%s stands in the manifest", variable.Name)
		}
	}
	if files == 0 {
		t.Error("no secret is read from a file")
	}
}

// A node that is stopped has the time that a drain takes, and takes webhooks until nobody is sent to it.
func TestDrainHasItsTime(t *testing.T) {
	const drain = 28 * time.Second // cmd/atende, drainLimit
	every(t, func(t *testing.T, all []runtime.Object) {
		pod := one[*apps.StatefulSet](t, all).Spec.Template.Spec
		pause := time.Duration(pod.Containers[0].Lifecycle.PreStop.Sleep.Seconds) * time.Second
		grace := time.Duration(*pod.TerminationGracePeriodSeconds) * time.Second
		if pause < 3*time.Second || grace < pause+drain+2*time.Second {
			t.Errorf("a pause of %v in %v", pause, grace)
		}
	})
}

// Probes ask for what is meant for them: a restart follows from /health alone, which depends on nothing.
func TestProbes(t *testing.T) {
	c := one[*apps.StatefulSet](t, objects(t, "cluster")).Spec.Template.Spec.Containers[0]
	for name, probe := range map[string]*core.Probe{"/health http": c.StartupProbe, "/health http ": c.LivenessProbe, "/ready admin": c.ReadinessProbe} {
		if got := probe.HTTPGet.Path + " " + probe.HTTPGet.Port.StrVal; got != strings.TrimSpace(name) {
			t.Errorf("%s, want %s", got, name)
		}
	}
	if c.ReadinessProbe.TimeoutSeconds <= 2 {
		t.Error("readiness answers after 2 s at the latest, and must be waited for")
	}
}

// The operators' listener is for operators, the cluster's for nodes, and no way out is open to everywhere.
func TestNetworkPolicy(t *testing.T) {
	every(t, func(t *testing.T, all []runtime.Object) {
		n := one[*networking.NetworkPolicy](t, all)
		if len(n.Spec.PolicyTypes) != 2 {
			t.Errorf("types %v", n.Spec.PolicyTypes)
		}
		for _, rule := range n.Spec.Ingress {
			if len(rule.From) == 0 || len(rule.Ports) != 1 {
				t.Errorf("everybody may come in: %+v", rule)
			}
			for _, from := range rule.From {
				inner := from.PodSelector != nil
				if port := rule.Ports[0].Port.StrVal; inner != (port == "cluster") {
					t.Errorf("port %s is open for %+v", port, from)
				}
			}
		}
		for _, rule := range n.Spec.Egress {
			database := len(rule.Ports) == 1 && *rule.Ports[0].Port == intstr.FromInt32(5432)
			if len(rule.Ports) == 0 || len(rule.To) == 0 && !database {
				t.Errorf("a way to everywhere: %+v", rule)
			}
		}
	})
}

// Names are looked up in kube-system and at the machine's own cache, which is no pod, and where else a clinic's
// cluster has them.
func TestNamesAreLookedUp(t *testing.T) {
	reachable := func(set string, changes ...func(map[string]any)) (peers []networking.NetworkPolicyPeer) {
		for _, rule := range one[*networking.NetworkPolicy](t, objects(t, set, changes...)).Spec.Egress {
			if len(rule.Ports) == 2 && *rule.Ports[0].Port == intstr.FromInt32(53) && *rule.Ports[0].Protocol == core.ProtocolUDP {
				peers = append(peers, rule.To...)
			}
		}
		return peers
	}
	cache := func(peer networking.NetworkPolicyPeer) bool {
		return peer.IPBlock != nil && peer.IPBlock.CIDR == "169.254.20.10/32"
	}
	if peers := reachable("cluster"); len(peers) != 2 || !slices.ContainsFunc(peers, cache) {
		t.Errorf("%+v", peers)
	}
	own := []any{map[string]any{"ipBlock": map[string]any{"cidr": "10.96.0.10/32"}}}
	if peers := reachable("cluster", change(own, "networkPolicy", "dnsTo")); len(peers) != 1 || peers[0].IPBlock.CIDR != "10.96.0.10/32" {
		t.Errorf("%+v", peers)
	}
}

// The authority of PostgreSQL's certificate is a file beside the other secrets, which sslrootcert in the URL can name.
func TestDatabaseAuthority(t *testing.T) {
	pod := one[*apps.StatefulSet](t, objects(t, "cluster", change("ca.crt", "secretKeys", "databaseCa"))).Spec.Template.Spec
	i := slices.IndexFunc(pod.Volumes, func(v core.Volume) bool { return v.Name == "secrets" })
	if !slices.Contains(pod.Volumes[i].Secret.Items, core.KeyToPath{Key: "ca.crt", Path: "ca.crt"}) {
		t.Errorf("%+v", pod.Volumes[i].Secret.Items)
	}
}

// The notes name what the network policy cuts off, and nothing else.
func TestNotesWarn(t *testing.T) {
	const (
		out = "LETS NOBODY THROUGH"
		in  = "KEEPS OUT"
	)
	private := []any{map[string]any{"to": []any{map[string]any{"ipBlock": map[string]any{"cidr": "10.0.0.0/8"}}}}}
	for name, test := range map[string]struct {
		changes []func(map[string]any)
		want    []string // of out, in and the lines that follow out
	}{
		"https alone":      {nil, nil},
		"a port":           {[]func(map[string]any){change("https://[2001:db8::1]:8443/x", "gateway", "url")}, []string{out, "gateway.url (https://[2001:db8::1]:8443/x): port 8443\n"}},
		"no TLS":           {[]func(map[string]any){change("http://api.example", "scheduling", "url")}, []string{out, "scheduling.url (http://api.example): port 80\n"}},
		"a collector":      {[]func(map[string]any){change("http://otel:4318", "settings", "ATENDE_TRACE_URL")}, []string{out, "settings.ATENDE_TRACE_URL (http://otel:4318): port 4318\n"}},
		"a public port":    {[]func(map[string]any){change("http://api.example", "scheduling", "url"), change([]any{443, 80}, "networkPolicy", "publicPorts")}, nil},
		"a private rule":   {[]func(map[string]any){change("http://api.clinic", "scheduling", "url"), change(private, "networkPolicy", "privateTo")}, nil},
		"no policy":        {[]func(map[string]any){change("http://api.example", "scheduling", "url"), change(false, "networkPolicy", "enabled")}, nil},
		"a balancer":       {[]func(map[string]any){change("LoadBalancer", "service", "type")}, []string{in}},
		"a known balancer": {[]func(map[string]any){change("LoadBalancer", "service", "type"), change([]any{map[string]any{"ipBlock": map[string]any{"cidr": "203.0.113.0/24"}}}, "networkPolicy", "webhookFrom")}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			values, err := chart.Values("cluster", test.changes...)
			if err != nil {
				t.Fatal(err)
			}
			rendered, err := chart.Render(values)
			if err != nil {
				t.Fatal(err)
			}
			notes := rendered["atende/templates/NOTES.txt"]
			if !strings.Contains(notes, "webhook goes to") {
				t.Fatalf("no notes: %q", notes)
			}
			for _, said := range []string{out, in, "): port "} {
				if strings.Contains(notes, said) != slices.ContainsFunc(test.want, func(w string) bool { return strings.Contains(w, said) }) {
					t.Errorf("%q: want %q in\n%s", said, test.want, notes)
				}
			}
			for _, want := range test.want {
				if !strings.Contains(notes, want) {
					t.Errorf("want %q in\n%s", want, notes)
				}
			}
		})
	}
}

// An empty list of operators is nobody; to Kubernetes an empty list of peers is everybody.
func TestNoOperators(t *testing.T) {
	n := one[*networking.NetworkPolicy](t, objects(t, "cluster", change([]any{}, "networkPolicy", "operatorsFrom")))
	for _, rule := range n.Spec.Ingress {
		if rule.Ports[0].Port.StrVal == "admin" {
			t.Errorf("%+v", rule)
		}
	}
	if len(n.Spec.Ingress) != 2 {
		t.Errorf("%d ways in, want webhooks and nodes", len(n.Spec.Ingress))
	}
}

// change sets a value deep down.
func change(value any, path ...string) func(map[string]any) {
	return func(values map[string]any) {
		for _, key := range path[:len(path)-1] {
			next, ok := values[key].(map[string]any)
			if !ok {
				next = map[string]any{}
				values[key] = next
			}
			values = next
		}
		values[path[len(path)-1]] = value
	}
}

// The files of several clinics are read from where they are mounted.
func TestClinics(t *testing.T) {
	set := one[*apps.StatefulSet](t, objects(t, "cluster", change("clinics", "existingClinics")))
	mountsExist(t, set)
	agent := set.Spec.Template.Spec.Containers[0]
	named := slices.ContainsFunc(agent.Env, func(e core.EnvVar) bool { return e.Name == "ATENDE_CLINICS" && e.Value == "/etc/atende/clinics" })
	mounted := slices.ContainsFunc(agent.VolumeMounts, func(m core.VolumeMount) bool {
		return m.Name == "clinics" && m.MountPath == "/etc/atende/clinics" && m.ReadOnly
	})
	secret := slices.ContainsFunc(set.Spec.Template.Spec.Volumes, func(v core.Volume) bool {
		return v.Name == "clinics" && v.Secret != nil && v.Secret.SecretName == "clinics"
	})
	if !named || !mounted || !secret {
		t.Errorf("named %t, mounted %t, of the secret %t", named, mounted, secret)
	}
}

// Values that cannot work are refused before anything is installed, with the name of the value.
func TestRefusals(t *testing.T) {
	for want, test := range map[string]struct {
		set    string
		change func(map[string]any)
	}{
		"gateway.url":                {"cluster", change("", "gateway", "url")},
		"gateway.channelId":          {"cluster", change("", "gateway", "channelId")},
		"gateway.humanDepartmentId":  {"cluster", change("", "gateway", "humanDepartmentId")},
		"scheduling.url":             {"cluster", change("", "scheduling", "url")},
		"allowed.instances":          {"cluster", change([]any{}, "allowed", "instances")},
		"allowed.team":               {"cluster", change("", "allowed", "team")},
		"catalog: give":              {"cluster", change("", "existingCatalog")},
		"one of them":                {"single", change("clinic", "existingCatalog")},
		"replicas: more than one":    {"single", change(2, "replicas")},
		"needs cluster.enabled":      {"single", change(true, "autoscaling", "enabled")},
		"secretKeys.databaseUrl":     {"cluster", change("", "secretKeys", "databaseUrl")},
		"secretKeys.gatewayToken":    {"cluster", change("", "secretKeys", "gatewayToken")},
		"webhooks from anybody":      {"cluster", change("", "secretKeys", "webhookToken")},
		"ATENDE_ADMIN_OPEN=":         {"cluster", change("", "secretKeys", "adminToken")},
		"existingSecret":             {"cluster", change("", "existingSecret")},
		"shutdown.grace":             {"cluster", change(34, "shutdown", "grace")},
		"it is a secret":             {"cluster", change("s3cret", "settings", "ATENDE_GATEWAY_TOKEN")},
		"ATENDE_QUIET":               {"cluster", change("1s", "settings", "ATENDE_QUIET")},
		"ATENDE_LISTEN":              {"cluster", change(":1", "settings", "ATENDE_LISTEN")},
		"replica' not allowed":       {"cluster", change(2, "replica")},
		"at '/settings/ATENDE_TAGS'": {"cluster", change(true, "settings", "ATENDE_TAGS")},
		"at '/image/tag'":            {"cluster", change("latest", "image", "tag")},
		"at '/image/digest'":         {"cluster", change("sha256:0", "image", "digest")},
		"at '/gateway/url'":          {"cluster", change("gateway.example", "gateway", "url")},
		"ingress.host":               {"cluster", change(true, "ingress", "enabled")},
		"ingress.tlsSecret":          {"everything", change("", "ingress", "tlsSecret")},
		"autoscaling.max":            {"everything", change(2, "autoscaling", "max")},
		"finds the pods by it":       {"cluster", change("x", "podLabels", "app.kubernetes.io/name")},
		"networkPolicy/webhookFrom":  {"cluster", change([]any{}, "networkPolicy", "webhookFrom")},
		"at '/networkPolicy/dnsTo'":  {"cluster", change([]any{}, "networkPolicy", "dnsTo")},
		"missing property 'limits'":  {"cluster", change(nil, "resources", "limits")},
	} {
		t.Run(want, func(t *testing.T) {
			values, err := chart.Values(test.set, test.change)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := chart.Render(values); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
		})
	}
}

// The dump of each night has no right that it does not need, is none of the nodes, and reads the address of the database from
// a file.
func TestBackup(t *testing.T) {
	all := objects(t, "everything")
	job := one[*batch.CronJob](t, all)
	pod, nodes := job.Spec.JobTemplate.Spec.Template, one[*apps.StatefulSet](t, all)
	c, p := pod.Spec.Containers[0], pod.Spec.SecurityContext
	claim := one[*core.PersistentVolumeClaim](t, all)
	for rule, kept := range map[string]bool{
		"never root":                      is(p.RunAsNonRoot, true),
		"a read-only root":                is(c.SecurityContext.ReadOnlyRootFilesystem, true) && is(c.SecurityContext.AllowPrivilegeEscalation, false),
		"no capability":                   c.SecurityContext.Capabilities.Drop[0] == "ALL",
		"an account without a token":      is(pod.Spec.AutomountServiceAccountToken, false),
		"one at a time, and not for ever": job.Spec.ConcurrencyPolicy == batch.ForbidConcurrent && *job.Spec.JobTemplate.Spec.ActiveDeadlineSeconds > 0,
		"the volume stays":                claim.Annotations["helm.sh/resource-policy"] == "keep" && pod.Spec.Volumes[0].PersistentVolumeClaim.ClaimName == claim.Name,
		"no secret in the manifest":       len(c.Env) == 0 && pod.Spec.Volumes[1].Secret.Items[0].Key == "database-url",
		"none of the nodes":               !labels.SelectorFromSet(nodes.Spec.Selector.MatchLabels).Matches(labels.Set(pod.Labels)),
	} {
		if !kept {
			t.Errorf("not so: %s", rule)
		}
	}
	values, err := chart.Values("single", change(true, "backup", "enabled"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chart.Render(values); err == nil || !strings.Contains(err.Error(), "backup.enabled: dumps PostgreSQL") {
		t.Errorf("of a journal in a file: %v", err)
	}
}

// What the job runs dumps into a file that gets its name when it is whole, and forgets old ones.
func TestBackupScript(t *testing.T) {
	script := one[*batch.CronJob](t, objects(t, "everything")).Spec.JobTemplate.Spec.Template.Spec.Containers[0].Command[2]
	for dumps, want := range map[string]int{"exit 1": 1, `for a; do case $a in --file=*) echo dump >"${a#--file=}";; esac; done`: 2} {
		folder := t.TempDir()
		fake := filepath.Join(folder, "pg_dump")
		if err := os.WriteFile(fake, []byte("#!/bin/sh\n"+dumps+"\n"), 0o700); err != nil { //nolint:gosec // it is run
			t.Fatal(err)
		}
		for name, age := range map[string]int{"atende-old.dump": 16, "atende-last.dump": 1, "url": 0} {
			path := filepath.Join(folder, name)
			at := time.Now().AddDate(0, 0, -age)
			if err := errors.Join(os.WriteFile(path, []byte("postgres://"), 0o600), os.Chtimes(path, at, at)); err != nil {
				t.Fatal(err)
			}
		}
		command := exec.CommandContext(t.Context(), "/bin/sh", "-euc", strings.NewReplacer("/backup", folder, "/etc/atende/secrets", folder).Replace(script))
		command.Env = []string{"PATH=" + folder + ":" + os.Getenv("PATH")}
		out, err := command.CombinedOutput()
		left, globErr := filepath.Glob(filepath.Join(folder, "atende-*.dump"))
		if globErr != nil || (err == nil) != (want == 2) || len(left) != 2 {
			t.Errorf("%s: %v, %s, left %q", dumps, err, out, left)
		}
	}
}
