package guard

// trait is how a sign is read in the light of what stands around it.
type trait uint16

const (
	// weak signs are emergencies only together with others; see pairs.
	weak trait = 1 << iota
	// chronic signs come and go for months with many people, and are then what an appointment is for.
	chronic
	// loose words are also used for fun: "morrendo de rir".
	loose
	// lasting events are as dangerous a day later: a poison, a blow on the head.
	lasting
	// disease names need somebody who has it now: "está tendo um AVC", not "palestra sobre AVC".
	disease
	// topical nouns may also be what a document or a question is about: "laudo da queimadura".
	topical
	// soft signs are what people say of the past, too, when they want an appointment.
	soft
	// plea is a cry for help, which no context but a name or laughter weakens.
	plea
	// lifelong signs say what somebody is, whenever it began.
	lifelong
	// mind is the wish to die, which has a text of its own.
	mind
)

// sign is one thing that can be wrong with a person, and the ways to say so.
type sign struct {
	name    string
	traits  trait
	phrases string
	// unless are phrases that begin like this one and mean something else.
	unless string
}

// pairs are weak signs that are an emergency together.
var pairs = [][2]string{
	{"pregnant", "bleeds"}, {"pregnant", "bad headache"}, {"pregnant", "vision"}, {"pregnant", "raised pressure"},
	{"pregnant", "belly"}, {"pregnant", "fever"}, {"pregnant", "fell"}, {"diabetic", "confused"}, {"diabetic", "sweat"},
	{"diabetic", "tremor"}, {"confused", "sudden"}, {"confused", "fever"}, {"confused", "sweat"}, {"confused", "tremor"},
	{"raised pressure", "bad headache"}, {"raised pressure", "vision"}, {"raised pressure", "nape"},
	{"raised pressure", "dizzy"}, {"raised pressure", "vomits"}, {"raised pressure", "numb"}, {"raised pressure", "nosebleed"},
	{"low pressure", "pale"}, {"low pressure", "dizzy"}, {"arm", "sweat"}, {"palpitation", "dizzy"}, {"palpitation", "sweat"},
	{"palpitation", "about to faint"}, {"bad headache", "vomits"}, {"bad headache", "stiff neck"}, {"bad headache", "vision"},
	{"fever", "stiff neck"}, {"newborn", "fever"}, {"newborn", "temperature"}, {"after birth", "fever"},
	{"after birth", "bleeds"}, {"baby", "high fever"}, {"high fever", "tremor"}, {"high fever", "blotches"},
	{"fever", "blotches"}, {"baby", "endless vomiting"}, {"baby", "limp"}, {"baby", "drowsy"}, {"baby", "fell"},
	{"fell", "vomits"}, {"fell", "drowsy"}, {"fell", "cannot get up"}, {"crash", "injured"}, {"black stool", "vomits"},
	{"hit", "injured"}, {"hit", "bleeds"}, {"swelling", "allergen"}, {"hives", "allergen"}, {"sudden", "vision"},
	{"sudden", "speech"}, {"sudden", "numb"}, {"unknown", "sudden"}, {"numb", "speech"}, {"numb", "sweat"}, {"bleeds", "dizzy"},
	{"bleeds", "pale"}, {"pale", "sweat"}, {"pale", "fell"}, {"dizzy", "fell"}, {"pale", "vomits"}, {"diabetic", "limp"},
	{"diabetic", "drowsy"}, {"diabetic", "vomits"}, {"raised pressure", "palpitation"}, {"low pressure", "sweat"},
	{"low pressure", "about to faint"}, {"low pressure", "confused"}, {"baby", "refuses milk"}, {"jaw", "arm"}, {"jaw", "sweat"},
	{"unknown", "confused"}, {"about to faint", "pale"}, {"about to faint", "sweat"}, {"dizzy", "sweat"},
	{"black stool", "dizzy"}, {"black stool", "pale"}, {"vomits", "dry"}, {"endless vomiting", "dry"}, {"baby", "dry"},
	{"anticoagulant", "bleeds"}, {"anticoagulant", "fell"}, {"bleeds", "limp"}, {"immune", "fever"}, {"immune", "temperature"},
	{"immune", "high fever"}, {"immune", "tremor"}, {"palpitation", "pale"}, {"exposed", "sweat"}, {"exposed", "tremor"},
	{"exposed", "vision"}, {"exposed", "vomits"}, {"exposed", "dizzy"}, {"exposed", "drools"}, {"drools", "speech"},
	{"drools", "numb"}, {"drools", "swelling"}, {"drools", "limp"}, {"drools", "sudden"}, {"palpitation", "vision"},
	{"heart or brain disease", "same again"}, {"heart or brain disease", "great pain"}, {"pale", "limp"}, {"great pain", "pale"},
	{"great pain", "sweat"}, {"great pain", "vomits"}, {"great pain", "dizzy"}, {"dengue", "bleeds"}, {"dengue", "dizzy"},
	{"dengue", "belly"}, {"dengue", "blotches"}, {"itches", "swelling"}, {"itches", "allergen"}, {"itches", "wheeze"},
	{"swelling", "wheeze"}, {"hives", "swelling"}, {"hives", "wheeze"}, {"allergen", "wheeze"}, {"baby", "wheeze"},
	{"sees things", "tremor"}, {"sees things", "fever"}, {"sees things", "sweat"}, {"dry", "belly"}, {"fell", "great pain"},
	{"limp", "high fever"}, {"vision", "numb"}, {"vision", "dizzy"}, {"drowsy", "vomits"}, {"limp", "vomits"},
	{"confused", "dizzy"}, {"confused", "vomits"}, {"fever", "limp"}, {"drunk", "limp"}, {"drunk", "pale"}, {"drunk", "drowsy"},
	{"drunk", "vision"}, {"baby", "greenish"}, {"dry", "swelling"}, {"dry", "drowsy"}, {"dry", "limp"}, {"drools", "tremor"},
	{"belly", "vomits"}, {"snap", "great pain"}, {"pregnant", "great pain"}, {"hit", "vomits"}, {"drools", "fever"},
}
