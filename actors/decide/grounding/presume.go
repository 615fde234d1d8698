package grounding

import "strings"

var (
	// knowing before a "que" takes what follows for true, also in a question: "você sabia que está marcada?"
	knowing = words(`sabia sabe sabiam soube viu percebeu lembra notou reparou recorda ciente contei falei avisei informei expliquei feliz bom otimo otima legal
		maravilha maravilhoso alegre contente ja agora`)
	// wanting behind that "que" asks for something else: "sabe em que dia foi marcada?"
	wanting = words("dia dias horario horarios hora horas medico medica data nome lugar unidade convenio plano especialidade vezes")
	writers = words("voce vc voces senhor senhora paciente")
	said    = words("disse falou mencionou informou contou comentou escreveu dissesse")
)

// presumes reports a question that takes what stands at token i for true: "sabia que já está marcada?", "gostou do
// horário que reservei?"
func (c *checker) presumes(i int, s sentence, f *form) bool {
	if s.tone&asks == 0 || f.mood != participle && f.mood != past {
		return false
	}
	if f.mood == participle && !wereDone.has(c.word(c.auxiliary(i, s))) {
		return false
	}
	que := c.thatBefore(i, s)
	if que < 0 || c.in(que+1, wanting) {
		return false
	}
	if f.mood == past && strings.HasSuffix(c.word(i), "ei") && que >= i-2 {
		return true
	}
	const reach = 4
	for k := que - 1; k >= s.from && k >= que-reach; k-- {
		if c.in(k, knowing) || c.word(k) == "disse" && c.oneOf(k-1, "te", "lhe", "eu", "ja") {
			return !c.oneOf(k+1, "se")
		}
	}
	return false
}

// thatBefore is the "que" that governs token i, -1 for none.
func (c *checker) thatBefore(i int, s sentence) int {
	const reach = 9
	for k := i - 1; k >= s.from && k >= i-reach; k-- {
		if c.word(k) == "que" {
			return k
		}
	}
	return -1
}

// reported reports a question about what the patient said: "você disse que está marcada, certo?"
func (c *checker) reported(i int, s sentence) bool {
	que := c.thatBefore(i, s)
	return que > 0 && c.in(que-1, said) && c.in(que-2, writers)
}
