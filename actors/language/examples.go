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
// for phrases.  It is multinomial logistic regression over words, pieces of words, pairs of words and pairs with one word
// between them, each in the bucket that its hash says; it is learned anew wherever it is used, with the same result on
// machines of one kind, in some 70 ms for 2,400 texts.  It is safe for concurrent use.
type Examples struct {
	kinds   []string
	stays   []bool    // by kind: a text of it goes on with the conversation
	bits    int       // of a hash that make a bucket
	rows    []uint32  // by bucket: its row of weights, counted from 1; 0 where no two texts have one of its features
	weights []float32 // by row, and in it by kind
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
	// rounds is how often each text is looked at at most, on the average; more do not tell more texts apart.  Of many texts
	// each is looked at less often, fewestRounds at least, so that it takes some steps in all (manner).
	rounds, fewestRounds = 10, 4
	// averaged is over how many of the last of these rounds the weights are averaged: a text more or less then changes little.
	averaged = 6
	// rate is how far a text moves the weights at first.
	rate = 0.15
	// slight is how far off a kind may be without being corrected.
	slight = 0.01
	// stride mixes the kinds, whose texts stand together: a prime, so that every text has its turn.
	stride = 7919
	// fewest is how many texts must have a feature: what only one has tells of no other.
	fewest = 2
	// stem is how much of a word counts, in bytes of its folded form: "remarcar", "remarcação" and "remarquem" are one
	// word as far as this.  piece is the length of its pieces.
	stem, piece = 6, 4
	// maxExampleWords bounds what is looked at of a text.
	maxExampleWords = 120
)

// manner is how closely texts are read.
type manner struct {
	bits   int     // those of a feature's hash that count
	steps  int     // how often any text is looked at, in all
	shrink float32 // how fast weights fall back to nothing
}

// usual is for a few dozen or hundred texts of each kind, closely for thousands: they have more features, of which fewer
// share a bucket, and more of these stand in a text by chance.
var usual, closely = manner{16, 33_000, 0.02}, manner{18, 66_000, 0.08}

// Learn reads our own files of examples by their names without the ending, as one.  Lines are "[kind]" or "[kind: stays]",
// comments that begin with "//", and texts; a file may have more texts of the kinds of those before it.
func Learn(names ...string) (*Examples, error) {
	var files []exampleFile
	for _, name := range names {
		text, err := ours(name + ".examples")
		if err != nil {
			return nil, err
		}
		files = append(files, exampleFile{name + ".examples", string(text)})
	}
	return learn(files, nil, usual)
}

// LearnAs is Learn of one file with each text as the reader writes it anew, with words of its own that say what it makes of
// the text; the texts that are guessed are written anew, too.
func LearnAs(name string, written func(text string) string) (*Examples, error) {
	return learnAs(name, written, usual)
}

// LearnClosely is LearnAs of a file of thousands of texts; it takes twice as long.
func LearnClosely(name string, written func(text string) string) (*Examples, error) {
	return learnAs(name, written, closely)
}

func learnAs(name string, written func(text string) string, how manner) (*Examples, error) {
	text, err := ours(name + ".examples")
	if err != nil {
		return nil, err
	}
	return learn([]exampleFile{{name + ".examples", string(text)}}, written, how)
}

// Words are the words of our own files of examples, as tokens have them.
func Words(names ...string) (map[string]struct{}, error) {
	words := map[string]struct{}{}
	for _, name := range names {
		text, err := ours(name + ".examples")
		if err != nil {
			return nil, err
		}
		for line := range strings.Lines(string(text)) {
			for _, t := range Tokenize(line) {
				if t.Kind == Letters {
					words[strings.Clone(t.Text)] = struct{}{}
				}
			}
		}
	}
	return words, nil
}

// exampleFile is a file of examples.
type exampleFile struct{ name, text string }

// sample is a text to learn from, with its buckets until these are numbered.
type sample struct {
	rows []uint32
	kind int
}

func learn(files []exampleFile, written func(text string) string, how manner) (*Examples, error) {
	e := &Examples{bits: how.bits}
	var all []sample
	var errs []error
	for _, file := range files {
		texts, err := e.read(file, written)
		all, errs = append(all, texts...), append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	count := e.number(all)
	var samples [2][]*sample // those that stay, and those that do not: one is as likely as the other
	for i := range all {
		all[i].rows = e.known(all[i].rows)
		half := 0
		if e.stays[all[i].kind] {
			half = 1
		}
		samples[half] = append(samples[half], &all[i])
	}
	if len(samples[0]) == 0 || len(samples[1]) == 0 {
		return nil, fmt.Errorf("%s: there must be texts that stay and texts that do not", files[0].name)
	}
	e.weights, e.bias = make([]float32, count*len(e.kinds)), make([]float32, len(e.kinds))
	shares := make([]float64, len(e.kinds))
	mean := make([]float32, len(e.weights))
	turns := min(rounds, max(fewestRounds, how.steps/len(all)))
	last := averaged * turns / rounds
	for i := range turns * len(all) {
		half := samples[i%2]
		s := half[i/2*stride%len(half)]
		e.correct(s, shares, rate/(1+0.1*float32(i)/float32(len(all))), how.shrink)
		if n := i + 1; n%len(all) == 0 && n/len(all) > turns-last {
			e.addTo(mean, float32(last))
		}
	}
	e.weights = mean
	return e, nil
}

// addTo adds the weights to their mean over so many rounds.
//
//go:norace
func (e *Examples) addTo(mean []float32, rounds float32) {
	for i, w := range e.weights {
		mean[i] += w / rounds
	}
}

// number gives a row to each bucket that several texts have, in the order of the buckets, and returns how many there are.
func (e *Examples) number(all []sample) int {
	times := make([]uint8, 1<<e.bits)
	for i := range all {
		for _, b := range all[i].rows {
			times[b] = min(times[b]+1, fewest)
		}
	}
	e.rows = make([]uint32, 1<<e.bits)
	count := 0
	for b, n := range times {
		if n == fewest {
			count++
			e.rows[b] = uint32(count)
		}
	}
	return count
}

// read are the texts of a file; it notes their kinds.
func (e *Examples) read(file exampleFile, written func(text string) string) (all []sample, err error) {
	var errs []error
	n, kind := 0, -1
	begun := map[string]bool{}
	for line := range strings.Lines(file.text) {
		n++
		line, _, _ = strings.Cut(line, "// ")
		line = strings.TrimSpace(line)
		switch {
		case line == "" || strings.HasPrefix(line, "//"):
		case strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]"):
			name, trait, _ := strings.Cut(strings.Trim(line, "[]"), ":")
			if begun[name] {
				errs = append(errs, fmt.Errorf("%s:%d: [%s] stands here twice", file.name, n, name))
			}
			begun[name] = true
			kind = e.kind(name, strings.TrimSpace(trait) == "stays")
		case kind < 0:
			errs = append(errs, fmt.Errorf("%s:%d: %q is of no kind", file.name, n, line))
		default:
			if written != nil {
				line = written(line)
			}
			all = append(all, sample{bucketsOf(line, e.bits), kind})
		}
	}
	return all, errors.Join(errs...)
}

// kind is the number of a kind, a new one unless a file before had it.
func (e *Examples) kind(name string, stays bool) int {
	if k := slices.Index(e.kinds, name); k >= 0 {
		return k
	}
	e.kinds, e.stays = append(e.kinds, name), append(e.stays, stays)
	return len(e.kinds) - 1
}

// rowsOf are the rows of a text's features, of those that others have, too, each once.
func (e *Examples) rowsOf(text string) []uint32 {
	list := e.known(appendBuckets(make([]uint32, 0, 3*len(text)), text, e.bits))
	slices.Sort(list)
	return slices.Compact(list)
}

// known are the rows of a text's buckets, of those that others have, too; in the place of the buckets.
func (e *Examples) known(buckets []uint32) []uint32 {
	rows := buckets[:0]
	for _, b := range buckets {
		if row := e.rows[b]; row > 0 {
			rows = append(rows, row-1)
		}
	}
	return rows
}

// correct moves the weights towards a text's kind, as far as they are off.  The race detector is kept out of here and of
// what else counts, where every program under it would spend seconds at its start; one goroutine learns, and nobody writes
// later.
//
//go:norace
func (e *Examples) correct(s *sample, shares []float64, step, shrink float32) {
	e.share(s.rows, shares)
	shares[s.kind]--
	for k, share := range shares {
		off := float32(share)
		if off > -slight && off < slight {
			continue
		}
		e.bias[k] -= step * off * 0.1
		for _, row := range s.rows {
			w := &e.weights[int(row)*len(shares)+k]
			*w -= step * (off + shrink**w)
		}
	}
}

// share tells how likely a text is of each kind.
//
//go:norace
func (e *Examples) share(rows []uint32, shares []float64) {
	kinds := len(shares)
	k := 0
	for ; k+4 <= kinds; k += 4 { // four sums at a time stay out of memory
		bias := e.bias[k : k+4]
		a, b, c, d := float64(bias[0]), float64(bias[1]), float64(bias[2]), float64(bias[3])
		for _, row := range rows {
			from := int(row)*kinds + k
			w := e.weights[from : from+4 : from+4]
			a += float64(w[0])
			b += float64(w[1])
			c += float64(w[2])
			d += float64(w[3])
		}
		shares[k], shares[k+1], shares[k+2], shares[k+3] = a, b, c, d
	}
	for ; k < kinds; k++ {
		sum := float64(e.bias[k])
		for _, row := range rows {
			sum += float64(e.weights[int(row)*kinds+k])
		}
		shares[k] = sum
	}
	most, sum := slices.Max(shares), 0.0
	for k := range shares {
		shares[k] = math.Exp(shares[k] - most)
		sum += shares[k]
	}
	for k := range shares {
		shares[k] /= sum
	}
}

// Guess tells what a text is for.
func (e *Examples) Guess(text string) Guess {
	rows := e.rowsOf(text)
	if len(rows) == 0 {
		return Guess{}
	}
	var g Guess
	best, shares := 0.0, make([]float64, len(e.kinds))
	e.share(rows, shares)
	for k, share := range shares {
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

// Likeliest is what a text is for among all kinds, those that stay, too, and how likely that is, from 0 to 1; "" where
// nothing is known of the text.
func (e *Examples) Likeliest(text string) (kind string, sure float64) {
	rows := e.rowsOf(text)
	if len(rows) == 0 {
		return "", 0
	}
	shares := make([]float64, len(e.kinds))
	e.share(rows, shares)
	for k, share := range shares {
		if share > sure {
			kind, sure = e.kinds[k], share
		}
	}
	return kind, sure
}

// Likely is how likely a text is of one of some kinds, from 0 to 1.
func (e *Examples) Likely(text string, kinds ...string) (sure float64) {
	rows := e.rowsOf(text)
	if len(rows) == 0 {
		return 0
	}
	shares := make([]float64, len(e.kinds))
	e.share(rows, shares)
	for k, share := range shares {
		if slices.Contains(kinds, e.kinds[k]) {
			sure += share
		}
	}
	return sure
}

// Knows reports that at least two of the examples have a word, as far as stems of words are told apart.
func (e *Examples) Knows(word string) bool {
	return e.rows[bucketOf(feature{word[:min(len(word), stem)]}, e.bits)] > 0
}

// Why are the features of a text that speak most for a kind, the strongest first; at most three.
func (e *Examples) Why(text, kind string) []string {
	k := slices.Index(e.kinds, kind)
	if k < 0 {
		return nil
	}
	weight := func(written string) float32 {
		row := int(e.rows[bucketOf(feature{written}, e.bits)])
		if row == 0 {
			return 0
		}
		return e.weights[(row-1)*len(e.kinds)+k]
	}
	var list []string
	eachFeature(text, func(f feature) { list = append(list, strings.Join(f[:], "")) })
	list = slices.DeleteFunc(list, func(feature string) bool { return weight(feature) <= 0 })
	slices.SortStableFunc(list, func(a, b string) int { return cmp.Compare(weight(b), weight(a)) })
	return slices.Clip(slices.Compact(list)[:min(3, len(slices.Compact(list)))])
}

// bucketsOf are the buckets of a text's features, each once.
func bucketsOf(text string, bits int) []uint32 {
	list := appendBuckets(make([]uint32, 0, 3*len(text)), text, bits)
	slices.Sort(list)
	return slices.Compact(list)
}

// feature is what a text has, in parts, so that none is put together.
type feature [3]string

// bucketOf is where a feature belongs.
func bucketOf(f feature, bits int) uint32 { return noHash.add(f[0]).add(f[1]).add(f[2]).bucket(bits) }

// hash is that of the parts of a feature that were added so far (FNV-1a), so that a word is hashed once for all that it is in.
type hash uint32

// noHash is the hash of nothing.
const noHash hash = 2166136261

//go:norace
func (h hash) add(part string) hash {
	for i := range len(part) {
		h = (h ^ hash(part[i])) * 16777619
	}
	return h
}

func (h hash) bucket(bits int) uint32 { return uint32(h >> (32 - bits)) }

// appendBuckets appends the bucket of each feature that eachFeature has of a text, in its order.
//
//go:norace
func appendBuckets(list []uint32, text string, bits int) []uint32 {
	var room [32]string
	words := featureWords(room[:0], text)
	piecesOf := noHash.add("#")
	var before, last hash // of the two words before
	for i, word := range words {
		whole := noHash.add(word)
		if i > 0 && i < len(words)-1 {
			list = append(list, whole.bucket(bits))
			var letters [stem + 2]byte
			pieces := append(append(append(letters[:0], '<'), word...), '>')
			for j := 0; j+piece <= len(pieces); j++ {
				list = append(list, piecesOf.add(string(pieces[j:j+piece])).bucket(bits))
			}
		}
		if i > 0 {
			list = append(list, last.add(" ").add(word).bucket(bits))
		}
		if i > 1 {
			list = append(list, before.add(" _ ").add(word).bucket(bits))
		}
		before, last = last, whole
	}
	return list
}

// eachFeature calls yield with each word, piece, pair and wider pair of a text.  "^" and "$" are its ends,
// "0" is any number, "#" stands before a piece, "_" for the word between.
func eachFeature(text string, yield func(feature)) {
	words := featureWords(nil, text)
	for i, word := range words {
		if i > 0 && i < len(words)-1 {
			yield(feature{word})
			whole := "<" + word + ">"
			for j := 0; j+piece <= len(whole); j++ {
				yield(feature{"#", whole[j : j+piece]})
			}
		}
		if i > 0 {
			yield(feature{words[i-1], " ", word})
		}
		if i > 1 {
			yield(feature{words[i-2], " _ ", word})
		}
	}
}

// featureWords are the words of a text that make its features, with its ends, in an empty list that may have room.
func featureWords(words []string, text string) []string {
	var tokenRoom [32]Token
	words = append(words, "^")
	for _, t := range AppendTokens(tokenRoom[:0], text) {
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
	return append(words, "$")
}
