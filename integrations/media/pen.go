package media

import "math"

// matrix is a b c d e f of PDF: x' = a·x + c·y + e, y' = b·x + d·y + f.
type matrix [6]float64

// pen is where text is shown, and with what.
type pen struct {
	font                    *font // nil: none yet
	size                    float64
	letters, words, leading float64 // spacing between letters, words and lines
	line, now               matrix  // the beginning of the line, and where the pen is
	lifted                  matrix  // where the last text ended
}

// gap is how text is set apart from the text before.
type gap int

const (
	sameWord gap = iota
	otherWord
	otherLine
)

// What sets words and lines apart, in sizes of the font: letters are shifted towards each other by a twentieth, words
// stand a quarter apart.
const (
	wordGap = 0.15
	lineGap = 0.4
)

func (p *pen) place(m matrix) { p.line, p.now = m, m }

// move begins a line at a distance from the beginning of this one.
func (p *pen) move(x, y float64) {
	m := p.line
	m[4] += x*m[0] + y*m[2]
	m[5] += x*m[1] + y*m[3]
	p.place(m)
}

// advance moves the pen along its line.
func (p *pen) advance(by float64) {
	p.now[4] += by * p.now[0]
	p.now[5] += by * p.now[1]
}

func (p *pen) lift() { p.lifted = p.now }

// gap compares where the pen is with where it was lifted, along the line and across.
func (p *pen) gap() gap {
	scale := math.Hypot(p.now[0], p.now[1])
	em := scale * p.size
	if em == 0 {
		return otherWord
	}
	x, y := p.now[4]-p.lifted[4], p.now[5]-p.lifted[5]
	along := (x*p.now[0] + y*p.now[1]) / scale / em
	across := (y*p.now[0] - x*p.now[1]) / scale / em
	switch {
	case math.Abs(across) > lineGap:
		return otherLine
	case math.Abs(along) > wordGap:
		return otherWord
	default:
		return sameWord
	}
}

// width is how far raw moves the pen.
func (p *pen) width(raw string) float64 {
	total := 0.0
	step := p.font.step()
	for i := 0; i+step <= len(raw); i += step {
		code := int(raw[i])
		if step == 2 {
			code = code<<8 | int(raw[i+1])
		} else if code == ' ' {
			total += p.words
		}
		total += p.font.width(code)*p.size + p.letters
	}
	return total
}
