package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"atende/cmd/internal/early"
	"atende/cmd/internal/node"
)

// Several clinics of one process: ATENDE_CLINICS names a folder with a file NAME.env for each, which has the settings of
// atende serve that are the clinic's own, one a line, as an environment file has them.  All others are those of the process.

const (
	clinicsVariable = "ATENDE_CLINICS"
	databaseSetting = "ATENDE_DATABASE_URL"
	clusterSetting  = "ATENDE_CLUSTER_LISTEN"
	// clinicEnding ends the name of a clinic's file.
	clinicEnding = ".env"
	// maxClinicFile is the largest such file, in bytes.
	maxClinicFile = 256 << 10
)

// clinicName is the name of a clinic: part of addresses, of a file's name, and the label of its metrics.
var clinicName = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$`)

// ofTheProcess are the settings that all clinics share.
var ofTheProcess = []string{
	clinicsVariable, "ATENDE_LISTEN", "ATENDE_ADMIN_LISTEN", "ATENDE_ADMIN_OPEN", "ATENDE_ADMIN_HOSTS", "ATENDE_ADMIN_URL", "ATENDE_NODE_ID",
	"ATENDE_CLUSTER_CERT", "ATENDE_CLUSTER_KEY", "ATENDE_CLUSTER_CA", "ATENDE_DRAIN_TIMEOUT", "ATENDE_LOG_LEVEL", "ATENDE_LOG_FORMAT",
}

// namingFiles are the settings that name a file; in a clinic's file it is sought beside that file.
var namingFiles = []string{"ATENDE_CATALOG", "ATENDE_TEXTS", "ATENDE_MODEL_INSTRUCTIONS", "ATENDE_DATA_KEY_FILE"}

// tableClinics is what makes a process serve several clinics.
func (s *serveSettings) tableClinics() []setting {
	return []setting{{
		variable: clinicsVariable,
		help:     "folder with a file NAME.env for each clinic of this process, which has the settings that are the clinic's own (docs/clinics.md); without one, there is one clinic",
		set:      text(&s.clinics),
	}}
}

// oneOfSeveral is a clinic as its file has it.
type oneOfSeveral struct {
	name     string
	settings serveSettings
	print    string // of all settings
}

// severalSettings reads the clinics of a process, whenever it is asked to.
type severalSettings struct {
	folder string
	w      world
	args   []string
}

// severalOf is nil where a process serves one clinic.
func severalOf(w world, args []string) *severalSettings {
	var s serveSettings
	given := map[string]string{}
	if flagsOf(s.table(), given, nil).Parse(args) != nil {
		return nil // which is said by who reads the settings of one
	}
	folder, err := fromEnvironment(clinicsVariable, w.env)
	if asked, flagged := given[flagOf(clinicsVariable)]; flagged {
		folder, err = asked, nil
	}
	if err != nil || folder == "" {
		return nil
	}
	return &severalSettings{folder: folder, w: w, args: args}
}

func flagOf(variable string) string { return setting{variable: variable}.flagName() }

// read reads all clinics; the error joins all that is wrong with any of them, each line with its file.
func (s *severalSettings) read() ([]oneOfSeveral, error) {
	entries, err := os.ReadDir(s.folder)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot be read: %w", clinicsVariable, withoutPath(err))
	}
	var clinics []oneOfSeveral
	var problems []error
	for _, entry := range entries {
		name, is := strings.CutSuffix(entry.Name(), clinicEnding)
		if !is || entry.IsDir() || strings.HasPrefix(name, ".") {
			continue
		}
		clinic, err := s.readOne(name)
		if err != nil {
			problems = append(problems, inFileNamed(name, err))
			continue
		}
		clinics = append(clinics, clinic)
	}
	switch {
	case len(problems) > 0:
	case len(clinics) == 0:
		problems = append(problems, fmt.Errorf("%s: the folder has no file NAME%s", clinicsVariable, clinicEnding))
	case len(clinics) > node.MaxClinics:
		problems = append(problems, fmt.Errorf("%s: the folder has %d clinics, a process serves at most %d", clinicsVariable, len(clinics), node.MaxClinics))
	default:
		ofProcess, _ := s.operators() // what is wrong with it has its line at the start
		problems = append(problems, apartFromEachOther(clinics, ofProcess)...)
	}
	return clinics, errors.Join(problems...)
}

// inFileNamed puts the name of a clinic's file before each line of what is wrong with it.
func inFileNamed(name string, err error) (all error) {
	for line := range strings.Lines(err.Error()) {
		all = errors.Join(all, fmt.Errorf("%s%s: %s", name, clinicEnding, strings.TrimSpace(line)))
	}
	return all
}

// readOne reads the clinic of a name: its file, and of the process what that leaves out.
func (s *severalSettings) readOne(name string) (oneOfSeveral, error) {
	clinic := oneOfSeveral{name: name}
	if !clinicName.MatchString(name) {
		return clinic, errors.New("a clinic is named with small letters, digits and dashes, at most 32")
	}
	own, err := readClinicFile(filepath.Join(s.folder, name+clinicEnding))
	if err != nil {
		return clinic, err
	}
	problems := misplaced(own)
	if s.w.env(databaseSetting+inFile) != "" && own[databaseSetting] == "" && own[databaseSetting+inFile] == "" {
		problems = append(problems, fmt.Errorf("%s: is required, as that of the process stands in a file", databaseSetting))
	}
	env := s.overlay(name, own)
	given := map[string]string{}
	table := clinic.settings.table()
	if err := flagsOf(table, given, s.w.exposed).Parse(s.args); err != nil {
		return clinic, err
	}
	sum := sha256.New()
	for _, row := range table {
		if _, there := own[row.variable]; there || own[row.variable+inFile] != "" {
			delete(given, row.flagName()) // what is the clinic's own is nearer than what holds for all
		}
		if row.variable == databaseSetting || row.variable == clusterSetting {
			delete(given, row.flagName())
		}
		problems = append(problems, row.apply(given, env)...)
		value, _ := fromEnvironment(row.variable, env)
		fmt.Fprintf(sum, "%s=%q %q\n", row.variable, value, given[row.flagName()])
	}
	problems = append(problems, clinic.settings.verify(), clinic.settings.trace.settle(env), clinic.settings.verifyOneOfSeveral())
	if err := errors.Join(problems...); err != nil {
		return clinic, err
	}
	o := clinic.settings.options()
	edition, err := o.Edition()
	fmt.Fprint(sum, edition)
	clinic.print = hex.EncodeToString(sum.Sum(nil))
	return clinic, err
}

// overlay is the environment of a clinic.  What two clinics cannot share is not taken from the process as it stands there: a
// database gets the clinic's name, and where others reach the node is said for each.
func (s *severalSettings) overlay(name string, own map[string]string) func(string) string {
	return func(variable string) string {
		bare := strings.TrimSuffix(variable, inFile)
		_, value := own[bare]
		_, file := own[bare+inFile]
		switch {
		case value || file:
			return own[variable]
		case variable == databaseSetting:
			return databaseOf(s.w.env(variable), name)
		case variable == clusterSetting:
			return anyPortAt(s.w.env(variable))
		case bare == databaseSetting, bare == clusterSetting:
			return ""
		default:
			return s.w.env(variable)
		}
	}
}

// anyPortAt is a free port where the process would listen for other nodes: they are told which one through the database.
func anyPortAt(ofProcess string) string {
	host, _, err := net.SplitHostPort(ofProcess)
	if err != nil {
		return ofProcess // "", or what is refused
	}
	return net.JoinHostPort(host, "0")
}

// databaseOf is the database of a clinic whose file names none: a file beside the process's, or one in memory.
func databaseOf(ofProcess, name string) string {
	path, isFile := strings.CutPrefix(ofProcess, "sqlite:")
	switch {
	case ofProcess == "":
		return "sqlite:atende-" + name + ".db"
	case isFile && path != "" && !strings.HasSuffix(path, "/"):
		end := filepath.Ext(path)
		return "sqlite:" + strings.TrimSuffix(path, end) + "-" + name + end
	default:
		return ofProcess // memory:, of which each has its own, and what is refused
	}
}

// readClinicFile reads lines NAME=value.  Blank ones and those that begin with # are left out; a value may stand in quotes.
func readClinicFile(path string) (map[string]string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("cannot be read: %w", withoutPath(err))
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxClinicFile+1))
	switch {
	case err != nil:
		return nil, fmt.Errorf("cannot be read: %w", withoutPath(err))
	case len(content) > maxClinicFile:
		return nil, fmt.Errorf("is larger than %d bytes", maxClinicFile)
	}
	own := map[string]string{}
	var problems []error
	number := 0
	for line := range strings.Lines(string(content)) {
		number++
		if line = strings.TrimSpace(line); line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		name, value = strings.TrimSpace(name), unquoted(strings.TrimSpace(value))
		_, twice := own[name]
		switch {
		case !ok || name == "":
			problems = append(problems, fmt.Errorf("line %d: must be NAME=value", number))
		case twice:
			problems = append(problems, fmt.Errorf("line %d: %s is there twice", number, name))
		case value != "":
			own[name] = beside(path, name, value)
		}
	}
	return own, errors.Join(problems...)
}

// unquoted takes away a pair of quotes around a value.
func unquoted(value string) string {
	for _, quote := range []string{`"`, `'`} {
		if len(value) >= 2 && strings.HasPrefix(value, quote) && strings.HasSuffix(value, quote) {
			return value[1 : len(value)-1]
		}
	}
	return value
}

// beside is a value, as a path beside the clinic's file where it is one that is not absolute.
func beside(file, name, value string) string {
	if filepath.IsAbs(value) || !slices.Contains(namingFiles, name) && !strings.HasSuffix(name, inFile) {
		return value
	}
	return filepath.Join(filepath.Dir(file), value)
}

// misplaced are the lines of a clinic's file that say nothing of a clinic.
func misplaced(own map[string]string) (problems []error) {
	known := knownVariables()
	for name := range own {
		switch bare := strings.TrimSuffix(name, inFile); {
		case slices.Contains(ofTheProcess, bare):
			problems = append(problems, fmt.Errorf("%s: is one of the process and of no clinic", name))
		case !isSetting(name, known):
			problems = append(problems, fmt.Errorf("%s: there is no such setting, the nearest is %s", name, nearest(name, known)))
		}
	}
	return problems
}

// verifyOneOfSeveral finds what would be well for a clinic that is alone.
func (s *serveSettings) verifyOneOfSeveral() error {
	if !s.given.token {
		return errors.New("ATENDE_WEBHOOK_TOKEN: is required, as it tells whose webhooks come in")
	}
	return nil
}

// apartFromEachOther finds what would let two clinics get into one another.  ofProcess is the operators' token of the process,
// which clinics without one of their own share.
func apartFromEachOther(clinics []oneOfSeveral, ofProcess string) (problems []error) {
	differ := func(second oneOfSeveral, first, what string) {
		problems = append(problems, inFileNamed(second.name, fmt.Errorf("%s, as %s%s has it", what, first, clinicEnding)))
	}
	for i, second := range clinics {
		for _, first := range clinics[:i] {
			a, b := first.settings.node, second.settings.node
			for _, instance := range b.Filters.Instances {
				if slices.Contains(a.Filters.Instances, instance) {
					differ(second, first.name, "ATENDE_ALLOWED_INSTANCES: one of them is another clinic's")
					break
				}
			}
			if a.DatabaseURL == b.DatabaseURL && a.DatabaseURL != "memory:" {
				differ(second, first.name, "ATENDE_DATABASE_URL: each clinic needs a database of its own")
			}
			if a.Cluster.Listen == b.Cluster.Listen && a.Cluster.Listen != "" && !strings.HasSuffix(a.Cluster.Listen, ":0") {
				differ(second, first.name, "ATENDE_CLUSTER_LISTEN: is taken")
			}
			if a.AdminToken == b.AdminToken && !slices.Contains([]string{"", ofProcess}, a.AdminToken) {
				differ(second, first.name, "ATENDE_ADMIN_TOKEN: is another clinic's; what opens both is the process's, and stands in no file")
			}
			if a.Webhook.Token == b.Webhook.Token && (a.Webhook != b.Webhook || sameGateway(a.Gateway) != sameGateway(b.Gateway)) {
				differ(second, first.name, "ATENDE_WEBHOOK_TOKEN: is another clinic's, with another gateway, gateway token or webhook secret")
			}
		}
	}
	return problems
}

// sameGateway is what two clinics of one gateway have in common.
func sameGateway(g node.Gateway) [3]string {
	name := ""
	if g.Dialect != nil {
		name = g.Dialect.Name
	}
	return [3]string{g.URL, g.Token, name}
}

// serveSeveral is `atende serve` with ATENDE_CLINICS.
func (s *severalSettings) serve(ctx context.Context) int {
	w := s.w
	clinics, err := s.read()
	if err == nil && servePage.strict {
		err = errors.Join(strangers(w)...)
	}
	if err != nil {
		return refuse(w, "serve", err)
	}
	first := clinics[0].settings // what is the process's is the same in all
	first.log.Key = first.node.Gateway.Token
	log, err := logger(w, first.log)
	if err != nil {
		return refuse(w, "serve", err)
	}
	common := first.options()
	if common.AdminToken, err = s.operators(); err != nil {
		return refuse(w, "serve", err)
	}
	common.Log = log.With("node", common.Cluster.Name)
	agent, err := node.StartSeveral(ctx, common, func(context.Context) ([]node.Clinic, error) { return s.clinics() })
	if err != nil {
		return s.refusal(ctx, w, log, err)
	}
	defer early.WhenHungUp(func() {
		if err := agent.Reload(ctx); err != nil {
			for line := range strings.Lines(err.Error()) {
				log.Error("the clinics are not reloaded, nothing has changed", "problem", strings.TrimSpace(line))
			}
		}
	})()
	if agent.AdminOpen() {
		log.Warn("the operators' listener lets other machines in without a token: ATENDE_ADMIN_OPEN is true", "address", agent.AdminAddr())
	}
	for _, c := range clinics {
		if c.settings.sharesWebhookToken() {
			log.Warn(sharedWebhookToken, "clinic", c.name)
		}
		if c.settings.data.exposed() {
			log.Warn("the file of ATENDE_DATA_KEY_FILE can be read by everybody on this machine; take the right from others (chmod o-r)", "clinic", c.name)
		}
	}
	log.Info("agent listens", "address", agent.PublicAddr(), "admin", agent.AdminAddr(), "clinics", agent.Clinics())
	if err := untilStopped(ctx, agent, common.Drain+drainRest, log); err != nil {
		return fail(w, "serve", err)
	}
	return exitOK
}

// operators is the token of the process's own pages; a clinic's file may have another one for the clinic's.
func (s *severalSettings) operators() (token string, err error) {
	var process serveSettings
	table := process.table()
	given := map[string]string{}
	if err := flagsOf(table, given, s.w.exposed).Parse(s.args); err != nil {
		return "", err
	}
	var problems []error
	for _, row := range table {
		if strings.HasPrefix(row.variable, "ATENDE_ADMIN_") {
			problems = append(problems, row.apply(given, s.w.env)...)
		}
	}
	return process.node.AdminToken, errors.Join(append(problems, process.verifyOperators())...)
}

// clinics are those of the files, as a node takes them.
func (s *severalSettings) clinics() ([]node.Clinic, error) {
	read, err := s.read()
	if err != nil {
		return nil, err
	}
	var list []node.Clinic
	for _, c := range read {
		list = append(list, node.Clinic{Name: c.name, Options: c.settings.options(), Print: c.print})
	}
	return list, nil
}

// refusal is the exit code of a start that failed.
func (s *severalSettings) refusal(ctx context.Context, w world, log *slog.Logger, err error) int {
	switch {
	case errors.Is(err, node.ErrInUse), errors.Is(err, node.ErrRefused):
		return refuse(w, "serve", err)
	case ctx.Err() != nil && errors.Is(err, context.Canceled):
		log.Info("stopped before the cluster took this node")
		return exitOK
	default:
		return fail(w, "serve", err)
	}
}
