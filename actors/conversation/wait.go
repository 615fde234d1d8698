package conversation

import (
	"slices"
	"time"

	"atende/actors/wording"
)

// The waiting list, as the chat session of who waits sees it: a wish that could not be offered waits in the line of an
// agenda (Line), or in those of several, each of which offers one time to one patient at a time.  The chat session takes one
// offer at a time, whosever it is, and gives others back.  What comes of an offer is told to its line, the end to all.

// Waiting is what is known of the waiting list.
type Waiting struct {
	// Wait is the wish of this conversation that waits; nil for none.  Waits counts them, for their numbers.
	Wait  *Wait `json:"wait,omitempty"`
	Waits int   `json:"waits,omitempty"`
	// Line is who waits for a time of an agenda, in order, and LookAt when A1 is asked next for them: in the session of the
	// agenda alone.
	Line   []Place   `json:"line,omitempty"`
	LookAt time.Time `json:"look_at,omitzero"`
	// FreedAt is when the line heard last that somebody does not come: for some time after it A1 is asked more often.
	FreedAt time.Time `json:"freed_at,omitzero"`
}

// Wait is a wish that waits for a time.
type Wait struct {
	// Number is that of the wish within the session, from 1.
	Number int `json:"n"`
	// Session is the chat session that it is of, where the patient answers in another one; "" for this one.
	Session string  `json:"session,omitempty"`
	Request Request `json:"request"`
	// Among are agendas any of which will do, at each of which the wish waits; Request.AgendaID is 0 then.
	Among []int     `json:"among,omitempty"`
	Wish  Wish      `json:"wish,omitzero"`
	Not   []Wish    `json:"not,omitempty"`
	Since time.Time `json:"since"`
	// Lapses counts the offers that had no answer in time.
	Lapses int `json:"lapses,omitempty"`
	// Offered is the time that the line offers; nil for none.
	Offered *ListedTime `json:"offered,omitempty"`
}

// ListedTime is a time of the waiting list that is kept for one patient.
type ListedTime struct {
	// ID is the line's name of the offer.
	ID   string `json:"id"`
	Slot Slot   `json:"slot"`
	// Until is when it goes to the next one.
	Until time.Time `json:"until"`
	// SaidAt is when the patient was told, zero for not yet; Taken that they took it, and are on the way to the read-back.
	SaidAt time.Time `json:"said_at,omitzero"`
	Taken  bool      `json:"taken,omitempty"`
}

// Events of the waiting list, for the books (metrics.WaitingEvents).
const (
	WaitJoined   = "joined"
	WaitFull     = "full"     // too many wait for the agenda
	WaitOffered  = "offered"  // a patient was told of a time
	WaitBooked   = "booked"   // and has it
	WaitDeclined = "declined" // the patient does not want it, nor any other
	WaitPassed   = "passed"   // a time could not be offered, or was gone, and the wish goes on waiting
	WaitEnded    = "ended"    // a wish is over: booked another way, with a person, its days are past
	WaitLapsed   = "lapsed"   // an offer had no answer
)

const (
	// maxWait is how long a wish waits at the most.
	maxWait = 60 * 24 * time.Hour
	// maxLapses is how many offers without an answer end a wish.
	maxLapses = 3
	// offerLead is how long before its end an offer comes too late to be said.
	offerLead = 5 * time.Minute
	// maxGone bounds the times that are not offered again.
	maxGone = 9
)

// WaitNote is what a line hears of somebody who waits, or is to wait, in it.
type WaitNote struct {
	// What is one of the Tell….
	What string `json:"what"`
	// Session is the chat session, "" for the one that tells it, and Number that of its wish.
	Session string `json:"session"`
	Number  int    `json:"n"`
	// ID names the offer that it is about.
	ID string `json:"id,omitempty"`
	// Wait is the wish of who joins, Beside that it joins several lines, another one of which counts it.
	Wait   *Wait `json:"wait,omitempty"`
	Beside bool  `json:"beside,omitempty"`
}

// What a line hears.
const (
	TellJoin  = "join"
	TellTaken = "taken" // the offer is on the way to the read-back: it is kept for as long again
	TellPass  = "pass"  // the offer is over, the wish waits on
	TellLeave = "leave" // the wish is over
	TellFreed = "freed" // an appointment of the agenda is called off, or is going to be: of nobody who waits
)

// WaitNoted counts what became of a wish, and tells the line of its agenda, where Note is set.
type WaitNoted struct {
	Event    string
	AgendaID int
	Note     *WaitNote
}

func (WaitNoted) effect() {}

// EnterLine asks whether there is room in the lines of agendas; Entered answers it.
type EnterLine struct{ Agendas []int }

func (EnterLine) effect() {}

// Entered answers EnterLine: Room are the agendas whose lines have room.
type Entered struct{ Room []int }

// Await (entrar_lista_espera) lets what was wished for in vain wait for a time.
type Await struct {
	// Heard is when the message came.
	Heard time.Time
}

func (Await) Tool() string { return "entrar_lista_espera" }

// freed tells the lines of agendas that an appointment of theirs does not take place.  The time is free once the clinic's own
// system says so, and nobody is offered it before A1 lists it.
func (c *Clinic) freed(agendas ...int) (effects []Effect) {
	if c.Patience.Hold <= 0 {
		return nil
	}
	slices.Sort(agendas)
	for _, id := range slices.Compact(agendas) {
		effects = append(effects, WaitNoted{AgendaID: id, Note: &WaitNote{What: TellFreed}})
	}
	return effects
}

// CanWait reports that what is wished for was looked for in vain, and may wait in the line of its doctor, or in those
// of several any of whom will do.
func (c *Clinic) CanWait(s *State) bool {
	unmet := len(s.Offer) == 0 || s.Found == FoundElse || s.Found == FoundExhausted
	return c.Patience.Hold > 0 && s.Closed == "" && s.Ready() && s.Searched && s.Choice == nil && unmet && !s.WaitsFor()
}

// WaitsFor reports that what is wished for waits already.
func (s *State) WaitsFor() bool {
	return s.Wait != nil && s.Wait.Request == s.Request && slices.Equal(s.Wait.Among, s.Among) && s.Wait.Wish.Equal(s.Wish)
}

// Agendas are those in whose lines the wish waits.
func (w *Wait) Agendas() []int {
	if w.Request.AgendaID == 0 {
		return w.Among
	}
	return []int{w.Request.AgendaID}
}

// at is the wish as the line of one of its agendas knows it.
func (w *Wait) at(agendaID int) *Wait {
	own := *w
	own.Request.AgendaID, own.Among, own.Offered = agendaID, nil, nil
	return &own
}

func await(c *Clinic, s *State, now time.Time, m Await) Result {
	if !c.CanWait(s) {
		return refuse(ReasonUnexpected)
	}
	s.heard(now, m.Heard)
	return Result{Effects: []Effect{EnterLine{Agendas: s.agendas(SearchPlan{})}}}
}

func lineEntered(c *Clinic, s *State, now time.Time, e Entered) Result {
	if !c.CanWait(s) {
		return refuse(ReasonUnexpected)
	}
	with := c.WithWhom(s.Request)
	if len(e.Room) == 0 {
		return Result{Done: true, Effects: []Effect{say(c.words(wording.WaitFull, "with", with)), WaitNoted{Event: WaitFull}}}
	}
	effects := s.endWait(WaitEnded) // one wish a session
	s.Waits++
	s.Wait = &Wait{Number: s.Waits, Request: s.Request, Among: slices.Clone(s.Among), Wish: s.Wish, Not: slices.Clone(s.Not), Since: now}
	effects = append(effects, say(c.words(wording.WaitJoined, "with", with)))
	for i, note := range s.waitNotes(TellJoin, e.Room...) {
		if i == 0 {
			note.Event = WaitJoined
		}
		note.Note.Wait, note.Note.Beside = s.Wait.at(note.AgendaID), i > 0
		effects = append(effects, note)
	}
	s.Asked, s.Options = AskNothing, nil // nothing is open any more: nobody is reminded of it
	return Result{Done: true, Effects: effects}
}

// waitNotes tell lines something of the wish.
func (s *State) waitNotes(what string, agendas ...int) (list []WaitNoted) {
	for _, id := range agendas {
		list = append(list, WaitNoted{AgendaID: id, Note: &WaitNote{What: what, Session: s.Wait.Session, Number: s.Wait.Number}})
	}
	return list
}

// offerNote tells the line that made the offer what becomes of it.
func (s *State) offerNote(what string) WaitNoted {
	o := s.Wait.Offered
	return WaitNoted{AgendaID: o.Slot.AgendaID, Note: &WaitNote{What: what, Session: s.Wait.Session, Number: s.Wait.Number, ID: o.ID}}
}

// endWait ends the wish, in all lines.
func (s *State) endWait(event string) (effects []Effect) {
	if s.Wait == nil {
		return nil
	}
	for i, note := range s.waitNotes(TellLeave, s.Wait.Agendas()...) {
		if i == 0 {
			note.Event = event
		}
		effects = append(effects, note)
	}
	s.Wait = nil
	return effects
}

// passOffer ends an offer, and not the wish.
func (s *State) passOffer() []Effect {
	note := s.offerNote(TellPass)
	note.Event = WaitPassed
	s.setOffered(nil)
	return []Effect{note}
}

// setOffered replaces the offer; copies of the state may hold the old one.
func (s *State) setOffered(o *ListedTime) {
	wait := *s.Wait
	wait.Offered, s.Wait = o, &wait
}

// offered is the offer of the line, nil for none.
func (s *State) offered() *ListedTime {
	if s.Wait == nil {
		return nil
	}
	return s.Wait.Offered
}

// Offers reports that a time of the waiting list is to be offered, and was not yet.
func (s *State) Offers() bool {
	o := s.offered()
	return o != nil && o.SaidAt.IsZero()
}

// stands reports an offer that was said and that the patient did not take yet.
func (o *ListedTime) stands() bool { return o != nil && !o.SaidAt.IsZero() && !o.Taken }

// TakeOffer takes in what a line offers to the wish of this number.  What comes back, if anything, is for the line: there is no
// such wish any more, or another offer is not over yet, which may be another line's: a patient has one at a time.
func (s *State) TakeOffer(now time.Time, number int, o ListedTime) (tell string) {
	if s.Wait == nil || s.Wait.Number != number || !slices.Contains(s.Wait.Agendas(), o.Slot.AgendaID) {
		return TellLeave
	}
	s.OfferOver(now)
	known := s.offered()
	switch {
	case s.Wait == nil:
		return TellLeave
	case known != nil && known.ID == o.ID:
		return ""
	case known != nil:
		return TellPass
	}
	s.setOffered(&o)
	return ""
}

// OfferOver forgets an offer of the waiting list whose time is over: it may be another patient's by now.
func (s *State) OfferOver(now time.Time) {
	o := s.offered()
	if o == nil || !now.After(o.Until) || s.Pending != nil {
		return
	}
	if s.setOffered(nil); o.SaidAt.IsZero() {
		return
	}
	if s.Wait.Lapses++; s.Wait.Lapses >= maxLapses { // the line knows
		s.Wait = nil
	}
	if s.Closed == "" {
		s.lose(o.Slot)
	}
}

// lose takes a time back that was offered.
func (s *State) lose(slot Slot) {
	s.Gone = append(slices.Clone(s.Gone[max(0, len(s.Gone)+1-maxGone):]), slot)
	if s.Choice != nil && *s.Choice == slot || slices.Contains(s.Offer, slot) {
		s.leave()
		s.dropOffer()
		s.SlotGone = true
	}
}

// late reports a choice that was kept for the patient for some time, which is over.
func (s *State) late(now time.Time) bool {
	o := s.offered()
	return o != nil && !o.SaidAt.IsZero() && s.Choice != nil && *s.Choice == o.Slot && now.After(o.Until)
}

// waitOffer looks once more whether a time of the waiting list is free, to offer it; where it cannot be said now, it goes to the
// next one, and where a person has the chat, the wish is over.
func (c *Clinic) waitOffer(s *State, now time.Time, e Idle, told bool) (effects []Effect, looks bool) {
	if !s.Offers() {
		return nil, false
	}
	o := s.offered()
	_, works := c.Doctor(o.Slot.AgendaID)
	switch {
	case e.Taken:
		return s.endWait(WaitEnded), false
	case told, e.Talking, e.Busy, c.talking(s, now), !works, !c.ByDay(now), !now.Add(offerLead).Before(o.Until):
		return s.passOffer(), false
	}
	s.SearchPlan = &SearchPlan{Listed: true}
	return []Effect{FindSlots{Request: s.Wait.Request, Agendas: []int{o.Slot.AgendaID}, From: o.Slot.Date, To: o.Slot.Date}}, true
}

// listedFound offers a time of the waiting list that is still free.
func (c *Clinic) listedFound(s *State, now time.Time, e SlotsFound) Result {
	s.SearchPlan = nil
	o := s.offered()
	if o == nil {
		return Result{Done: true}
	}
	if !slices.Contains(e.Slots, o.Slot) || o.Slot.Passed(now) {
		return Result{Done: true, Effects: s.passOffer()}
	}
	if s.Closed != "" {
		s.restart()
	}
	said := *o
	said.SaidAt = now
	s.setOffered(&said)
	s.askListed(said)
	return Result{Done: true, Effects: []Effect{say(c.offeredText(said, now)), WaitNoted{Event: WaitOffered}}}
}

// askListed makes a time of the waiting list the offer that is asked about.
func (s *State) askListed(o ListedTime) {
	s.dropOffer()
	s.Request, s.Wish, s.Not, s.Among = s.Wait.Request, s.Wait.Wish, slices.Clone(s.Wait.Not), slices.Clone(s.Wait.Among)
	s.Gone = slices.DeleteFunc(slices.Clone(s.Gone), func(gone Slot) bool { return gone == o.Slot }) // it is free again
	s.Offer, s.OfferFor, s.OfferedAt, s.Found, s.Searched = []Slot{o.Slot}, s.Request.AgendaID, o.SaidAt, FoundWished, true
	s.Listed, s.SlotGone = s.offerMark(), false
	s.Asked, s.Options, s.AskedAt = AskSlot, nil, o.SaidAt
}

// AdoptOffer takes over what another session of the phone offered, as the patient may answer here.
func (s *State) AdoptOffer(from *State, session string, now time.Time) {
	o := from.offered()
	busy := s.Wait != nil || s.Closed == "" && s.Phase() != PhaseOpening
	if !o.stands() || now.After(o.Until) || busy {
		return
	}
	if s.Closed != "" {
		s.restart()
	}
	wait := *from.Wait
	if wait.Session == "" {
		wait.Session = session
	}
	s.Wait = &wait
	s.askListed(*o)
}

// offeredText offers a time of the waiting list.
func (c *Clinic) offeredText(o ListedTime, now time.Time) wording.Words {
	return c.words(wording.WaitOffer, "when", c.visitTime(o.Slot, now), "with", c.With(o.Slot.AgendaID), "until", clockHour(o.Until.In(c.Location)))
}

// OfferPhrase is what the offer is about, in one line for a template: "quinta, 26/11, às 14h, com a Dra. Ana Souza, até as
// 15h30".
func (c *Clinic) OfferPhrase(s *State, now time.Time) string {
	o := s.offered()
	if o == nil {
		return ""
	}
	return c.visitTime(o.Slot, now) + ", " + c.With(o.Slot.AgendaID) + ", até as " + clockHour(o.Until.In(c.Location))
}

// StillOffers reports that an offer of the waiting list that was decided on may still be said.
func (c *Clinic) StillOffers(s *State, now time.Time) bool {
	o := s.offered()
	return c.ByDay(now) && o.stands() && now.Before(o.Until)
}

// unoffered takes back an offer that was not said after all; who cannot be reached does not wait any longer.
func (s *State) unoffered(refused bool) []Effect {
	o := s.offered()
	if s.SearchPlan != nil && s.SearchPlan.Listed {
		s.SearchPlan = nil
	}
	if o == nil {
		return nil
	}
	if o.stands() {
		s.dropOffer()
		s.Asked = AskNothing
	}
	if refused {
		return s.endWait(WaitEnded)
	}
	return s.passOffer()
}

// followWait notes what an event means for the wish that waits.
func (c *Clinic) followWait(s *State, now time.Time, e Event) []Effect {
	if s.Wait == nil || s.Pending != nil {
		return nil
	}
	if s.declines(e) {
		return s.endWait(WaitDeclined)
	}
	if s.SearchPlan != nil {
		return nil
	}
	if doubtful(e) {
		return s.leaveInDoubt()
	}
	o := s.offered()
	booked := s.Closed == OutcomeBooked && s.Booked != nil
	switch {
	case booked && o != nil && s.Booked.Slot == o.Slot:
		return s.endWait(WaitBooked)
	case booked && s.Booked.ProcedureID == s.Wait.Request.ProcedureID, s.Closed == OutcomeTransferred, s.Wait.over(now) && o == nil:
		return s.endWait(WaitEnded)
	case o == nil || o.SaidAt.IsZero():
		return nil
	case slices.Contains(s.Gone, o.Slot):
		return s.passOffer()
	case s.Choice != nil && *s.Choice == o.Slot:
		return c.keepOffer(s, now, *o)
	case s.Closed == OutcomeNoInterest && !s.Lapsed, slices.Contains(s.Seen, o.Slot), s.refuses(o.Slot):
		return s.endWait(WaitDeclined)
	case s.Closed == "" && !slices.Contains(s.Offer, o.Slot):
		return s.passOffer()
	default:
		return nil
	}
}

// declines reports the wish for other times than the one that is offered.
func (s *State) declines(e Event) bool {
	o := s.offered()
	search, ok := e.(Search)
	return ok && o != nil && !o.SaidAt.IsZero() && (search.More || s.refuses(o.Slot))
}

// doubtful reports the end of a wait for A4 after which an appointment may still come about.
func doubtful(e Event) bool {
	switch e.(type) {
	case AppointmentUncertain, AppointmentDropped:
		return true
	default:
		return false
	}
}

// leaveInDoubt ends the wish without a word to the line: a time that may be booked is kept until the offer is over.
func (s *State) leaveInDoubt() []Effect {
	s.Wait = nil
	return []Effect{WaitNoted{Event: WaitEnded}}
}

// keepOffer keeps a time for who took it, once, for as long again.
func (c *Clinic) keepOffer(s *State, now time.Time, o ListedTime) []Effect {
	if o.Taken {
		return nil
	}
	effects := []Effect{s.offerNote(TellTaken)}
	o.Taken, o.Until = true, now.Add(c.Patience.Hold)
	s.setOffered(&o)
	for _, stage := range []Stage{Started, Wished, Identified, Offered} { // of the workflow that begins with the answer
		effects = append(effects, reach(s, stage)...)
	}
	return effects
}

// over reports a wish of which all days are past, or that waited for long enough.
func (w *Wait) over(now time.Time) bool {
	if now.Sub(w.Since) > maxWait {
		return true
	}
	today := now.Format(time.DateOnly)
	past := func(span Span) bool { return span.To < today }
	return len(w.Wish.Dates) > 0 && !slices.ContainsFunc(w.Wish.Dates, func(span Span) bool { return !past(span) })
}
