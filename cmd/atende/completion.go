package main

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

var completionPage = page{verb: "completion", usage: "completion bash|zsh|fish", about: `
Prints what makes a shell complete verbs and flags of atende at the TAB key:

  source <(atende completion bash)                                        # in ~/.bashrc
  source <(atende completion zsh)                                         # in ~/.zshrc, behind compinit
  atende completion fish > ~/.config/fish/completions/atende.fish`}

// completed is a verb as a shell completes it.
type completed struct {
	name, summary string
	words         []string // that may follow it
	flags         []string // with their dashes
}

// following are words that may stand behind a verb.
var following = map[string][]string{
	"cluster": {"drain", "resume"}, "conversation": changes, "completion": shells,
}

// shells are those that can be told.
var shells = []string{"bash", "zsh", "fish"}

// completionVerb is `atende completion`.
func completionVerb(ctx context.Context, w world, args []string) int {
	scripts := map[string]func([]completed) string{"bash": bashScript, "zsh": zshScript, "fish": fishScript}
	switch {
	case helpWanted(args):
		completionPage.write(w.out, nil)
		return exitOK
	case len(args) != 1 || scripts[args[0]] == nil:
		return refuse(w, "completion", whichShell(args))
	}
	if _, err := fmt.Fprint(w.out, scripts[args[0]](completions(ctx))); err != nil {
		return fail(w, "completion", err)
	}
	return exitOK
}

// whichShell is what is wrong with what stands behind the verb.
func whichShell(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("which shell? One of %s", strings.Join(shells, ", "))
	}
	return fmt.Errorf("which shell? One of %s; the nearest is %s", strings.Join(shells, ", "), nearest(args[0], shells))
}

// flagLine is how each page tells of a flag (page.write, and the texts of understand).
var flagLine = regexp.MustCompile(`(?m)^  (--[a-z][a-z0-9-]*)`)

// completions lists verbs with the flags that their own pages tell of, so that none is forgotten.
func completions(ctx context.Context) (all []completed) {
	for _, v := range verbs() {
		c := completed{name: v.name, summary: v.summary, words: following[v.name], flags: []string{"--help"}}
		if v.name == "man" {
			c.words = verbNames()
		}
		for _, found := range flagLine.FindAllStringSubmatch(helpOf(ctx, v), -1) {
			c.flags = append(c.flags, found[1])
		}
		all = append(all, c)
	}
	return all
}

// bashScript falls back to files, as values of flags often are.
func bashScript(verbs []completed) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Completes atende in bash.\n_atende() {\n  local words='' word=${COMP_WORDS[COMP_CWORD]}\n")
	names := strings.Join(append(verbNames(), "help"), " ")
	fmt.Fprintf(&b, "  if ((COMP_CWORD == 1)); then words='%[1]s'; else\n    case ${COMP_WORDS[1]} in\n      help) words='%[1]s' ;;\n", names)
	for _, v := range verbs {
		fmt.Fprintf(&b, "      %s) if [[ $word == -* ]]; then words='%s'; else words='%s'; fi ;;\n", v.name, strings.Join(v.flags, " "), strings.Join(v.words, " "))
	}
	b.WriteString("    esac\n  fi\n  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n}\ncomplete -o default -F _atende atende\n")
	return b.String()
}

// zshScript shows the summaries beside the verbs.
func zshScript(verbs []completed) string {
	var b strings.Builder
	b.WriteString("#compdef atende\n# Completes atende in zsh.\n_atende() {\n  local -a verbs more\n  verbs=(\n")
	for _, v := range verbs {
		fmt.Fprintf(&b, "    %s\n", quoted(v.name+":"+v.summary))
	}
	b.WriteString("  )\n  if ((CURRENT == 2)); then _describe verb verbs; return; fi\n  case $words[2] in\n")
	for _, v := range verbs {
		fmt.Fprintf(&b, "    %s) more=(%s) ;;\n", v.name, strings.Join(slices.Concat(v.words, v.flags), " "))
	}
	b.WriteString("  esac\n  compadd -a more\n  _files\n}\n" +
		// As a file of $fpath it is run at the first TAB, by a source command before.
		"if [[ $funcstack[1] == _atende ]]; then _atende; else compdef _atende atende; fi\n")
	return b.String()
}

// fishScript shows the summaries beside the verbs.
func fishScript(verbs []completed) string {
	var b strings.Builder
	b.WriteString("# Completes atende in fish.\n")
	for _, v := range verbs {
		fmt.Fprintf(&b, "complete -c atende -n __fish_use_subcommand -f -a %s -d %s\n", v.name, quoted(v.summary))
		seen := quoted("__fish_seen_subcommand_from " + v.name)
		for _, word := range v.words {
			fmt.Fprintf(&b, "complete -c atende -n %s -a %s\n", seen, word)
		}
		for _, flag := range v.flags {
			fmt.Fprintf(&b, "complete -c atende -n %s -l %s\n", seen, strings.TrimPrefix(flag, "--"))
		}
	}
	return b.String()
}

// quoted is a text in single quotes, as all three shells read it.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
