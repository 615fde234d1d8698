package rules

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// bookings are the bookings behind which the texts of testdata/afterwards are written, on a Monday morning.
var bookings = map[string]string{
	"OWN": `> consulta com a dra ana souza, unimed, Maria Oliveira, 529.982.247-25, 05/03/1980

> quarta às 8h
`,
	"MAE": `> consulta pra minha mãe com o dr carlos mendes, particular. O nome dela é Lúcia Oliveira, 529.982.247-25, 05/03/1950

> quinta às 14:30
`,
	"FILHO": `> eletrocardiograma pro meu filho com a dra helena castro, amil. O nome dele é Pedro Oliveira Reis, 529.982.247-25, 05/03/2015

> terça às 9:45
`,
}

const heartsWorld = `clinic hearts
answers
reception
clock 2026-11-23 09:00
slots 101 2026-11-24..2026-11-30 08:00 09:45 14:30 16:00
slots 102 2026-11-24..2026-11-30 08:00 09:45 14:30 16:00
slots 103 2026-11-24..2026-11-30 08:00 09:45 14:30 16:00
slots 104 2026-11-24..2026-11-30 08:00 09:45 14:30 16:00
`

// becomes tells what became of the last message of a story.
func becomes(reply string) string {
	for _, sign := range [][2]string{
		{"handed over: remarcar", "MOVE"}, {"handed over: cancelar", "CANCEL"}, {"handed over:", "PERSON"},
		{"Você quer mudar", "WHICH"}, {"proximo", "NEW"}, {"consultar_horarios", "NEW"},
		{"Está marcado para", "WHEN"}, {"Por aqui marquei só", "WHEN"},
		{"Por nada!", "END"}, {"Imagina!", "END"}, {"Combinado!", "END"}, {"Certo! Se precisar", "END"}, {"Estou por aqui", "END"}, {"Até logo!", "END"},
		{"|", "ASK"},
	} {
		if strings.Contains(reply, sign[0]) {
			return sign[1]
		}
	}
	return ""
}

// heldOut are the lines of a file of held-out texts, in their fields; under the race detector, which takes its time, some
// of them, and only without it they are counted (as in make test).
func heldOut(t *testing.T, name string, fields int) (lines [][]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name + "/heldout.tsv")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(data)) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(strings.TrimSpace(line), "\t")
		if len(f) != fields {
			t.Fatalf("%s: a line of %d fields begins with %q", name, len(f), f[0])
		}
		if n%everyText == 0 {
			lines = append(lines, f)
		}
		n++
	}
	return lines
}

// right is what may become of a message: what is meant, or a short question which way where that is little worse.
var right = map[string][]string{
	"MOVE": {"MOVE", "WHICH"}, "CANCEL": {"CANCEL", "WHICH"}, "WHEN": {"WHEN"}, "ASK": {"ASK", "WHEN"}, "NEW": {"NEW", "WHICH"},
	"END": {"END", "WHEN"}, "PERSON": {"PERSON", "MOVE", "CANCEL", "ASK"},
}

// What is written after a booking is taken for what it means, by texts of people who knew neither the examples nor the
// code: 343 of 364, where phrases alone had 260.  These began a booking that nobody wanted 34 times, now it is 3 times.
// Some are left for a change of the examples.
func TestMeaningsAfterBooking(t *testing.T) {
	var all, good, restarts int
	for _, f := range heldOut(t, "afterwards", 3) {
		out := tell(t, heartsWorld+bookings[f[0]]+"\n> sim\n\n> "+f[2]+"\n")
		if !strings.Contains(out, "outcome AGENDADO") {
			t.Fatalf("nothing is booked for %s:\n%s", f[0], out)
		}
		got := becomes(out[strings.LastIndex(out, "\n> "):])
		all++
		if slices.Contains(right[f[1]], got) {
			good++
		}
		if got == "NEW" && f[1] != "NEW" {
			restarts++
		}
		if got == "" {
			t.Errorf("no answer to a message of line %q", f[1])
		}
	}
	t.Logf("%d of %d are taken for what they mean; %d begin a booking that nobody wants", good, all, restarts)
	if everyText == 1 && (good*100 < all*93 || restarts*50 > all) {
		t.Errorf("%d of %d are taken for what they mean, want 93 %%; %d begin a booking that nobody wants, want 2 %% at most", good, all, restarts)
	}
}
