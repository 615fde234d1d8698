package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// setting is one row of a verb's table: all there is to know about one setting.  Its name, default,
// help and check stand in one place, so that none of them can be forgotten or disagree.
type setting struct {
	// variable is the environment variable ("ATENDE_GATEWAY_URL"); "" for a setting that is only a
	// flag.
	variable string
	// flag is the name of the flag without its dashes; "" derives it from the variable
	// (ATENDE_GATEWAY_URL = --gateway-url).
	flag     string
	def      string // taken when neither flag nor variable is set
	required bool
	toggle   bool // the flag may stand alone and then means "true"
	help     string
	seen     *bool // becomes true where something is given, right or wrong; may be nil
	// set checks a value and stores it.  Its error tells the operator what was expected; it never
	// repeats the value, which may be a secret or hold one.
	set func(value string) error
}

// flagName is the name of the row's flag without its dashes.
func (s setting) flagName() string {
	if s.flag != "" {
		return s.flag
	}
	name := strings.TrimPrefix(s.variable, "ATENDE_")
	return strings.ReplaceAll(strings.ToLower(name), "_", "-")
}

// label names the row in a problem.
func (s setting) label() string {
	if s.variable == "" {
		return "--" + s.flagName()
	}
	return s.variable
}

// flagValue collects the values given as flags; they are checked later, with those of the
// environment, so that every problem is found in one pass.
type flagValue struct {
	row     setting
	given   map[string]string
	exposed *exposure
}

func (v flagValue) String() string   { return "" }
func (v flagValue) IsBoolFlag() bool { return v.row.toggle }

func (v flagValue) Set(value string) error {
	v.given[v.row.flagName()] = value
	v.exposed.take(v.row, value)
	return nil
}

// page is the help text of a verb around its table of settings.
type page struct {
	verb  string
	usage string // what is written behind "atende", but the flags; "": the verb
	about string // what the verb does, a few lines

	strict bool // refuses variables that look like settings of ours and are none
}

// misuse is what is wrong with a command line itself, and not with the value of a setting.
type misuse struct{ error }

// Unwrap is what is wrong.
func (m misuse) Unwrap() error { return m.error }

// read fills in a verb's settings from flags and environment, in this order of preference; an empty
// variable counts as absent.  The error joins every problem found.  A request for help is answered
// on out and returned as flag.ErrHelp.
func (p page) read(table []setting, w world, args []string) error {
	given := map[string]string{}
	set := flagsOf(table, given, w.exposed)
	if err := set.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			p.write(w.out, table)
			return err
		}
		if near := nearestFlag(set, err); near != "" {
			return misuse{fmt.Errorf("%w, the nearest is --%s (atende %s --help lists the flags)", err, near, p.verb)}
		}
		return misuse{fmt.Errorf("%w (atende %s --help lists the flags)", err, p.verb)}
	}
	if set.NArg() > 0 {
		return misuse{fmt.Errorf("takes no arguments, only flags (atende %s --help lists them)", p.verb)}
	}
	var problems []error
	for _, row := range table {
		problems = append(problems, row.apply(given, w.env)...)
	}
	if p.strict {
		problems = append(problems, strangers(w)...)
	}
	return errors.Join(problems...)
}

// flagsOf are the flags of a table.
func flagsOf(table []setting, given map[string]string, exposed *exposure) *flag.FlagSet {
	set := flag.NewFlagSet("", flag.ContinueOnError)
	set.SetOutput(io.Discard)
	for _, row := range table {
		set.Var(flagValue{row: row, given: given, exposed: exposed}, row.flagName(), row.help)
	}
	return set
}

// apart tells the words of a command line from its flags, which may stand in any order: "cluster drain --no-wait n1".  The
// table has the flags of all that may stand behind the verb; one that there is not stays with them, to be refused.
func apart(table []setting, args []string) (words, flags []string) {
	set := flagsOf(table, nil, nil)
	for i := 0; i < len(args); i++ {
		if !strings.HasPrefix(args[i], "-") {
			words = append(words, args[i])
			continue
		}
		flags = append(flags, args[i])
		name, _, valued := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		known := set.Lookup(name)
		if known != nil && !valued && !standsAlone(known) && i+1 < len(args) {
			i++
			flags = append(flags, args[i])
		}
	}
	return words, flags
}

// nearestFlag is the flag whose name is nearest to one that there is not, as the flag package says it; "" where that is not
// what is wrong.
func nearestFlag(set *flag.FlagSet, err error) string {
	name, unknown := strings.CutPrefix(err.Error(), "flag provided but not defined: -")
	var known []string
	set.VisitAll(func(f *flag.Flag) { known = append(known, f.Name) })
	if !unknown || len(known) == 0 {
		return ""
	}
	return nearest(strings.TrimPrefix(name, "-"), known)
}

// flagsFirst puts the flags of a command line before its arguments, as package flag wants them: "understand TEXT --now T".
// What stands behind "--" are arguments, and so is what begins with a dash and is no flag of the set.
func flagsFirst(set *flag.FlagSet, args []string) []string {
	var flags, rest []string
	for i := 0; i < len(args); i++ {
		name, _, valued := strings.Cut(strings.TrimLeft(args[i], "-"), "=")
		known := set.Lookup(name)
		switch {
		case args[i] == "--":
			return slices.Concat(flags, []string{"--"}, rest, args[i+1:])
		case !strings.HasPrefix(args[i], "-") || known == nil && len(rest) > 0:
			rest = append(rest, args[i])
			continue
		}
		flags = append(flags, args[i])
		if known != nil && !valued && !standsAlone(known) && i+1 < len(args) {
			i++
			flags = append(flags, args[i])
		}
	}
	return slices.Concat(flags, []string{"--"}, rest)
}

// standsAlone reports whether a flag may stand without a value.
func standsAlone(f *flag.Flag) bool {
	value, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && value.IsBoolFlag()
}

// apply finds the row's value and hands it to its check.
func (s setting) apply(given map[string]string, env func(string) string) []error {
	value, isGiven := given[s.flagName()]
	if !isGiven && s.variable != "" {
		var err error
		if value, err = fromEnvironment(s.variable, env); err != nil {
			s.note()
			return []error{err}
		}
	}
	if value == "" {
		value = s.def
	}
	if strings.TrimSpace(value) == "" && s.required {
		return []error{s.problem(errors.New("is required"))}
	}
	if value == "" {
		return nil
	}
	s.note()
	err := s.set(value)
	if err == nil {
		return nil
	}
	from := ""
	if isGiven && s.variable != "" {
		from = " (--" + s.flagName() + ")" // behind, as the variable begins every such line
	}
	var problems []error
	for line := range strings.Lines(err.Error()) {
		problems = append(problems, fmt.Errorf("%s: %s%s", s.label(), strings.TrimSpace(line), from))
	}
	return problems
}

// note remembers that something was given.
func (s setting) note() {
	if s.seen != nil {
		*s.seen = true
	}
}

// problem is one line about this row.
func (s setting) problem(err error) error { return fmt.Errorf("%s: %w", s.label(), err) }

// settingsHead stands before the settings of a help text.
const settingsHead = "Settings, as a flag or as the environment variable behind it (the flag wins):\n"

// write prints the help text.
func (p page) write(out io.Writer, table []setting) {
	usage, about := cmp.Or(p.usage, p.verb), strings.TrimSpace(p.about)
	if len(table) == 0 {
		fmt.Fprintf(out, "Usage: atende %s\n\n%s\n", usage, about)
		return
	}
	fmt.Fprintf(out, "Usage: atende %s [flags]\n\n%s\n\n", usage, about)
	fmt.Fprint(out, settingsHead)
	fmt.Fprintf(out, "(the variable with %s at its end names a file that holds the value, for secrets)\n", inFile)
	for _, row := range table {
		fmt.Fprintf(out, "\n  --%s", row.flagName())
		if row.variable != "" {
			fmt.Fprintf(out, "  (%s)", row.variable)
		}
		switch {
		case row.required:
			fmt.Fprint(out, "  required")
		case row.def != "":
			fmt.Fprintf(out, "  default %s", row.def)
		}
		fmt.Fprintf(out, "\n      %s\n", row.help)
	}
}

// writeProblems prints one line per problem.
func writeProblems(out io.Writer, verb string, err error) {
	for line := range strings.Lines(err.Error()) {
		if line = strings.TrimSpace(line); line != "" {
			fmt.Fprintf(out, "atende %s: %s\n", verb, line)
		}
	}
}
