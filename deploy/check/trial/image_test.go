package trial

import (
	"context"
	"debug/buildinfo"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"atende/deploy/check/image"
	"atende/deploy/check/sandbox"
)

// laidIn are the folders that were made for images.
var laidIn []string

// laid is the image's last stage in a folder, built once for all tests; each gets a copy of its own.
var laid = sync.OnceValues(func() (string, error) { return lay() })

// laidWithLab is the image with the simulators.
var laidWithLab = sync.OnceValues(func() (string, error) { return lay("TAGS=") })

func lay(args ...string) (string, error) {
	folder, err := os.MkdirTemp("", "laid-")
	if err != nil {
		return "", err
	}
	laidIn = append(laidIn, folder)
	described, err := image.Read(image.Dockerfile)
	if err != nil {
		return "", err
	}
	root := filepath.Join(folder, "root")
	return root, described.Lay(context.Background(), root, args...)
}

// imageRoot is a folder with the image's files, and what the Dockerfile says about it.
func imageRoot(t *testing.T) (*image.Image, string) {
	t.Helper()
	return copyOf(t, laid)
}

// copyOf is a folder with the files of an image that was laid out, and what the Dockerfile says about it.
func copyOf(t *testing.T, laid func() (string, error)) (*image.Image, string) {
	t.Helper()
	described, err := image.Read(image.Dockerfile)
	if err != nil {
		t.Fatal(err)
	}
	original, err := laid()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(t.TempDir(), "root")
	for _, c := range described.Copies {
		from, to := filepath.Join(original, c.To), filepath.Join(root, c.To)
		if err := again(from, to); err != nil {
			t.Fatal(err)
		}
	}
	return described, root
}

// again makes the same file or empty folder in another place.
func again(from, to string) error {
	what, err := os.Stat(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	if what.IsDir() {
		return os.Mkdir(to, 0o755)
	}
	return os.Link(from, to) // 40 MB that nobody writes to
}

// volume is a folder that only a container's user may write to.
func volume(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	if os.Geteuid() == 0 {
		if err := os.Chown(folder, sandbox.User, sandbox.User); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// sample is the sample catalogue.
var sample = filepath.Join(image.Top, "integrations", "catalog", "sample.yaml")

// settings are what serve requires; nobody listens at the addresses.
var settings = []string{
	"ATENDE_GATEWAY_URL=http://127.0.0.1:1", "ATENDE_GATEWAY_TOKEN=t", "ATENDE_CHANNEL_ID=c", "ATENDE_HUMAN_DEPARTMENT_ID=d",
	"ATENDE_ALLOWED_INSTANCES=5511900000000", "ATENDE_ALLOWED_TEAM=Atendimento", "ATENDE_SCHEDULING_URL=http://127.0.0.1:1",
	"ATENDE_CATALOG=/etc/clinic.yaml", "ATENDE_WEBHOOK_TOKEN=t",
}

// container is a container of the image with a volume at /data.
func container(t *testing.T, args ...string) sandbox.Container {
	t.Helper()
	described, root := imageRoot(t)
	catalogue, err := filepath.Abs(sample)
	if err != nil {
		t.Fatal(err)
	}
	if len(args) == 0 {
		args = described.Command
	}
	return sandbox.Container{
		Root: root, Dir: described.Dir, Args: append(described.Entrypoint, args...), Env: append(described.Env, settings...),
		Mounts: []sandbox.Mount{{From: volume(t), To: "/data", Writable: true}, {From: catalogue, To: "/etc/clinic.yaml"}},
	}
}

// begin starts a container.
func begin(t *testing.T, c sandbox.Container) *process {
	t.Helper()
	command, err := c.Command(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return launch(t, strings.Join(c.Args, " "), command)
}

// answers reports whether an address answers 200.
func answers(address string) func() error {
	return func() error {
		response, err := http.Get(address) // an address of this test
		if err != nil {
			return err
		}
		response.Body.Close()
		if response.StatusCode != http.StatusOK {
			return fmt.Errorf("%s answers %d", address, response.StatusCode)
		}
		return nil
	}
}

// The image's binary serves in an image that has nothing else, as a user without rights, and keeps its
// journal in the one folder that it may write to; the image's own health check sees it.
func TestImageServes(t *testing.T) {
	c := container(t)
	agent := begin(t, c)
	until(t, "health", agent, answers("http://127.0.0.1:8080/health"))
	until(t, "readiness", agent, answers("http://127.0.0.1:8081/ready"))
	described, _ := imageRoot(t)
	asked := container(t, described.Health[1:]...)
	asked.Args = described.Health
	if health := begin(t, asked); ended(health) != 0 {
		t.Errorf("the health check says %s", health.said())
	}
	if _, err := os.Stat(filepath.Join(c.Mounts[0].From, "atende.db")); err != nil {
		t.Errorf("the journal is not in the volume: %v", err)
	}
	if code := agent.stop(); code != 0 {
		t.Errorf("exit code %d after SIGTERM", code)
	}
	if health := begin(t, asked); ended(health) != 1 {
		t.Errorf("the health check of nobody says %s", health.said())
	}
}

// most is how many bytes the binary of the image may have.  34 MB are there.  Programs that do nothing else take 6.6 with
// net/http and TLS; SQLite adds 4.3 to that, Prometheus 2.9, Hollywood's remote and cluster 2.2 more.
const most = 36_000_000

// The binary of the image has no symbols and none of the simulators.
func TestImageIsSmall(t *testing.T) {
	_, root := imageRoot(t)
	what, err := os.Stat(filepath.Join(root, "atende"))
	if err != nil || what.Size() > most {
		t.Errorf("%+v, %v; %d are the most", what, err, most)
	}
	if demo := begin(t, container(t, "demo")); ended(demo) != 2 || !strings.Contains(demo.said(), "only what serves") {
		t.Errorf("exit code %d, it says %s", ended(demo), demo.said())
	}
}

// The image says what its binary is made of: every module that the binary names is in the list.
func TestImageListsItsMaterials(t *testing.T) {
	_, root := imageRoot(t)
	info, err := buildinfo.ReadFile(filepath.Join(root, "atende"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "atende.cdx.json"))
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Format     string `json:"bomFormat"`
		Components []struct {
			Name, Version string
		}
	}
	if err := json.Unmarshal(text, &list); err != nil || list.Format != "CycloneDX" {
		t.Fatalf("%q: %v", list.Format, err)
	}
	named := map[string]string{}
	for _, c := range list.Components {
		named[c.Name] = c.Version
	}
	if len(info.Deps) < 20 {
		t.Fatalf("the binary names %d modules", len(info.Deps))
	}
	for _, m := range info.Deps {
		if named[m.Path] != m.Version {
			t.Errorf("%s %s is in the list as %q", m.Path, m.Version, named[m.Path])
		}
	}
	if named["std"] == "" {
		t.Error("Go's library is not in the list")
	}
}

// ended waits for the end of a program and returns its exit code.
func ended(p *process) int {
	<-p.ended
	return p.command.ProcessState.ExitCode()
}

// Nothing but the volume can be written to: a journal elsewhere is a clear failure at the start.
func TestImageIsReadOnly(t *testing.T) {
	c := container(t)
	c.Env = append(c.Env, "ATENDE_DATABASE_URL=sqlite:/atende.db")
	if agent := begin(t, c); ended(agent) != 1 || !strings.Contains(agent.said(), "/atende.db") {
		t.Errorf("it says %s", agent.said())
	}
}

// A PDF is read by a child of the binary, which is found in the image although that has nothing else.
func TestImageReadsDocuments(t *testing.T) {
	command, err := container(t, "read-pdf").Command(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	command.Stdin = strings.NewReader(document)
	if p := launch(t, "read-pdf", command); ended(p) != 0 || !strings.Contains(p.said(), "Eletrocardiograma") {
		t.Errorf("exit code %d, it says %q", ended(p), p.said())
	}
}

// document is a PDF of one page with one word.
var document = func() string {
	text := "%PDF-1.4\n"
	var places []int
	for i, object := range []string{
		"<</Type/Catalog/Pages 2 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 300]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>",
		"<</Length 46>>\nstream\nBT /F1 12 Tf 10 100 Td (Eletrocardiograma) Tj ET\nendstream",
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
	} {
		places = append(places, len(text))
		text += fmt.Sprintf("%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := len(text)
	text += "xref\n0 6\n0000000000 65535 f \n"
	for _, place := range places {
		text += fmt.Sprintf("%010d 00000 n \n", place)
	}
	return text + fmt.Sprintf("trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", start)
}()
