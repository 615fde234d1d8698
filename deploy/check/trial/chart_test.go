package trial

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	apps "k8s.io/api/apps/v1"
	core "k8s.io/api/core/v1"

	"atende/deploy/check/chart"
	"atende/deploy/check/image"
	"atende/deploy/check/sandbox"
)

// What the chart would start with one node does start: its variables, its catalogue, the files of its Secret,
// and probes that ask where the node answers.
func TestChartServes(t *testing.T) {
	c, pod := fromChart(t, "single")
	agent := begin(t, c)
	for _, probe := range []*core.Probe{pod.StartupProbe, pod.LivenessProbe, pod.ReadinessProbe} {
		for _, port := range pod.Ports {
			if port.Name == probe.HTTPGet.Port.StrVal {
				address := "http://127.0.0.1:" + strings.TrimPrefix(listens(c, port.Name), ":") + probe.HTTPGet.Path
				until(t, address, agent, answers(address))
			}
		}
	}
	if code := agent.stop(); code != 0 {
		t.Errorf("exit code %d after SIGTERM", code)
	}
}

// listens is where the node listens for what a port is called, which the port must agree with.
func listens(c sandbox.Container, port string) string {
	name := map[string]string{"http": "ATENDE_LISTEN=", "admin": "ATENDE_ADMIN_LISTEN="}[port]
	for _, variable := range c.Env {
		if value, found := strings.CutPrefix(variable, name); found {
			return value
		}
	}
	return ""
}

// fromChart is the chart's container with what Kubernetes would mount and fill in.
func fromChart(t *testing.T, set string) (sandbox.Container, core.Container) {
	t.Helper()
	values, err := chart.Values(set)
	if err != nil {
		t.Fatal(err)
	}
	rendered, err := chart.Render(values)
	if err != nil {
		t.Fatal(err)
	}
	objects, err := chart.Objects(rendered)
	if err != nil {
		t.Fatal(err)
	}
	maps := map[string]*core.ConfigMap{}
	var pod core.PodSpec
	for _, object := range objects {
		switch object := object.(type) {
		case *apps.StatefulSet:
			pod = object.Spec.Template.Spec
		case *core.ConfigMap:
			maps[object.Name] = object
		}
	}
	described, root := imageRoot(t)
	c := sandbox.Container{Root: root, Dir: described.Dir, Args: append(described.Entrypoint, pod.Containers[0].Args...)}
	for _, variable := range pod.Containers[0].Env {
		value := variable.Value
		if from := variable.ValueFrom; from != nil {
			value = map[string]string{"metadata.name": "clinic-atende-0"}[from.FieldRef.FieldPath]
		}
		c.Env = append(c.Env, variable.Name+"="+value)
	}
	for _, mount := range pod.Containers[0].VolumeMounts {
		c.Mounts = append(c.Mounts, sandbox.Mount{From: mounted(t, pod, maps, mount), To: mount.MountPath, Writable: !mount.ReadOnly})
	}
	return c, pod.Containers[0]
}

// mounted is a folder with what a volume holds: the files of a ConfigMap, a secret in each file of a Secret,
// nothing in a claim.
func mounted(t *testing.T, pod core.PodSpec, maps map[string]*core.ConfigMap, mount core.VolumeMount) string {
	t.Helper()
	folder := volume(t)
	files := map[string]string{}
	for _, v := range pod.Volumes {
		switch {
		case v.Name != mount.Name:
		case v.ConfigMap != nil:
			files = maps[v.ConfigMap.Name].Data
		case v.Secret != nil:
			for _, item := range v.Secret.Items {
				files[item.Path] = "s3cret-of-this-test-1-" + item.Key // each is one of its own
			}
		}
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// The Dockerfile says nothing that others would have to know differently.
func TestDockerfile(t *testing.T) {
	described, err := image.Read(image.Dockerfile)
	if err != nil {
		t.Fatal(err)
	}
	for rule, kept := range map[string]bool{
		"it is built from nothing":            described.Base == "scratch",
		"the compiler has a version":          strings.Contains(described.Builder, "golang:1.26."),
		"a user that is not root":             described.UID == sandbox.User && described.GID == sandbox.User,
		"the folder of the journal is theirs": described.Dir == "/data" && described.Copies[1].To == "/data" && described.Copies[1].UID == sandbox.User,
		"the program is root's":               described.Copies[0].To == described.Entrypoint[0] && described.Copies[0].UID == 0,
		"a license and a revision":            described.Labels["org.opencontainers.image.licenses"] == "MIT" && described.Labels["org.opencontainers.image.revision"] == "$COMMIT",
		"it serves":                           len(described.Command) == 1 && described.Command[0] == "serve",
	} {
		if !kept {
			t.Errorf("not so: %s", rule)
		}
	}
}
