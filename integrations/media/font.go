package media

import "github.com/ledongthuc/pdf"

// font is how the codes of a string become letters, and how wide they are.
type font struct {
	code   pdf.TextEncoding // nil: codes are letters
	wide   bool             // two bytes a letter
	widths map[int]float64  // of codes, in sizes of the font
	other  float64          // of all other codes
}

// fonts are those of one stream, by name.
type fonts map[string]*font

const (
	guessed   = 0.5     // the width of letters that a document does not give
	maxWidths = 1 << 16 // codes with a width of their own
)

// font reads a font once; what cannot be read of it is guessed.
func (f fonts) font(resources pdf.Value, name string) *font {
	if found := f[name]; found != nil {
		return found
	}
	read := &font{other: guessed}
	f[name] = read
	v := resources.Key("Font").Key(name)
	attempt(func() {
		source := pdf.Font{V: v}
		read.code = source.Encoder()
	})
	attempt(func() {
		if read.wide = v.Key("Subtype").Name() == "Type0"; read.wide {
			read.composite(v.Key("DescendantFonts").Index(0))
		} else {
			read.simple(v)
		}
	})
	return read
}

// attempt does what may panic.
func attempt(do func()) {
	defer func() { _ = recover() }()
	do()
}

// simple reads the widths of a font of one byte (PDF 32000-1, 9.6.2).
func (f *font) simple(v pdf.Value) {
	f.widths = map[int]float64{}
	start, list := int(v.Key("FirstChar").Int64()), v.Key("Widths")
	for i := range min(list.Len(), maxWidths) {
		f.widths[start+i] = list.Index(i).Float64() / 1000
	}
}

// composite reads the widths of a font of two bytes: lists behind their first code, or ranges (9.7.4.3).
func (f *font) composite(v pdf.Value) {
	f.widths, f.other = map[int]float64{}, 1
	if d := v.Key("DW"); !d.IsNull() {
		f.other = d.Float64() / 1000
	}
	list := v.Key("W")
	for i := 0; i+1 < list.Len() && len(f.widths) < maxWidths; {
		start, second := int(list.Index(i).Int64()), list.Index(i+1)
		if second.Kind() == pdf.Array {
			for j := range min(second.Len(), maxWidths) {
				f.widths[start+j] = second.Index(j).Float64() / 1000
			}
			i += 2
			continue
		}
		end, width := int(second.Int64()), list.Index(i+2).Float64()/1000
		for c := start; c <= min(end, start+maxWidths); c++ {
			f.widths[c] = width
		}
		i += 3
	}
}

// text decodes a string.
func (f *font) text(raw string) string {
	if f == nil || f.code == nil {
		return raw
	}
	return f.code.Decode(raw)
}

func (f *font) step() int {
	if f != nil && f.wide {
		return 2
	}
	return 1
}

func (f *font) width(code int) float64 {
	if f == nil {
		return guessed
	}
	if w, ok := f.widths[code]; ok {
		return w
	}
	return f.other
}
