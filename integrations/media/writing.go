package media

import (
	"strings"

	"github.com/ledongthuc/pdf"
)

// writing collects what pages show.  It follows the operators that move and show text (PDF 32000-1, 9.4); the others
// draw.
type writing struct {
	strings.Builder
	pen   pen
	depth int // of forms within forms
}

const (
	maxForms = 4            // forms within forms that are followed
	enough   = 16 * MaxText // bytes: with the blanks that are dropped later
)

func (w *writing) full() bool { return w.Len() >= enough }

// stop is the panic that ends a page from within.
type stop struct{}

// page adds what a page shows, up to where it is damaged.
func (w *writing) page(p pdf.Page) {
	w.show(p.V.Key("Contents"), p.Resources())
	w.WriteByte('\n')
}

// show interprets a stream with its fonts and forms.
func (w *writing) show(stream, resources pdf.Value) {
	defer func() { _ = recover() }()
	if kind := stream.Kind(); kind != pdf.Stream && kind != pdf.Array {
		return
	}
	known := fonts{}
	pdf.Interpret(stream, func(stack *pdf.Stack, operator string) {
		arguments := popped(stack)
		switch operator {
		case "Tf":
			w.pen.font, w.pen.size = known.font(resources, first(arguments).Name()), last(arguments).Float64()
		case "Do":
			w.form(resources.Key("XObject").Key(first(arguments).Name()), resources)
		default:
			w.operate(operator, arguments)
		}
		if w.full() {
			panic(stop{})
		}
	})
}

// form shows a part that a page refers to.
func (w *writing) form(form, resources pdf.Value) {
	if form.Key("Subtype").Name() != "Form" || w.depth >= maxForms {
		return
	}
	if own := form.Key("Resources"); !own.IsNull() {
		resources = own
	}
	w.depth++
	defer func() { w.depth-- }()
	w.show(form, resources)
}

// operate follows one operator.
func (w *writing) operate(operator string, arguments []pdf.Value) {
	number := func(i int) float64 { return at(arguments, i).Float64() }
	switch operator {
	case "BT":
		w.pen.place(matrix{1, 0, 0, 1, 0, 0})
	case "Tm":
		w.pen.place(matrix{number(0), number(1), number(2), number(3), number(4), number(5)})
	case "Td":
		w.pen.move(number(0), number(1))
	case "TD":
		w.pen.leading = -number(1)
		w.pen.move(number(0), number(1))
	case "TL":
		w.pen.leading = number(0)
	case "Tc":
		w.pen.letters = number(0)
	case "Tw":
		w.pen.words = number(0)
	case "T*":
		w.pen.move(0, -w.pen.leading)
	case "'", "\"":
		w.pen.move(0, -w.pen.leading)
		w.write(last(arguments).RawString())
	case "Tj":
		w.write(last(arguments).RawString())
	case "TJ":
		w.array(last(arguments))
	}
}

// array shows strings with distances between them.
func (w *writing) array(parts pdf.Value) {
	for i := range parts.Len() {
		if part := parts.Index(i); part.Kind() == pdf.String {
			w.write(part.RawString())
		} else {
			w.pen.advance(-part.Float64() / 1000 * w.pen.size)
		}
	}
}

// write shows a string where the pen is, behind a blank or on a line of its own if it is elsewhere than the last one.
func (w *writing) write(raw string) {
	switch w.pen.gap() {
	case otherLine:
		w.WriteByte('\n')
	case otherWord:
		w.WriteByte(' ')
	case sameWord:
	}
	w.WriteString(w.pen.font.text(raw))
	w.pen.advance(w.pen.width(raw))
	w.pen.lift()
}

// popped takes all arguments of an operator, the first one first.
func popped(stack *pdf.Stack) []pdf.Value {
	arguments := make([]pdf.Value, stack.Len())
	for i := range arguments {
		arguments[len(arguments)-1-i] = stack.Pop()
	}
	return arguments
}

func at(arguments []pdf.Value, i int) pdf.Value {
	if i >= len(arguments) {
		return pdf.Value{}
	}
	return arguments[i]
}

func first(arguments []pdf.Value) pdf.Value { return at(arguments, 0) }

func last(arguments []pdf.Value) pdf.Value { return at(arguments, max(len(arguments)-1, 0)) }
