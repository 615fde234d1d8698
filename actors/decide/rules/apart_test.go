package rules

import (
	"strconv"
	"strings"
	"testing"

	"atende/actors/conversation"
	"atende/actors/wording"
)

// afterYes reports that an answer to the read-back books where it should, and takes up what else it wants; and that it books
// what is no yes.
func afterYes(books bool, next string, s *conversation.State, reply string) (right, wrong bool) {
	booked := strings.Contains(reply, "A4 #")
	another := len(s.Next) > 0 || booked && s.Closed != conversation.OutcomeBooked
	switch {
	case booked != books:
		return false, booked
	case booked && (next == "other" || next == "more"):
		told := strings.Contains(reply, "Não encontrei") || strings.Contains(reply, "handed over") // what the clinic does not have
		return another || next == "more" && told, false
	case booked && next == "-":
		return !another && !strings.Contains(reply, "handed over"), false
	default:
		return true, false
	}
}

// What becomes of a yes with more behind it, by people who knew neither the examples nor the code: it books where it is one, a
// remark changes nothing, a question is answered, and one more appointment is begun; and where it is none it books nothing.
// Before, 129 and 111 of 200 were taken so, now 162 and 152, and as many book wrongly as did; thresholds were chosen with the
// first file counted, the second one was counted a few times beside it.  157 and 147 since a yes with other words must sound like
// one as a whole (yesAnswers): the others are asked for once more; 145, and none wrong where two were, since a yes with a
// condition is none; 158 and 148 since agree.examples were learned and a yes beside another time, doctor, service or patient is
// asked for once more.  Some yeses are asked for once more because "pode",
// "ok" and the like begin many other things ("pode mandar o endereço").
func TestYesApart(t *testing.T) {
	t.Parallel()
	for _, set := range []struct {
		name         string
		least, wrong int
	}{
		{"apart", 156, 1}, // 158 before hours of everyday life were no wishes: two remarks more are read back again
		{"apart2", 145, 0},
	} {
		right, all, wrong, kinds := 0, 0, 0, tally{}
		for _, f := range heldOut(t, set.name, 5) {
			s, reply := answerReadBack(t, f[0], strings.ReplaceAll(f[4], " / ", "\n> "))
			good, bad := afterYes(f[2] == "yes", f[3], s, reply)
			all++
			became := otherwise
			if good {
				right, became = right+1, asMeant
			}
			if bad {
				wrong++
				became = wrongBooks
			}
			kinds.add(f[1], became)
		}
		t.Logf("%s: %d of %d, %d wrong bookings: %v", set.name, right, all, wrong, kinds)
		if few := right < set.least; everyText == 1 && few || wrong > set.wrong {
			t.Errorf("%s: %d of %d are taken for what they mean, want %d; %d book that are no yes, %d did before", set.name, right, all, set.least, wrong, set.wrong)
		}
	}
}

// pickWorld offers twenty times, four a day, to a patient whose data are known.
const pickWorld = `clinic hearts
answers
reception
clock 2026-11-23 09:00
slots 101 2026-11-24..2026-12-11 08:00 09:45 14:30 16:00
slots 102 2026-11-24..2026-12-11 08:00 09:45 14:30 16:00
slots 103 2026-11-24..2026-12-11 08:00 09:45 14:30 16:00
slots 104 2026-11-24..2026-12-11 08:00 09:45 14:30 16:00
> consulta com a dra ana souza, pra mim, unimed, Maria Oliveira, 529.982.247-25, 05/03/1980
`

// Which of the offered times is chosen, whatever stands beside it, by somebody who knew neither the examples nor the code: 119
// of 150 before remarks were told apart, and 2 others were chosen than was meant; the file was counted while that was built.
// Since beside.examples knows more of what holds a yes back it is 125 and again 2 (126 and 1 before); a choice is read back
// before it is booked.
func TestPickApart(t *testing.T) {
	t.Parallel()
	right, all, wrong, kinds := 0, 0, 0, tally{}
	for _, f := range heldOut(t, "pick", 3) {
		s := play(t, pickWorld+"\n> "+strings.ReplaceAll(f[2], " / ", "\n> ")+"\n").state
		became := otherwise
		switch want, err := strconv.Atoi(f[1]); {
		case err != nil && s.Choice == nil, err == nil && s.Choice != nil && *s.Choice == offered().Offer[want-1]:
			became = asMeant
			right++
		case s.Choice != nil:
			wrong++
		}
		kinds.add(f[0], became)
		all++
	}
	t.Logf("%d of %d, %d others chosen: %v", right, all, wrong, kinds)
	if everyText == 1 && right < 125 || wrong > 2 {
		t.Errorf("%d of %d are taken for what they mean, want 125; %d choose another time, 1 did before", right, all, wrong)
	}
}

// The first words that are a yes are parted from all others, wherever they stand; later ones stay with the rest.
func TestYesAndRest(t *testing.T) {
	t.Parallel()
	d, s := reader(storyClinic(heartsWorld)), readBackOf(readBacks["OWN"])
	for text, want := range map[string][2]string{
		"isso, pode marcar. saio do serviço às 7": {"isso, pode marcar", "saio do serviço às 7"},
		"até que enfim, pode marcar":              {"pode marcar", "até que enfim"},
		"pode marcar eu saio cedo. sim":           {"pode marcar", "eu saio cedo. sim"},
		"sim. na volta eu almoço, pode marcar":    {"sim", "na volta eu almoço, pode marcar"},
		"sim, minha vizinha vai tb pode marcar":   {"sim", "minha vizinha vai tb pode marcar"},
		"preciso resolver isso":                   {"", ""},
		"pode marcar? meu chefe ainda não sabe":   {"", ""},
	} {
		if yes, rest := d.yesAndRest(s, text); yes != want[0] || rest != want[1] {
			t.Errorf("%q: %q and %q, want %q", text, yes, rest, want)
		}
	}
}

// What was asked beside a yes is not answered a second time with the words that came with the appointment.
func TestSaidWithTheAppointment(t *testing.T) {
	t.Parallel()
	for beside, left := range map[string]int{"precisa levar os exames?": 1, "": 2} {
		d, s := reader(storyClinic(heartsWorld)), &conversation.State{}
		d.notes = []wording.Words{{Text: "Traga os exames."}, {Text: "Rua das Flores, 120."}}
		s.Closed, s.Beside = conversation.OutcomeBooked, beside
		s.Booked = &conversation.Booked{Preparation: "Chegue 15 minutos antes. Traga os exames."}
		if reply, _ := d.reply(s).(conversation.Reply); len(d.notes) != left || !strings.Contains(reply.Text, "Flores") {
			t.Errorf("asked %q: %q", beside, reply.Text)
		}
	}
}
