package conversation

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"atende/actors/wording"
)

// Menu is what the patient can tap instead of writing an answer to a question, beside its words, which say all of it, too.
// The id of an option names the list it stands in by a mark of what that list offered, and its number there, so that a
// later tap is read as an answer to that list and to no other, whatever was offered meanwhile, in whatever process, and
// without anything that had to be stored for it.
type Menu struct {
	// Open is what opens a list; "" for buttons.
	Open    string
	Options []MenuOption
}

// MenuOption is one of a Menu.
type MenuOption struct {
	ID    string
	Title string
	// Detail is a second line, for a list; "" for none.
	Detail string
}

// What the options of a list are, as their ids begin.
const (
	menuOffer   = "offer"    // times
	menuBooking = "booking"  // what was read back
	menuAnswer  = "question" // the numbered answers of a question
)

// tapYes and tapNo are the numbers of a yes and a no, to what was read back or to a single time.
const tapYes, tapNo = 1, 2

// optionFormat is the id of an option: what it is of, a mark of that, a number from 1.
var optionFormat = regexp.MustCompile(`^(` + menuOffer + `|` + menuBooking + `|` + menuAnswer + `)-([0-9a-f]{8})-([1-9][0-9]?)$`)

// listMark is a mark of what the patient can choose from now in a list of some kind, 0 while there is none that was read.
// It holds all that a number of the list means: of an offer also what the times are for.
func (s *State) listMark(kind string) uint32 {
	switch {
	case kind == menuOffer && s.OfferRead():
		return Mark(fmt.Sprint(s.Request.SpecialtyID, s.Request.ProcedureID, s.Request.PlanID, s.offerMark()))
	case kind == menuBooking && s.Choice != nil && s.ReadBack == s.bookingMark() && (s.Asked == AskConfirm || s.Asked == AskChange):
		return s.ReadBack
	case kind == menuAnswer && len(s.Options) > 0:
		return Mark(fmt.Sprint(s.Asked, s.Options, s.offerMark(), s.bookingMark(), s.returningMark()))
	default:
		return 0
	}
}

// option is the id of an option of such a list.
func (s *State) option(kind string, number int) string {
	return fmt.Sprintf("%s-%08x-%d", kind, s.listMark(kind), number)
}

// Tap is what a tapped option means in the present state.
type Tap struct {
	// Words are what the patient would have written instead, "" for an Older one.
	Words string
	// Older says that it stands in a list that is not the present one any more: it answers nothing.
	Older bool
}

// Tapped reads the id of an option, which anybody can have written; false for what is none of ours, and says nothing then
// beside the words that came with it.
func (s *State) Tapped(id string) (Tap, bool) {
	parts := optionFormat.FindStringSubmatch(id)
	if parts == nil {
		return Tap{}, false
	}
	kind := parts[1]
	number, _ := strconv.Atoi(parts[3]) // one or two digits
	mark := s.listMark(kind)
	if mark == 0 || fmt.Sprintf("%08x", mark) != parts[2] || number > s.listLength(kind) {
		return Tap{Older: true}, true
	}
	switch {
	case kind == menuBooking && number == tapYes:
		return Tap{Words: "sim"}, true
	case kind == menuBooking:
		return Tap{Words: "não"}, true
	case kind == menuOffer && number > len(s.Offer):
		return Tap{Words: "outro horário"}, true
	case kind == menuOffer && s.Asked != AskSlot: // another one than was chosen
		return Tap{Words: "prefiro o número " + parts[3]}, true
	default:
		return Tap{Words: parts[3]}, true
	}
}

// listLength is how many options such a list has.
func (s *State) listLength(kind string) int {
	switch {
	case kind == menuBooking, kind == menuOffer && len(s.Offer) == 1:
		return tapNo
	case kind == menuOffer:
		return len(s.Offer)
	default:
		return len(s.Options)
	}
}

// menu is what can be tapped under a reply that was just taken into the state; nil for nothing.
func (c *Clinic) menu(s *State, now time.Time, r Reply) *Menu {
	switch {
	case !c.Interactive || s.Closed != "":
		return nil
	case len(r.Options) > 0 && len(r.Names) == len(r.Options):
		return c.answerMenu(s, r.Names)
	case r.Asks == AskConfirm && s.Choice != nil && s.wasReadBack():
		return c.yesNo(s, menuBooking, *s.Choice, wording.MenuChange)
	case r.Asks == AskSlot && r.Lists && len(s.Offer) == 1:
		return c.yesNo(s, menuOffer, s.Offer[0], wording.MenuOther)
	case r.Asks == AskSlot && r.Lists && len(s.Offer) > 1:
		return c.offerMenu(s, now)
	default:
		return nil
	}
}

// offerMenu lists the times of the offer.
func (c *Clinic) offerMenu(s *State, now time.Time) *Menu {
	m := &Menu{Open: c.Texts.Text(wording.MenuTimes)}
	for i, slot := range s.Offer {
		doctor, _ := c.Doctor(slot.AgendaID)
		m.Options = append(m.Options, MenuOption{
			ID: s.option(menuOffer, i+1), Detail: doctor.Name,
			Title: c.Texts.Words(wording.MenuTime, 0, "day", ShortDay(slot.Date, now), "hour", slot.Hour).Text,
		})
	}
	return m
}

// yesNo has a yes and a no to a time.  The yes says to which: a gateway may give back nothing but the words.
func (c *Clinic) yesNo(s *State, kind string, to Slot, no wording.ID) *Menu {
	day, err := time.Parse(time.DateOnly, to.Date)
	if err != nil {
		return nil
	}
	yes := c.Texts.Words(wording.MenuYes, 0, "day", day.Format("02/01"), "hour", to.Hour).Text // a year would not fit
	return &Menu{Options: []MenuOption{{ID: s.option(kind, tapYes), Title: yes}, {ID: s.option(kind, tapNo), Title: c.Texts.Text(no)}}}
}

// answerMenu has the answers of a question: as buttons where they are few and short, else as a list.
func (c *Clinic) answerMenu(s *State, names []string) *Menu {
	m := &Menu{}
	for i, name := range names {
		title, detail, _ := strings.Cut(plainMarks.Replace(name), " (")
		m.Options = append(m.Options, MenuOption{ID: s.option(menuAnswer, i+1), Title: title, Detail: strings.TrimSuffix(detail, ")")})
	}
	short := func(o MenuOption) bool { return len([]rune(o.Title)) <= shortTitle && o.Detail == "" }
	if len(names) > fewAnswers || slices.ContainsFunc(m.Options, func(o MenuOption) bool { return !short(o) }) {
		m.Open = c.Texts.Text(wording.MenuAnswers)
	}
	return m
}

// fewAnswers are so many as can be buttons, with titles of so many characters.
const fewAnswers, shortTitle = 3, 20

// plainMarks takes the marks of bold and italics out of a text: a button shows them.
var plainMarks = strings.NewReplacer("*", "", "_", "")
