package sim

import (
	"encoding/json"
	"strings"

	"atende/actors/journal"
)

// shown is a list of options, or buttons, that a patient has on the screen, however old.
type shown struct {
	options []tappable
	// readBack is the newest read-back on the screen when they came.
	readBack string
}

// tappable is an option as it came over the wire.
type tappable struct {
	ID    string `json:"id"`
	Title string `json:"title"`
}

// drawTaps lets the clinics of some seeds send what can be tapped.
func (p *plan) drawTaps(d dice) { p.taps = chance(d.roll(0, "taps"), 0.3) }

// optionsOf are those of a body that sends a part.
func optionsOf(body []byte) (list []tappable) {
	var b struct {
		Interactive struct {
			Action struct {
				Buttons []struct {
					Reply tappable `json:"reply"`
				} `json:"buttons"`
				Sections []struct {
					Rows []tappable `json:"rows"`
				} `json:"sections"`
			} `json:"action"`
		} `json:"interactive"`
	}
	_ = json.Unmarshal(body, &b)
	for _, button := range b.Interactive.Action.Buttons {
		list = append(list, button.Reply)
	}
	for _, section := range b.Interactive.Action.Sections {
		list = append(list, section.Rows...)
	}
	return list
}

// shows puts options on the screen, below the part that was just delivered.  The caller holds the lock.
func (w *world) shows(c *thread, options []tappable) {
	if len(options) > 0 {
		c.shown = append(c.shown, shown{options, c.readBack()})
	}
}

// readBack is the newest on the screen, "" for none.
func (c *thread) readBack() (text string) {
	for _, heard := range c.heard {
		if strings.Contains(heard, "nascimento 12/03/1985") {
			text = heard
		}
	}
	return text
}

// tapped makes of what a patient would write a tap, mostly on the option that says so, and now and then on any that was ever
// shown.  It agrees to nothing but the read-back that the option stands under; words agree to that which is there when they are
// read (checkTurn).
func (p *patient) tapped(id string, m journal.PatientMessage) journal.PatientMessage {
	c := p.chat
	dice := p.w.dice.roll(0, "tap", id)
	if !p.w.plan.taps || len(c.shown) == 0 {
		return m
	}
	last := c.shown[len(c.shown)-1]
	option, under := last.means(m.Text), last.readBack
	if chance(dice, 0.2) {
		old := pick(dice, c.shown...)
		tap := pick(dice, old.options...)
		option, under = &tap, old.readBack
		p.w.tally.Taps++
	}
	if option == nil {
		return m
	}
	c.agreed = append(c.agreed, under)
	m.Text, m.Choice = option.Title, option.ID
	return m
}

// means is the option that a patient who would write a number, or a yes, taps; nil for none.
func (s shown) means(text string) *tappable {
	number := "-" + text
	if text == "sim" {
		number = "-1"
	}
	for i, o := range s.options {
		if strings.HasSuffix(o.ID, number) && (text != "sim" || strings.HasPrefix(o.Title, "Sim")) {
			return &s.options[i]
		}
	}
	return nil
}

// checkAgreed: what is booked was read back, and the patient answered to that (T1).
func (w *world) checkAgreed(c *thread, o order) {
	day := strings.ReplaceAll(o.Date[:len("24-11")], "-", "/")
	for _, text := range c.agreed {
		if strings.Contains(text, day) && strings.Contains(text, "às "+o.Hour) {
			return
		}
	}
	w.violate(c.id, "T1", "%s %s is booked, and was not agreed to", o.Date, o.Hour)
}
