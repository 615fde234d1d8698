package node

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"atende/actors/conversation"
	"atende/actors/journal"
	"atende/actors/language"
	"atende/actors/session/record"
	"atende/integrations/chat/phone"
	"atende/webhook/admin"
)

// askedPhone is a phone that is asked about appointments, as its session will know them once it has read what waits.
type askedPhone struct {
	session string
	phone   string
	state   conversation.State
}

// is says whose phone it is from now on.  Appointments of another one, which a release before this one took for the same,
// are not asked about there any more.
func (p *askedPhone) is(number string) {
	if p.phone != "" && !phone.Same(p.phone, number) {
		p.state.Visits = nil
	}
	p.phone = number
}

// knows reports whether the phone is asked about an appointment, or was.
func (p *askedPhone) knows(key string) bool {
	return slices.ContainsFunc(p.state.Visits, func(v conversation.Visit) bool { return v.Key == key })
}

// Appointments takes in appointments of the clinic: what is new in them goes to the sessions of their phones, as waiting
// rows like messages, so that it is durable, in order, and on whatever node the session is.  What was taken before a failure
// is unchanged in the next upload.  One runs at a time, on a node.
func (d *desk) Appointments(ctx context.Context, by string, list []admin.Appointment) (admin.Uploaded, error) {
	if d.known.Patience.Before <= 0 {
		return admin.Uploaded{}, admin.ErrNoReminders
	}
	told, err := d.resolve(list)
	if err != nil {
		return admin.Uploaded{}, err
	}
	select {
	case d.uploading <- struct{}{}:
		defer func() { <-d.uploading }()
	case <-ctx.Done():
		return admin.Uploaded{}, ctx.Err()
	}
	phones, err := d.phones(ctx)
	if err != nil {
		return admin.Uploaded{}, fmt.Errorf("appointments: %w", err)
	}
	if err := d.record(ctx, by, "appointments", "", 0); err != nil {
		return admin.Uploaded{}, err
	}
	counts, notes, freed := d.news(list, told, phones)
	if err := d.free(ctx, freed); err != nil { // before the phones know it: what fails here is news in the next upload, too
		return admin.Uploaded{}, fmt.Errorf("appointments: %w", err)
	}
	for _, note := range notes {
		if err := d.orders.Tell(ctx, note); err != nil {
			return admin.Uploaded{}, fmt.Errorf("appointments: %w", err)
		}
	}
	for result, n := range counts {
		d.counted.Appointment(result, n)
	}
	return admin.Uploaded{
		Accepted: counts[conversation.AppointmentAccepted], Changed: counts[conversation.AppointmentChanged],
		Unchanged: counts[conversation.AppointmentUnchanged], Cancelled: counts[conversation.AppointmentCancelled],
		Skipped: counts[conversation.AppointmentSkipped],
	}, nil
}

// free tells the waiting lists of agendas of which appointments do not take place any more; those for which nobody waits
// need not know.
func (d *desk) free(ctx context.Context, agendas []int) error {
	if d.known.Patience.Hold <= 0 {
		return nil
	}
	slices.Sort(agendas)
	for _, id := range slices.Compact(agendas) {
		line, _, err := d.archive.Look(ctx, record.LineSession(id))
		if err == nil && record.AnyWaits(line) {
			err = d.orders.TellLine(ctx, id, conversation.WaitNote{What: conversation.TellFreed})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// resolve names the agendas and the times of appointments; admin.RowsError where one cannot be.
func (d *desk) resolve(list []admin.Appointment) ([]conversation.Appointment, error) {
	var problems admin.RowsError
	told := make([]conversation.Appointment, 0, len(list))
	for _, a := range list {
		agendas := d.agendasOf(a.Doctor)
		switch len(agendas) {
		case 0:
			problems = append(problems, admin.RowProblem{Row: a.Row, Field: "doctor", Reason: "not in the catalogue"})
			continue
		case 1:
		default:
			problems = append(problems, admin.RowProblem{Row: a.Row, Field: "doctor", Reason: "several in the catalogue; write the agenda_id"})
			continue
		}
		at := a.At
		if !a.Local {
			at = at.In(d.known.Location)
		}
		slot := conversation.Slot{AgendaID: agendas[0], Date: at.Format(time.DateOnly), Hour: at.Format("15:04")}
		told = append(told, conversation.Appointment{Key: a.Key, Slot: slot, Name: a.Name, Cancelled: a.Cancelled})
	}
	if len(problems) > 0 {
		return nil, problems
	}
	return told, nil
}

// agendasOf are the agendas of a doctor: by the number of one, or by exactly a name or an alias of the catalogue, whose
// title, case and accents do not matter.
func (d *desk) agendasOf(doctor string) (ids []int) {
	id, err := strconv.Atoi(doctor)
	for _, known := range d.known.Doctors {
		called := slices.ContainsFunc(append([]string{known.Name}, known.Aliases...), func(name string) bool { return untitled(name) == untitled(doctor) })
		if err == nil && known.AgendaID == id || err != nil && called {
			ids = append(ids, known.AgendaID)
		}
	}
	return ids
}

// titles are those of doctors, folded.
var titles = []string{"dr", "dra", "doutor", "doutora"}

// untitled is a name without the title before it, folded.
func untitled(name string) string {
	words := strings.Fields(strings.ReplaceAll(language.FoldWords(name), ".", ""))
	if len(words) > 1 && slices.Contains(titles, words[0]) {
		words = words[1:]
	}
	return strings.Join(words, " ")
}

// phones are those that are asked about appointments, by the ids of their sessions.
func (d *desk) phones(ctx context.Context) (map[string]*askedPhone, error) {
	known := map[string]*askedPhone{}
	for after := record.PhoneSessions; ; {
		page, err := d.archive.Sessions(ctx, after, searchPage)
		if err != nil || len(page) == 0 {
			return known, err
		}
		for _, found := range page {
			if !record.IsPhoneSession(found.SessionID) {
				return known, nil
			}
			known[found.SessionID] = d.phoneOf(found)
		}
		after = page[len(page)-1].SessionID
	}
}

// phoneOf is a phone as its session knows it, and will once it has read what waits.
func (d *desk) phoneOf(found journal.Stored) *askedPhone {
	rec, _ := record.ReadStored(found)
	p := &askedPhone{session: found.SessionID, phone: rec.Phone, state: conversation.State{Ahead: rec.State.Ahead}}
	for _, row := range found.Waiting {
		if note, err := record.ReadPhoneNote(row.Body); row.Kind == journal.Told && err == nil {
			p.is(note.Phone)
			d.known.Hear(&p.state, d.now(), note.Told)
		}
	}
	return p
}

// news counts what becomes of appointments, and is what has to be told to which phone, in the order of the upload; phones
// know it afterwards.  One that was another phone's is cancelled there first.  freed are the agendas of times that were given up.
func (d *desk) news(list []admin.Appointment, told []conversation.Appointment, phones map[string]*askedPhone) (counts map[string]int, notes []record.PhoneNote, freed []int) {
	counts = map[string]int{}
	owners := map[string]*askedPhone{}
	for _, p := range phones {
		for _, v := range p.state.Visits {
			if v.Key != "" && v.Answer != conversation.CalledOff {
				owners[v.Key] = p
			}
		}
	}
	var order []*askedPhone
	news := map[*askedPhone][]conversation.Appointment{}
	tell := func(p *askedPhone, a conversation.Appointment) (result string) {
		before := p.state.Visits
		if result = d.known.Announce(&p.state, d.now(), a); slices.Equal(before, p.state.Visits) {
			return result
		}
		if len(news[p]) == 0 {
			order = append(order, p)
		}
		news[p] = append(news[p], a)
		if given := timeGiven(before, p.state.Visits, a.Key); given != 0 {
			freed = append(freed, given)
		} else if a.Cancelled { // of one that was made here, or was not known
			freed = append(freed, a.Slot.AgendaID)
		}
		return result
	}
	for i, a := range told {
		p := phoneIn(phones, list[i].Phone)
		former := owners[a.Key]
		elsewhere := former != nil && former != p && former.knows(a.Key)
		if elsewhere {
			tell(former, conversation.Appointment{Key: a.Key, Slot: slotOf(former, a.Key), Cancelled: true})
		}
		result := tell(p, a)
		if elsewhere && result == conversation.AppointmentAccepted {
			result = conversation.AppointmentChanged
		}
		counts[result]++
	}
	for _, p := range order {
		notes = append(notes, record.PhoneNote{Phone: p.phone, Session: p.session, Told: conversation.Told{Appointments: news[p]}})
	}
	return counts, notes, freed
}

// phoneIn is one of the phones, which has said that it wants no reminders also where it said so under a former id.
func phoneIn(phones map[string]*askedPhone, number string) *askedPhone {
	id := record.PhoneSession(number)
	p := phones[id]
	if p == nil {
		p = &askedPhone{session: id}
		phones[id] = p
	}
	p.is(number)
	if former := phones[record.FormerPhoneSession(number)]; former != nil && phone.Same(former.phone, number) {
		p.state.NoReminders = p.state.NoReminders || former.state.NoReminders
	}
	return p
}

// timeGiven is the agenda of an appointment that stood in a list of a phone, and does not at that time any more; 0 for none.
func timeGiven(before, after []conversation.Visit, key string) (agendaID int) {
	find := func(list []conversation.Visit) conversation.Visit {
		at := slices.IndexFunc(list, func(v conversation.Visit) bool { return v.Key == key && v.Answer != conversation.CalledOff })
		if at < 0 {
			return conversation.Visit{}
		}
		return list[at]
	}
	if was := find(before); was.Slot != find(after).Slot {
		return was.Slot.AgendaID
	}
	return 0
}

// slotOf is where a phone knows an appointment.
func slotOf(p *askedPhone, key string) conversation.Slot {
	at := slices.IndexFunc(p.state.Visits, func(v conversation.Visit) bool { return v.Key == key })
	return p.state.Visits[at].Slot
}
