package rules

import "regexp"

// Phrases that matter only in the light of what was asked, and that package understand, which does
// not know the question, therefore leaves alone.
var (
	// titled: a doctor is meant, not the patient.
	titled = phrase(`\b(dra?|doutora?|m[ée]dic[oa])\b`)
	// prefers: somebody else is wanted than was said before.
	prefers = phrase(`\b(prefiro|quero|queria|troc\w+|mud\w+|com [oa])\b`)
	// family: names that follow are not the doctor's.
	family = phrase(`\b(filh|m[ãa]e\b|pai\b|marido|espos|mulher|irm[ãa]|av[óô]|net[oa]\b|sogr[oa]|namorad|neném|beb[êe])`)
	// before stands between a patient and a name: "na verdade é …".
	before = phrase(`^.*(^|\s)(é|eh|seria)\s+`)
	// otherDoctor: not this one.
	otherDoctor = phrase(`\boutr[oa] (m[ée]dic|doutor|profissiona|dra?\b)`)

	// plainWords are what no name consists of, however the question was answered.
	plainWords = phrase(`(^|\s)(que|vou|n[ãa]o|[ée]|eh|est[áa]|t[áa]|pra|para|p/|um|uma|o|a|os|as|eu|voc[êe]|vc|me|meu|minha|j[áa]|s[óo]|tem|tenho|quero|queria|pode|isso|tudo|com|sem|na|no|melhor|mais|muito|obrigad[oa]|segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado|manh[ãa]|tarde|noite|plano|conv[êe]nio|consulta)(\s|$)`)
	// wordsOnly is two to seven words of letters.
	wordsOnly = phrase(`^\s*[\p{L}\p{M}'’.-]{2,}(\s+[\p{L}\p{M}'’.-]+){1,6}\s*$`)

	// paying: says how to pay only where that was asked ("vou pegar a carteirinha" never does).
	paying   = phrase(`\bpag(ar|o|ando)\b`)
	fetching = phrase(`\bpeg\w+`)
	// noPlan: an answer to the question for the plan.
	noPlan = phrase(`\bn[ãa]o (tenho|tem|possuo)\b|\bsem (plano|conv[êe]nio)\b`)

	// emergency: no moment for an appointment (contract, "Cancel, reschedule, emergencies").
	emergency = phrase(`dor (muito |bem )?(forte )?no peito|falta de ar|infart|\bavc\b|derrame|desmai|convuls|sangrando muito|hemorragia|passando (muito )?mal|n[ãa]o (consigo|consegue|est[áa] conseguindo) respirar|\bsamu\b`)
	// existing: about an appointment that there is already.
	existing = phrase(`\bconfirmar (a |o )?(minha|meu|nossa) (consulta|exame|hor[áa]rio|agendamento)|\b(j[áa] )?tenho (uma |um )?(consulta|exame|hor[áa]rio) (marcad|agendad|hoje|amanh[ãa])`)
	// mistaken: what was booked is not what was meant.
	mistaken = phrase(`\berr(ad[oa]|ei)\b|\bn[ãa]o (posso|consigo|vou poder|d[áa])\b|\btroc`)

	// waiting: the patient will be back in a moment.
	waiting = phrase(`\bj[áa] volto\b|\bum (momento|minut\w+|instante|segundo)\b|\bpera ?[íia]|\bespera|\bcalma\b|\bvou (pegar|buscar|procurar|achar)\b`)
	// noCPF: there is none at hand.
	noCPF = phrase(`\bn[ãa]o (tem|tenho|sei|lembro|quero)\b|\bsem cpf\b|\bdecor\b`)
	// myself and somebody else, where it was asked who the appointment is for.
	myself = phrase(`\b(pra|para) mim\b|\bsou eu\b|\beu mesm[oa]\b|\bminha mesm[oa]\b`)
	others = phrase(`\b(pra|para|pro|do|da) (o |a )?(meu|minha|outr[oa])\b`)

	// exclusion: what follows is what is not wanted.
	exclusion = phrase(`\b(menos|exceto|tirando|fora|n[ãa]o)\b`)
	// partOfOffer: days, parts of the day, numbers of the list.
	partOfOffer = phrase(`segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado|manh[ãa]|\btarde|noite|\bcedo|\b[oa] \d`)
	// last and earliest places of a list.
	last     = phrase(`\b[oa] [úu]ltim[oa]\b`)
	earliest = phrase(`mais cedo poss|quanto antes|\bo mais cedo\b`)
	// laterInDay: a later hour, not a later day.
	laterInDay = phrase(`\bmais tarde\b|\bmais no fim d`)
	// anotherWeek: the weekday of a later week.
	anotherWeek = phrase(`que vem|pr[óo]xim|outra semana|seguinte`)
	// takesBack: the choice was wrong.
	takesBack = phrase(`\berrei\b|\berrad[oa]\b`)
	// asksList: the list once more.
	asksList = phrase(`\blista\b|de novo|repet`)

	asksPlans   = phrase(`conv[êe]nio|\bplanos?\b|aceita|\batende[mn]?\b|particular`)
	asksDoctors = phrase(`m[ée]dic|doutor|especialidade|profissiona`)
	asksWhen    = phrase(`\bhoras?\b|hor[áa]rio|\bquando\b|\bque dia\b|\bqual dia\b|\bdata\b`)
	asksPrepare = phrase(`\blevar\b|prepar|jejum|documento|\bcomer\b|\bbeber\b`)
)

func phrase(pattern string) *regexp.Regexp { return regexp.MustCompile(`(?i)` + pattern) }
