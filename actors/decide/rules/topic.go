package rules

import (
	"cmp"
	"slices"
	"strings"

	"atende/actors/conversation"
	"atende/actors/understand"
	"atende/actors/wording"
)

// topicWords tell what a question is about.
var topicWords = []struct {
	topic conversation.Topic
	words *pattern
}{
	{conversation.TopicAddress, phrase(`endere[çc]o|\bonde (que )?([ée]|eh|fica|ficam|est[áa]|voc[êe]s|vcs)\b|localiza|\bcomo (eu )?(chego|chegar|fa[çc]o p(ra|ara) chegar)|\bqual (a |é a )?rua\b|\bqual (o )?bairro\b|\bmaps?\b|ponto de refer[êe]ncia`)},
	{conversation.TopicHours, phrase(`\bhor[áa]rios? (de|do|que) (funciona|atend|abr)|\b(abre|abrem|fecha|fecham|funciona|funcionam|abert[oa]s?)\b`)},
	{conversation.TopicPrices, phrase(`pre[çc]o|\bvalor(es)?\b|\bquanto (que )?(custa|[ée]|eh|sai|fica|cobra|t[áa]|est[áa]|pago|vou pagar|seria)|(^|\s)([ée]|eh|sai|fica|custa) quanto\b|\bcusta\b|\bcobra[mn]?\b`)},
	{conversation.TopicPayment, phrase(`\bpix\b|\bcart[ãa]o\b|parcel|\bdinheiro\b|boleto|\bformas? de pag|\bcomo (eu )?pag|\bd[ée]bito\b|\bcr[ée]dito\b`)},
	{conversation.TopicPreparation, phrase(`\bprepar|jejum|\b(posso|pode|preciso|tenho que) (comer|beber|tomar (caf[ée]|[áa]gua))`)},
	{conversation.TopicDocuments, phrase(`documento|carteirinha|\b(o que|oq|que) (eu )?(preciso |precisa |tenho que |tem que |devo )?(levar|leva|levo|trazer)\b|\b(preciso|precisa|tenho que|devo) (levar|trazer)|\bguia\b|encaminhamento|\bpedido m[ée]dico`)},
}

// made is said of an appointment that is.
const made = `(marcad|agendad|confirmad|reservad|garantid)[oa]\b`

var (
	// asking marks a question that has no question mark.
	asking = phrase(`\b(quanto|qual|quais|onde|como|quando|que horas?|quem|aceit\p{L}+|tem|precis[ao]|posso|pode|d[áa] pra|tem como|voc[êe]s|vcs|gostaria de saber|queria saber|quero saber|me (fala|diz|passa|informa))\b|\?`)
	// clinical: for the team alone, however sure the answer seems.
	clinical = phrase(`\b(posso|pode|devo|preciso|tenho que|d[áa] pra) (continuar )?(tomar|tomando|parar|suspend\p{L}+|usar|usando|misturar)\b|(^|[^\p{L}])([ée]|eh|seria|ser[áa]( que [ée])?) (grave|perigos|normal|s[ée]ri[oa]|contagios|c[âa]ncer)|\b(qual|que) rem[ée]dio|\bo que (eu )?(tomo|posso tomar|pode ser (isso|essa|esse))|\bquant[oa]s? (mg|gotas|comprimid)|\bo que [ée] (isso|essa dor|esse caro[çc]o|essa mancha)\b|\bser[áa] que (eu )?tenho\b`)
	// privacyAsked: what happens to the data.
	privacyAsked = phrase(`^\s*\*?privacidade\*?[\s.!?]*$|\blgpd\b|pol[íi]tica de privacidade|\b(meus|nossos) dados\b.*\?|\bo que (voc[êe]s|vcs) fazem com`)
	// elsewhere are services that many clinics have; named where the catalogue has nothing like it, they
	// are not what was misunderstood.
	elsewhere = phrase(`\bcl[íi]nico geral|\bpediatr|\boftalm|\boculista|\botorrin|\bpsic[óo]log|\bpsiquiatr|\bneurolog|\bendocrin|\bgastro|\burolog|\bdentista|\bodonto|\bnutri(cion|[óo]log)|\bfisioterap|\bfono|\breumat|\bpneumo|\bnefro|\bhematolog|\boncolog|\bmastolog|\bgeriatr|\balergist|\bangiolog|\bvascular|\bproctolog|\binfectolog|\bobstetr|\bginecolog|\bcardiolog|\bdermato|\bortoped|\bultras?som|\bultrassono|\braio[ -]?x\b|\bresson[âa]ncia|\btomografia|\bmamografia|\bexames? de (sangue|urina|fezes|vista)|\bhemograma|\bendoscopia|\bcolonoscopia|\bvacina|\becocardio|\bholter\b|\bdensitometria|\bpapanicolau|\bpreventivo|\bbi[óo]psia|\bcheck[ -]?up`)
	// whether asks if there is an appointment now; bareWhether does without a question mark, in no other words.
	whether     = phrase(`\b(est[áa]|t[áa]|ficou|foi|ser[áa] que) (tudo |mesmo |j[áa] |a (minha )?consulta |o (meu )?hor[áa]rio )*` + made + `|\b(ficou|deu) (tudo )?certo\b|(^|\b(j[áa]|voc[êe]s?|vcs?|ent[ãa]o) )[\s,]*(marcou|agendou|confirmou|reservou)\b|^[\s,]*(j[áa] |ent[ãa]o |a[íi] )*(posso ir|([ée]|eh) s[óo] (ir|chegar|aparecer))\s*\?`)
	bareWhether = phrase(`^[\s,]*((e a[íi]|ent[ãa]o|mas),? )?(j[áa] (est[áa]|t[áa]|ficou|foi) ` + made + `|j[áa] (marcou|agendou|confirmou))[\s.!]*$`)
	// ofMine: an appointment of the patient's.
	ofMine = phrase(`\b(minha|meu|nossa|nosso)\b`)
	// onDays asks whether the clinic is open on some days.
	onDays = phrase(`\b(aos?|nos?|de|em) (s[áa]bados?|domingos?|feriados?|finais de semana)\b`)
	// puzzled: the question was not clear.
	puzzled = phrase(`^\s*(como assim|n[ãa]o entendi|h[ãa]n?|hein|oi|qu[êe]|o qu[êe]|como)\s*[?.!]*\s*$`)
	// foodAndDrink is preparation, not medicine.
	foodAndDrink = phrase(`\btomar (caf[ée]|[áa]gua|banho|suco|leite)|\bcomer\b|\bbeber\b`)
	// usesData is about documents, not about medicine: "pode usar o meu cpf".
	usesData = phrase(`\busar (o |a )?(meu|minha|seu|sua|cpf|conv|plano|carteir|documento|nome|telefone)`)
	// otherAudience are questions of "atendem …?" that are not about plans.
	otherAudience = phrase(`\batende[mn]? (n[oa] |em |de |a |aos? |por )?(crian|beb|idos|domic|casa|v[íi]deo|online|emerg|urg|s[áa]bad|doming|feriad|hoje|amanh|mulher|homem|homens|animais)`)
)

// inquiry is what a text asks, with the answers.
type inquiry struct {
	answers []wording.Words
	// excuse is said where there is no answer.
	excuse wording.Words
	// whether is set when it is asked if there is an appointment, which the end of the turn tells.
	whether bool
	// hours is set when days and hours of the text are those of the reception, not of an appointment.
	hours bool
	// rest is what of the text is not asked.
	rest string
}

// asks reports that something was asked.
func (q inquiry) asks() bool { return len(q.answers) > 0 || q.excuse.Text != "" || q.whether }

// only reports that nothing else was said.
func (q inquiry) only() bool { return q.asks() && q.rest == "" }

// add takes an answer that was not given yet.
func (q *inquiry) add(answer wording.Words) {
	if !slices.ContainsFunc(q.answers, func(a wording.Words) bool { return a.Text == answer.Text }) {
		q.answers = append(q.answers, answer)
	}
}

// inquire finds questions about the clinic.  Sentences that only ask are left out of what is read as an
// answer; two questions in one text have two answers.
func (d *dialogue) inquire(s *conversation.State, text string) inquiry {
	var all inquiry
	var rest strings.Builder
	for _, sentence := range sentences(text) {
		one := d.answersTo(s, d.passage(sentence))
		all.hours, all.whether = all.hours || one.hours, all.whether || one.whether
		all.excuse = firstWords(all.excuse, one.excuse)
		for _, answer := range one.answers {
			all.add(answer)
		}
		if !one.asks() || d.identifies(sentence) {
			rest.WriteString(sentence)
		}
	}
	all.rest = strings.TrimSpace(rest.String())
	return all
}

// identifies reports a sentence that says who the patient is.
func (d *dialogue) identifies(sentence string) bool {
	facts := d.facts(sentence)
	return facts.CPF != "" || facts.BirthDate != "" || facts.NameStated
}

// sentences parts a text behind question marks, exclamation marks and lines.
func sentences(text string) []string {
	var list []string
	from := 0
	for i, r := range text {
		if r == '?' || r == '!' || r == '\n' {
			list = append(list, text[from:i+1])
			from = i + 1
		}
	}
	if from < len(text) {
		list = append(list, text[from:])
	}
	return list
}

// asksWhether reports a question whether the appointment that is being made is made, which it is not.  Before there is
// anything to choose "minha consulta" may be another one.
func asksWhether(s *conversation.State, sentence *passage) bool {
	if s.Closed != "" || s.Asked == conversation.AskNothing {
		return false
	}
	asks := sentence.says(whether) && strings.HasSuffix(strings.TrimSpace(sentence.text), "?") || sentence.says(bareWhether)
	return asks && (len(s.Offer) > 0 || s.Choice != nil || !sentence.says(ofMine))
}

// found is an answer with the place of the question.
type found struct {
	at    int
	words wording.Words
}

// answersTo are the answers to one sentence, in the order of the questions.
func (d *dialogue) answersTo(s *conversation.State, sentence *passage) inquiry {
	switch {
	case asksWhether(s, sentence):
		return inquiry{whether: true}
	case sentence.says(privacyAsked):
		return inquiry{answers: []wording.Words{d.text(wording.PrivacyFull, "clinic", d.clinic.Name)}}
	case sentence.says(clinical) && !sentence.says(foodAndDrink) && !sentence.says(usesData):
		return inquiry{excuse: d.variant(wording.AnswerClinical, s.Excuses)}
	}
	short := func() bool {
		return len(strings.Fields(sentence.text)) <= 3 && !understandsData(d.facts(sentence.text))
	}
	if !sentence.says(asking) && !short() {
		return inquiry{}
	}
	var q inquiry
	var list []found
	for _, topic := range topicWords {
		if at := sentence.place(topic.words); len(at) > 0 {
			q.hours = q.hours || topic.topic == conversation.TopicHours
			list = append(list, found{at[0], d.answerOf(s, topic.topic)})
		}
	}
	for _, hit := range d.clinic.FindAnswers(sentence.text) {
		list = append(list, found{hit.At, quoted(hit.Topic, hit.Text)})
	}
	if at := sentence.place(onDays); len(at) > 0 && len(list) == 0 && s.Asked != conversation.AskSlot && strings.HasSuffix(sentence.text, "?") {
		q.hours = true
		list = append(list, found{at[0], d.answerOf(s, conversation.TopicHours)})
	}
	slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(a.at, b.at) })
	for _, f := range list {
		if f.words.Text == "" {
			q.excuse = d.variant(wording.AnswerUnknown, s.Excuses)
			continue
		}
		q.add(f.words)
	}
	return q
}

// answerOf is what the clinic wants said about a topic, nothing where it says nothing.  After a booking its own
// preparation comes first.
func (d *dialogue) answerOf(s *conversation.State, topic conversation.Topic) wording.Words {
	prepares := topic == conversation.TopicPreparation || topic == conversation.TopicDocuments
	if prepares && s.Closed == conversation.OutcomeBooked && s.Booked != nil && s.Booked.Preparation != "" {
		return preparation(s.Booked)
	}
	return d.clinicAnswer(topic)
}

// preparation is what the clinic wrote about an appointment when it was made.
func preparation(b *conversation.Booked) wording.Words {
	return wording.Quote(b.Preparation, conversation.FromA4)
}

// clinicAnswer is what the catalogue says about a topic, nothing where it says nothing.
func (d *dialogue) clinicAnswer(topic conversation.Topic) wording.Words {
	return quoted(topic, d.clinic.Answer(topic))
}

// quoted is an answer of the catalogue.
func quoted(topic conversation.Topic, text string) wording.Words {
	if text == "" {
		return wording.Words{}
	}
	return wording.Quote(text, "catalog:answers."+string(topic))
}

func understandsData(f understand.Facts) bool {
	return len(f.Dates)+len(f.Times) > 0 || f.Period != "" || f.Choice > 0 || f.Name != "" || f.CPF != "" || f.InvalidCPF != "" || f.BirthDate != ""
}
