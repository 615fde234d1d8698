package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// way is what a patient is up to.
type way int

// All but the first are rarer.
const (
	books     way = iota // answers what is asked
	allAtOnce            // tells everything in the first message
	mistaken             // has a wrong CPF first
	relates              // tells the story of their illness wherever something is asked
	leaves               // looks at the times and thinks better of it
	cancels              // wants to cancel, with all their data
	complains            // wants a person, with all their data
	alarmed              // describes an emergency
	speaks               // begins with a voice message
	attaches             // begins with a PDF
	unlucky              // the scheduling API always fails about them
	ways
)

var wayNames = [ways]string{"books", "at once", "mistaken", "relates", "leaves", "cancels", "complains", "alarmed", "speaks", "attaches", "unlucky"}

// ends is how an encounter of each way usually ends.
var ends = [ways]string{"booked", "booked", "booked", "booked", "left", "person", "person", "person", "booked", "booked", "person"}

// encounter is the conversation of one patient.
type encounter struct {
	g       *city
	who     *subject
	way     way
	agent   *witness
	session string
	news    chan heard
	told    int // stories
	wrong   int // CPFs
	end     string
	since   time.Time // when it was heard last
	// back is set in a second chat session, known once the agent proposed the patient of the first one there.
	back, known bool
}

// newEncounter is that of a number: half of them just book, and a model leads two of twenty.
func (g *city) newEncounter(number int) *encounter {
	c := &encounter{g: g, who: subjectOf(number), agent: g.agents[0], news: make(chan heard, 64)}
	if number%2 == 1 {
		c.way = way(number / 2 % int(ways))
	}
	if number%20 >= 18 { // one that books, one of any way
		c.agent = g.agents[1]
	}
	return c
}

// hears notes something; a patient who does not listen any more misses it.
func (c *encounter) hears(h heard) {
	select {
	case c.news <- h:
	default:
	}
}

const (
	// silent is how long a patient waits for an answer, much longer than any should take.
	silent = time.Minute
	// silence is the end of a conversation in which none came.
	silence = "silence"
)

// live is the whole conversation; some who booked with the rules come back in another chat session, to be recognised.
func (c *encounter) live(ctx context.Context) {
	c.talk(ctx)
	if c.end == "booked" && c.comesBack() {
		c.back, c.end = true, ""
		c.talk(ctx)
	}
	c.waits()
}

// waits lets who booked wish for what nobody has, and wait for it: by rules alone, and without an answer that is listened to.
func (c *encounter) waits() {
	if c.end == "booked" && c.way == books && c.who.number%4 == 2 && c.agent == c.g.agents[0] {
		c.send(map[string]any{"text": c.wish() + ", outra consulta, só se for depois das 23h"})
		c.send(map[string]any{"text": "me avise se abrir"})
	}
}

// comesBack reports a patient who books once more.
func (c *encounter) comesBack() bool {
	return c.way == books && c.who.number%4 == 0 && c.agent == c.g.agents[0]
}

// talk is what is said in one chat session.
func (c *encounter) talk(ctx context.Context) {
	c.open()
	c.send(c.opening())
	c.since = time.Now()
	timer := time.NewTimer(silent)
	defer timer.Stop()
	for c.end == "" {
		timer.Reset(silent)
		select {
		case h := <-c.news:
			c.since = time.Now()
			if h.transfer {
				c.end = "person"
			} else if text := c.answer(h.text); text != "" {
				c.send(map[string]any{"text": text})
			}
		case <-timer.C:
			c.end = silence
		case <-ctx.Done():
			c.end = "nothing"
		}
	}
}

// open makes the session at the gateway.
func (c *encounter) open() {
	var made struct{ ID string }
	c.control("/sim/sessions", map[string]any{"phone": c.who.phone, "name": c.who.name}, &made)
	c.session = made.ID
	c.g.mu.Lock()
	defer c.g.mu.Unlock()
	c.g.bySess[c.session], c.g.byPhone[c.who.phone], c.g.byCPF[c.who.cpf] = c, c, c
}

func (c *encounter) send(message map[string]any) {
	c.control("/sim/sessions/"+c.session+"/messages", message, nil)
}

// control calls the control API of the gateway.
func (c *encounter) control(path string, body, into any) {
	raw, err := json.Marshal(body)
	if err != nil {
		c.g.t.Error(err)
		return
	}
	response, err := controller.Post("http://"+c.g.gateway.address+path, "application/json", bytes.NewReader(raw))
	if err != nil {
		c.g.t.Error(err)
		c.end = "nothing"
		return
	}
	defer response.Body.Close()
	if into == nil {
		into = &struct{}{}
	}
	if err := json.NewDecoder(response.Body).Decode(into); err != nil || response.StatusCode >= 300 {
		c.g.t.Errorf("%s: %d %v", path, response.StatusCode, err)
		c.end = "nothing"
	}
}

var controller = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 256}}

// wish is for one of the doctors.
func (c *encounter) wish() string {
	return "oi, quero uma consulta com a dra. " + doctorName(c.who.number) + ", particular"
}

// opening is the first message.
func (c *encounter) opening() map[string]any {
	wish := c.wish()
	switch c.way {
	case allAtOnce:
		return map[string]any{"text": wish + ". Paciente: " + c.identity()}
	case relates:
		return map[string]any{"text": wish + ", " + c.who.tale()}
	case cancels:
		return map[string]any{"text": "preciso cancelar minha consulta, " + c.who.tale()}
	case complains:
		return map[string]any{"text": "quero falar com uma pessoa da equipe, " + c.who.tale()}
	case alarmed:
		return map[string]any{"text": "estou com dor forte no peito e falta de ar agora! " + c.who.tale()}
	case speaks:
		message := map[string]any{"type": "AUDIO", "file": c.file("voz.ogg", "audio/ogg")}
		if c.who.number%4 == 1 { // else the agent asks a server
			message["transcription"] = wish + ", " + c.who.tale()
		}
		return message
	case attaches:
		return map[string]any{"type": "DOCUMENT", "file": c.file(c.who.cpf+" "+c.who.story+".pdf", "application/pdf"), "text": wish}
	case books, mistaken, leaves, unlucky, ways:
	}
	return map[string]any{"text": wish}
}

// file describes an attachment of the patient, who is in its address, too.
func (c *encounter) file(name, mime string) map[string]any {
	return map[string]any{
		"name": name, "mimeType": mime,
		"publicUrl": fmt.Sprintf("%s/%d/%s/%s", c.g.files, c.who.number, c.who.phone, strings.ReplaceAll(name, " ", "%20")),
	}
}

// identity is what is asked of patients, in one text.
func (c *encounter) identity() string {
	return c.who.name + ", CPF " + c.who.dotted() + ", nascimento " + c.who.born.Format("02/01/2006")
}

// slot finds the times of an offer, as the rules and as a model write them.
var slot = regexp.MustCompile(`(?m)\*?(\d+)\*?(?: -)? \d\d:\d\d`)

// answer is what the patient says to a part, "" where nothing is asked.
func (c *encounter) answer(part string) string {
	switch {
	case strings.Contains(part, "Chegue 15 minutos") || strings.Contains(part, "com 15 minutos"):
		c.end = "booked"
		return "obrigado! " + c.who.story
	case c.way == leaves && (slot.MatchString(part) || strings.Contains(part, "Pode ser?")):
		c.end = "left"
		return "deixa pra lá, não quero mais. " + c.who.name + ", " + c.who.dotted()
	case strings.Contains(part, "Posso marcar?") || strings.Contains(part, "posso marcar?"):
		return "sim"
	case slot.MatchString(part):
		options := slot.FindAllStringSubmatch(part, -1)
		return options[c.who.number/privacyDoctors%len(options)][1]
	case strings.Contains(part, "Pode ser?"):
		return "sim"
	case c.way == speaks && strings.Contains(part, "áudio") && c.told == 0: // the voice message was not understood
		c.told++
		return c.wish() + ", " + c.who.tale()
	}
	return c.personal(part)
}

// personal answers what is asked about the patient.
func (c *encounter) personal(part string) string {
	story := ""
	if c.way == relates && c.told < 3 {
		c.told++
		story = ", é que sofro de " + c.who.story
	}
	switch {
	case strings.Contains(part, "É para você de novo, *"):
		c.known = c.back
		return "sim"
	case strings.Contains(part, "*nome completo*"):
		if c.who.number%3 == 0 {
			return c.identity()
		}
		return c.who.name
	case strings.Contains(part, "nascimento"):
		layouts := []string{"02/01/2006", "02-01-2006", "02.01.2006", "02012006"}
		return c.who.born.Format(layouts[c.who.number%len(layouts)]) + story
	case strings.Contains(part, "CPF"):
		if c.way == mistaken && c.wrong < 1+c.who.number%2 {
			c.wrong++
			return c.who.wrongCPF()
		}
		return []string{c.who.cpf, c.who.dotted(), "meu CPF é " + c.who.dotted()}[c.who.number%3] + story
	}
	return ""
}

// paper is a PDF of one page that says a text.
func paper(text string) []byte {
	show := "BT /F1 12 Tf 40 700 Td (" + strings.NewReplacer("(", " ", ")", " ").Replace(text) + ") Tj ET"
	objects := []string{
		"<</Type /Catalog /Pages 2 0 R>>", "<</Type /Pages /Kids [3 0 R] /Count 1>>",
		"<</Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources <</Font <</F1 5 0 R>>>>>>",
		"<</Length " + strconv.Itoa(len(show)) + ">>\nstream\n" + show + "\nendstream",
		"<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>",
	}
	var out bytes.Buffer
	out.WriteString("%PDF-1.4\n")
	table := "0000000000 65535 f \n"
	for i, object := range objects {
		table += fmt.Sprintf("%010d 00000 n \n", out.Len())
		fmt.Fprintf(&out, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := out.Len()
	fmt.Fprintf(&out, "xref\n0 %d\n%strailer\n<</Size %d /Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, table, len(objects)+1, start)
	return out.Bytes()
}

// attachments serves what patients attach.
func attachments(w http.ResponseWriter, r *http.Request) {
	n, err := strconv.Atoi(strings.Split(strings.TrimPrefix(r.URL.Path, "/"), "/")[0])
	if err != nil {
		http.NotFound(w, r)
		return
	}
	p := subjectOf(n)
	if n%7 == 6 { // some are gone
		http.Error(w, p.tale(), http.StatusNotFound)
		return
	}
	if strings.HasSuffix(r.URL.Path, ".ogg") {
		packet := "OpusHead\x01\x01"
		_, _ = fmt.Fprintf(w, "OggS\x00\x02%s\x01%c%s patient %d", strings.Repeat("\x00", 20), len(packet), packet, n)
		return
	}
	_, _ = w.Write(paper("pedido de exame, CPF " + p.dotted() + ", fone " + p.phone + ", nascimento " + p.born.Format("02/01/2006") + ", " + p.story))
}
