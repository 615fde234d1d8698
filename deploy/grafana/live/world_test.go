// Package live holds what dashboards and rules say against a running atende: real nodes, a real Prometheus that
// scrapes them, and a day whose numbers are known.
package live

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// The two installations, as jobs of Prometheus.
const (
	clinic = "clinic" // two nodes and the rules agent, where the day takes place
	lab    = "lab"    // one node and a language model that misbehaves
)

// world is all that runs.
type world struct {
	folder   string
	programs []*program
	begun    time.Time

	admins     map[string][]string // of each job, the admin listeners
	chats      map[string]string   // and the gateway's control API
	webhooks   string              // of the clinic
	token      string              // which they ask for
	prometheus server
}

var (
	shared  world
	started = sync.OnceValue(shared.open)
)

func TestMain(m *testing.M) {
	code := m.Run()
	shared.stop()
	os.Exit(code)
}

// open runs everything once for all tests that need it.
func running(t *testing.T) *world {
	t.Helper()
	if err := started(); err != nil {
		t.Fatal(err)
	}
	return &shared
}

func (w *world) open() error {
	w.begun = time.Now()
	folder, err := os.MkdirTemp("", "atende-live-")
	if err != nil {
		return err
	}
	w.folder, w.admins, w.chats = folder, map[string][]string{}, map[string]string{}
	for _, step := range []func() error{w.openClinic, w.openLab, w.openPrometheus} {
		if err := step(); err != nil {
			return err
		}
	}
	return nil
}

// clinicFile has a doctor with times on every day, and one who comes on Saturdays, which are all closed: he has
// no times at all.
const clinicFile = `
clinic: Clínica do Ensaio
specialties:
  - {id: 7, name: Cardiologia, aliases: [cardiologista]}
  - {id: 9, name: Dermatologia, aliases: [dermatologista]}
doctors:
  - {agenda_id: 101, name: Dra. Ana Souza, specialty_id: 7}
  - {agenda_id: 201, name: Dr. Rafael Teixeira, specialty_id: 9}
procedures:
  - {id: 501, name: Consulta, specialty_id: 7}
  - {id: 511, name: Consulta, specialty_id: 9}
plans:
  - {id: 1, name: Particular}
  - {id: 2, name: Unimed}
hours:
  - {agenda_id: 101, weekdays: [mon, tue, wed, thu, fri, sat, sun], from: "08:00", to: "18:00", every: 10m}
  - {agenda_id: 201, weekdays: [sat], from: "08:00", to: "12:00", every: 30m}
closed: [%s]
`

// saturdays are those of the next four months, more than anybody may book ahead.
func saturdays() string {
	var dates []string
	for i := range 120 {
		if d := time.Now().AddDate(0, 0, i-1); d.Weekday() == time.Saturday {
			dates = append(dates, strconv.Quote(d.Format(time.DateOnly)))
		}
	}
	return strings.Join(dates, ", ")
}

// openClinic starts two nodes on a PostgreSQL of their own, with scheduling API and gateway.
func (w *world) openClinic() error {
	atende, err := build(w.folder, "atende")
	if err != nil {
		return err
	}
	w.token = rand.Text()
	file := filepath.Join(w.folder, "clinic.yaml")
	if err := os.WriteFile(file, fmt.Appendf(nil, clinicFile, saturdays()), 0o600); err != nil {
		return err
	}
	lines, err := w.start("^data: ", atende, "demo", "--nodes", "2", "--clinic", file, "--patients", "1", "--rate", "0",
		"--quiet-window", "0", "--webhook-token", w.token)
	if err != nil {
		return err
	}
	w.webhooks = after(lines, "webhooks: ")
	return w.note(clinic, lines)
}

// openLab starts a node that a scripted model leads; what it is told to do wrong it does about every third time.
func (w *world) openLab() error {
	model, err := build(w.folder, "scripted-model")
	if err != nil {
		return err
	}
	lines, err := w.start("http://", model, "-listen", "127.0.0.1:0", "-rate", "0.3", "-faults", "claim,wrong,garbage")
	if err != nil {
		return err
	}
	url := regexp.MustCompile(`http://[0-9.:]+`).FindString(strings.Join(lines, "\n"))
	lines, err = w.start("^data: ", filepath.Join(w.folder, "atende"), "demo", "--quiet-window", "0",
		"--agent", "openai", "--model", "scripted", "--model-url", url+"/v1", "--model-prices", "1/2")
	if err != nil {
		return err
	}
	return w.note(lab, lines)
}

// note takes the addresses that a demo prints.
func (w *world) note(job string, lines []string) error {
	for _, found := range regexp.MustCompile(`admin:? (http://\S+)`).FindAllStringSubmatch(strings.Join(lines, "\n"), -1) {
		w.admins[job] = append(w.admins[job], found[1])
	}
	w.chats[job] = strings.TrimSuffix(after(lines, "chat page: "), "/")
	if len(w.admins[job]) == 0 || w.chats[job] == "" {
		return fmt.Errorf("%s printed no addresses: %q", job, lines)
	}
	return nil
}

// after is what follows a word at the beginning of a line.
func after(lines []string, word string) string {
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, word); ok {
			return rest
		}
	}
	return ""
}

// need finds programs of Debian's package prometheus.
func need(name string) (string, error) {
	path, err := exec.LookPath(name)
	if err != nil {
		return "", errors.Join(err, fmt.Errorf("install %s (apt install prometheus, or .ci/prepare)", name))
	}
	return path, nil
}
