package release

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"crypto/sha256"
	"debug/elf"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"helm.sh/helm/v3/pkg/chart"
	"helm.sh/helm/v3/pkg/chart/loader"

	"atende/deploy/check/program"
	"atende/deploy/check/unit"
)

// made is when the commit of the packs of this test was made, in seconds since 1970.
const made = 1795845600 // 2026-11-28T06:00:00Z

// arch is that of this machine: what is packed is also run.
const arch = runtime.GOARCH

// pack runs .ci/pack for one platform, with other words in its environment.
func pack(t *testing.T, umask string, env ...string) (folder string) {
	t.Helper()
	folder = filepath.Join(t.TempDir(), "dist")
	run := exec.CommandContext(t.Context(), "sh", "-c", "umask "+umask+` && exec "$0" v1.2.3-rc.1 "$1"`, filepath.Join(top, ".ci", "pack"), folder)
	run.Env = append(append(os.Environ(), fmt.Sprintf("SOURCE_DATE_EPOCH=%d", made), "PLATFORMS=linux/"+arch), env...)
	if said, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	return folder
}

// sums are the files of a folder with what SHA256SUMS must say of them.
func sums(t *testing.T, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	files, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		raw, err := os.ReadFile(filepath.Join(folder, file.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all[file.Name()] = fmt.Sprintf("%x", sha256.Sum256(raw))
	}
	return all
}

// The files of a release are the same again, whoever makes them, and hold what docs/deploy.md installs.
func TestPack(t *testing.T) {
	folder := pack(t, "022")
	found := sums(t, folder)
	if again := sums(t, pack(t, "077", "TZ=America/Sao_Paulo", "LC_ALL=C.UTF-8", "TMPDIR="+t.TempDir(), "GOFLAGS=-buildvcs=true")); !maps.Equal(found, again) {
		t.Errorf("two packs differ: %v, %v", found, again)
	}
	const archive, list, debian, charted = "atende-v1.2.3-rc.1-linux-" + arch + ".tar.gz", "atende-v1.2.3-rc.1-linux-" + arch + ".cdx.json", "atende_1.2.3~rc.1_" + arch + ".deb", "atende-1.2.3-rc.1.tgz"
	if got := slices.Sorted(maps.Keys(found)); !slices.Equal(got, []string{"SHA256SUMS", charted, list, archive, debian}) {
		t.Fatalf("files %v", got)
	}
	said, err := os.ReadFile(filepath.Join(folder, "SHA256SUMS"))
	want := ""
	for _, name := range []string{charted, list, archive, debian} {
		want += found[name] + "  " + name + "\n"
	}
	if err != nil || string(said) != want {
		t.Errorf("SHA256SUMS: %s, %v", said, err)
	}
	t.Run("archive", func(t *testing.T) { checkArchive(t, filepath.Join(folder, archive)) })
	t.Run("materials", func(t *testing.T) { checkMaterials(t, filepath.Join(folder, list)) })
	t.Run("chart", func(t *testing.T) { checkChart(t, filepath.Join(folder, charted)) })
	t.Run("package", func(t *testing.T) { checkPackage(t, filepath.Join(folder, debian)) })
}

// checkArchive wants a file that belongs to nobody, with a static binary without symbols that says what it is.
func checkArchive(t *testing.T, name string) {
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unzipped, err := gzip.NewReader(bufio.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	binary, names := filepath.Join(t.TempDir(), "atende"), []string{}
	for entries := tar.NewReader(unzipped); ; {
		h, err := entries.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		inside, found := strings.CutPrefix(h.Name, "atende-v1.2.3-rc.1-linux-"+arch+"/")
		if !found || h.Uid != 0 || h.Gid != 0 || h.Uname != "" || h.ModTime.Unix() != made || h.Mode&0o022 != 0 {
			t.Errorf("%+v", h)
		}
		names = append(names, inside)
		if inside == "bin/atende" {
			raw, err := io.ReadAll(entries)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(binary, raw, os.FileMode(h.Mode)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, want := range []string{
		"LICENSE", "README.md", "CHANGELOG.md", "docs/deploy.md", "docs/runbook.md", "completion/atende.bash", "completion/_atende", "completion/atende.fish",
		"deploy/systemd/atende.service", "deploy/systemd/atende.sysusers", "deploy/systemd/atende.env.example", "deploy/prometheus/rules/atende.yml",
		"integrations/catalog/sample.yaml",
	} {
		if !slices.Contains(names, want) {
			t.Errorf("%s is missing", want)
		}
	}
	checkBinary(t, binary)
	if verbs, err := program.Verbs(t.Context(), binary); err != nil || !slices.Contains(verbs, "demo") {
		t.Errorf("the archive's binary has the verbs %v, %v", verbs, err)
	}
}

func checkBinary(t *testing.T, binary string) {
	t.Helper()
	parts, err := elf.Open(binary)
	if err != nil {
		t.Fatal(err)
	}
	defer parts.Close()
	if parts.Section(".symtab") != nil || slices.ContainsFunc(parts.Progs, func(p *elf.Prog) bool { return p.Type == elf.PT_INTERP }) {
		t.Error("the binary has symbols, or wants a loader")
	}
	said, err := exec.CommandContext(t.Context(), binary, "version", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var v struct{ Version, Commit, Date, Go, Platform string }
	if err := json.Unmarshal(said, &v); err != nil || v.Version != "v1.2.3-rc.1" || v.Date != time.Unix(made, 0).UTC().Format(time.RFC3339) || v.Platform != "linux/"+arch || v.Commit == "" {
		t.Errorf("%s, %v", said, err)
	}
}

func checkMaterials(t *testing.T, name string) {
	raw, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Format   string `json:"bomFormat"`
		Metadata struct {
			Component struct{ Name, Version string }
		}
		Components []struct{ Name string }
	}
	if err := json.Unmarshal(raw, &list); err != nil || list.Format != "CycloneDX" || list.Metadata.Component.Version != "v1.2.3-rc.1" || len(list.Components) < 10 {
		t.Errorf("%+v, %v", list, err)
	}
}

// checkChart wants what Helm installs, with everything that the chart's folder has for a clinic.
func checkChart(t *testing.T, name string) {
	packed, err := loader.Load(name)
	if err != nil {
		t.Fatal(err)
	}
	if m := packed.Metadata; m.Name != "atende" || m.Version != "1.2.3-rc.1" || m.AppVersion != "1.2.3-rc.1" {
		t.Errorf("%+v", m)
	}
	folder, err := loader.LoadDir(filepath.Join(top, "deploy", "helm", "atende"))
	if err != nil {
		t.Fatal(err)
	}
	names := func(files []*chart.File) (list []string) {
		for _, file := range files {
			list = append(list, file.Name)
		}
		slices.Sort(list)
		return list
	}
	if got, want := names(packed.Raw), names(folder.Raw); !slices.Equal(got, want) {
		t.Errorf("the chart holds %v, want %v", got, want)
	}
}

// checkPackage wants whatever the unit names, at its place, and settings that an upgrade leaves as the clinic wrote them.
func checkPackage(t *testing.T, name string) {
	root := t.TempDir()
	for _, args := range [][]string{{"--extract", name, root}, {"--control", name, filepath.Join(root, "DEBIAN")}} {
		if said, err := exec.CommandContext(t.Context(), "dpkg-deb", args...).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, said)
		}
	}
	u, err := unit.Read(root + "/usr/lib/systemd/system/atende.service")
	if err != nil {
		t.Fatal(err)
	}
	conffiles, err := os.ReadFile(filepath.Join(root, "DEBIAN", "conffiles"))
	if err != nil {
		t.Fatal(err)
	}
	settings, err := unit.Environment(filepath.Join(root, u["Service.EnvironmentFile"][0]))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(strings.Fields(string(conffiles)), settings["ATENDE_CATALOG"], strings.Fields(u["Service.ExecStart"][0])[0],
		strings.TrimPrefix(u["Unit.Documentation"][0], "file:"), "/usr/lib/sysusers.d/atende.conf", "/usr/share/doc/atende/copyright") {
		if what, err := os.Stat(filepath.Join(root, file)); err != nil || !what.Mode().IsRegular() {
			t.Errorf("%s: %v", file, err)
		}
	}
	binary := filepath.Join(root, strings.Fields(u["Service.ExecStart"][0])[0])
	checkBinary(t, binary)
	if verbs, err := program.Verbs(t.Context(), binary); err != nil || !slices.Contains(verbs, "serve") || slices.Contains(verbs, "demo") {
		t.Errorf("the package's binary has the verbs %v, %v", verbs, err)
	}
	if kept := strings.Fields(string(conffiles)); !slices.Contains(kept, u["Service.EnvironmentFile"][0]) || !slices.Contains(kept, settings["ATENDE_CATALOG"]) {
		t.Errorf("an upgrade would overwrite settings: it keeps %v", kept)
	}
	script, err := os.ReadFile(filepath.Join(root, "DEBIAN", "postinst"))
	if err != nil {
		t.Fatal(err)
	}
	random := regexp.MustCompile(`for name in (.*); do`).FindStringSubmatch(string(script))
	if random == nil {
		t.Fatalf("no secret is made: %s", script)
	}
	known := append(strings.Fields(random[1]), "gateway_token") // which the gateway gave
	for _, credential := range u["Service.LoadCredential"] {
		secret, place, _ := strings.Cut(credential, ":")
		if what, err := os.Stat(filepath.Join(root, path.Dir(place))); err != nil || what.Mode().Perm() != 0o700 || !slices.Contains(known, secret) {
			t.Errorf("%s: %v, where %v are known", credential, err, known)
		}
	}
}
