package language

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Examples tell kinds of texts apart after a few dozen texts of each, where people say the same thing in too many ways
// for phrases.  It is multinomial logistic regression over words, pairs of words and pairs with one word between them,
// learned anew wherever it is used, with the same result, in some 50 ms.  It is safe for concurrent use.
type Examples struct {
	kinds   []string
	stays   []bool           // by kind: a text of it goes on with the conversation
	ids     map[string]int32 // of features
	weights []float32        // by feature, and in it by kind
	bias    []float32
}

// Guess is what a text is for.
type Guess struct {
	Kind string  // the likeliest kind but for those that stay; "" where nothing is known of the text
	Sure float64 // how likely it is of one of these, from 0 to 1
	// Clear says that Kind is likelier than all the others of these together.
	Clear bool
}

const (
	// rounds is how often each text is looked at, on the average; more do not tell more texts apart.
	rounds = 25
	// rate is how far a text moves the weights at first, shrink how fast they fall back to nothing.
	rate, shrink = 0.15, 0.02
	// stride mixes the kinds, whose texts stand together: a prime, so that every text has its turn.
	stride = 7919
	// stem is how much of a word counts, in bytes of its folded form: "remarcar", "remarcação" and "remarquem" are one
	// word as far as this.
	stem = 6
	// maxExampleWords bounds what is looked at of a text.
	maxExampleWords = 120
)

// Learn reads one of our own files of examples by its name without the ending.  Lines are "[kind]" or "[kind: stays]",
// comments that begin with "//", and texts.
func Learn(name string) (*Examples, error) {
	text, err := embedded.ReadFile("data/pt/" + name + ".examples")
	if err != nil {
		return nil, err
	}
	return learn(name+".examples", string(text))
}

func learn(file, text string) (*Examples, error) {
	e := &Examples{ids: map[string]int32{}}
	type sample struct {
		features []int32
		kind     int
	}
	var samples [2][]sample // those that stay, and those that do not: one is as likely as the other
	var errs []error
	n := 0
	for line := range strings.Lines(text) {
		n++
		line, _, _ = strings.Cut(line, "// ")
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "//"):
		case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]"):
			kind, trait, _ := strings.Cut(strings.Trim(line, "[]"), ":")
			if slices.Contains(e.kinds, kind) {
				errs = append(errs, fmt.Errorf("%s:%d: [%s] stands here twice", file, n, kind))
			}
			e.kinds, e.stays = append(e.kinds, kind), append(e.stays, strings.TrimSpace(trait) == "stays")
		case len(e.kinds) == 0:
			errs = append(errs, fmt.Errorf("%s:%d: %q is of no kind", file, n, line))
		default:
			half := 1
			if e.stays[len(e.kinds)-1] {
				half = 0
			}
			samples[half] = append(samples[half], sample{e.features(line, true), len(e.kinds) - 1})
		}
	}
	if len(samples[0]) == 0 || len(samples[1]) == 0 {
		errs = append(errs, fmt.Errorf("%s: there must be texts that stay and texts that do not", file))
	}
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	e.weights, e.bias = make([]float32, len(e.ids)*len(e.kinds)), make([]float32, len(e.kinds))
	for round := range rounds {
		step := float32(rate / (1 + 0.1*float64(round)))
		for i := range len(samples[0]) + len(samples[1]) {
			half := samples[i%2]
			s := half[i*stride%len(half)]
			e.correct(s.features, s.kind, step)
		}
	}
	return e, nil
}

// correct moves the weights towards a text's kind.
func (e *Examples) correct(features []int32, kind int, step float32) {
	for k, share := range e.shares(features) {
		off := float32(share)
		if k == kind {
			off--
		}
		if off > -1e-3 && off < 1e-3 {
			continue
		}
		e.bias[k] -= step * off * 0.1
		for _, f := range features {
			w := &e.weights[int(f)*len(e.kinds)+k]
			*w -= step * (off + shrink**w)
		}
	}
}

// shares is how likely a text is of each kind.
func (e *Examples) shares(features []int32) []float64 {
	shares := make([]float64, len(e.kinds))
	for k := range shares {
		sum := e.bias[k]
		for _, f := range features {
			sum += e.weights[int(f)*len(e.kinds)+k]
		}
		shares[k] = float64(sum)
	}
	most, sum := slices.Max(shares), 0.0
	for k := range shares {
		shares[k] = math.Exp(shares[k] - most)
		sum += shares[k]
	}
	for k := range shares {
		shares[k] /= sum
	}
	return shares
}

// Guess tells what a text is for.
func (e *Examples) Guess(text string) Guess {
	features := e.features(text, false)
	if len(features) == 0 {
		return Guess{}
	}
	var g Guess
	best := 0.0
	for k, share := range e.shares(features) {
		if e.stays[k] {
			continue
		}
		g.Sure += share
		if share > best {
			g.Kind, best = e.kinds[k], share
		}
	}
	g.Clear = best > g.Sure/2
	return g
}

// Why are the words of a text that speak most for a kind, the strongest first; at most three.
func (e *Examples) Why(text, kind string) []string {
	k := slices.Index(e.kinds, kind)
	type spoken struct {
		words  string
		weight float32
	}
	var all []spoken
	for _, words := range featuresOf(text) {
		if id, known := e.ids[words]; known && k >= 0 && e.weights[int(id)*len(e.kinds)+k] > 0 {
			all = append(all, spoken{words, e.weights[int(id)*len(e.kinds)+k]})
		}
	}
	slices.SortStableFunc(all, func(a, b spoken) int { return cmp.Compare(b.weight, a.weight) })
	var words []string
	for _, one := range all[:min(3, len(all))] {
		words = append(words, one.words)
	}
	return words
}

// Kinds are all of them, in the order of the file.
func (e *Examples) Kinds() []string { return slices.Clone(e.kinds) }

// features are those of a text by number; new ones are taken up while learning.
func (e *Examples) features(text string, learning bool) []int32 {
	var list []int32
	for _, words := range featuresOf(text) {
		id, known := e.ids[words]
		if !known && learning {
			id, known = int32(len(e.ids)), true //nolint:gosec // some ten thousands
			e.ids[words] = id
		}
		if known {
			list = append(list, id)
		}
	}
	return list
}

// featuresOf are the words, pairs and wider pairs of a text, each once.  "^" and "$" are its ends, "0" any number.
func featuresOf(text string) []string {
	words := []string{"^"}
	for _, t := range Tokenize(text) {
		switch {
		case len(words) > maxExampleWords:
		case t.Kind == Digits:
			words = append(words, "0")
		case t.Kind == Letters:
			words = append(words, t.Text[:min(len(t.Text), stem)])
		case t.Text == "?":
			words = append(words, "?")
		}
	}
	words = append(words, "$")
	var list []string
	for i, word := range words {
		if i > 0 && i < len(words)-1 {
			list = append(list, word)
			for w, j := "<"+word+">", 0; j+4 <= len(w); j++ {
				list = append(list, "#"+w[j:j+4])
			}
		}
		if i > 0 {
			list = append(list, words[i-1]+" "+word)
		}
		if i > 1 {
			list = append(list, words[i-2]+" _ "+word)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
