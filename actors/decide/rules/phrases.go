package rules

// Phrases that matter only in the light of what was asked, and that package understand, which does
// not know the question, therefore leaves alone.
var (
	// titled: a doctor is meant, not the patient.
	titled = phrase(`\b(dra?|doutora?|m[ée]dic[oa])\b`)
	// titledName: the title stands before a name.
	titledName = phrase(`\b(dra?|doutora?)\.? +\p{L}`)
	// choosing: a day is taken, not just mentioned.
	choosing = phrase(`\b(quero|queria|pode|prefiro|melhor|mud\w+|verdade|serve|fico|ficar|marc\w+|agend\w+|vou|aceito|consigo|posso|fechado|escolho|seria|ent[ãa]o|sim|ok|isso|essa|esse|[oa] d[eao])\b|\bd[áa] (pra|para|certo)`)
	// prefers: somebody else is wanted than was said before.
	prefers = phrase(`\b(prefiro|quero|queria|troc\w+|mud\w+|com [oa]|pode ser|serve|tem)\b`)
	// changes: another time is wanted than the one that was chosen.
	changes = phrase(`\b(prefiro|queria|muda\w*|mudei|troc\w+|melhor|pode ser|tem como|quero)\b`)
	// withPerson stands before a doctor's name without a title.
	withPerson = phrase(`\b(com|pel[oa]) ([oa] )?\p{L}`)
	// family: names that follow are not the doctor's.
	family = phrase(`\b((meu|minha|meus|minhas|seu|sua|o|a|d[oa]|um|uma) (filh|net[oa]\b)|m[ãa]e\b|pai\b|marido|espos|mulher|irm[ãa]|av[óô]|sogr[oa]|namorad|neném|beb[êe])`)
	// before stands between a patient and a name: "na verdade é …".
	before = phrase(`^.*(^|\s)(é|eh|seria)\s+`)
	// otherDoctor: not this one.
	otherDoctor = phrase(`\boutr[oa]s? (m[ée]dic|doutor|profissiona|dra?\b|especialist|\p{L}+(ista|logo|loga)\b)|n[ãa]o gost\w+ d?ess[ea] (doutor|m[ée]dic)`)

	// plainWords are what no name consists of, however the question was answered.
	plainWords = phrase(`(^|\s)(que|vou|n[ãa]o|[ée]|eh|est[áa]|t[áa]|pra|para|p/|um|uma|o|a|os|as|eu|voc[êe]|vc|me|meu|minha|j[áa]|s[óo]|tem|tenho|quero|queria|pode|isso|tudo|com|sem|na|no|melhor|mais|muito|obrigad[oa]|segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado|manh[ãa]|tarde|noite|plano|conv[êe]nio|consulta|pel[oa])(\s|$)`)
	// wordsOnly is two to seven words of letters.
	wordsOnly = phrase(`^\s*[\p{L}\p{M}'’.-]{2,}(\s+[\p{L}\p{M}'’.-]+){1,6}\s*$`)

	// paying: says how to pay only where that was asked ("vou pegar a carteirinha" never does).
	paying   = phrase(`\bpag(ar|o|ando)\b`)
	fetching = phrase(`\bpeg\w+`)
	// noPlan: an answer to the question for the plan.
	noPlan = phrase(`\bn[ãa]o (tenho|tem|possuo)\b`)
	// noPlanNamed says it without having been asked.
	noPlanNamed = phrase(`\b(n[ãa]o (tenho|tem|possuo)|sem) (nenhum )?(plano|conv[êe]nio)`)

	// also: one more thing, not another.
	also = phrase(`\btamb[ée]m\b|\bmais (um|uma)\b`)
	// noneThere: nothing of a list will do.
	noneThere = phrase(`\bnenhuma? (d[aeo]|n)(ss|st|l)[aeo]s?\b|\bnenhuma? (da|na) lista|^\s*nenhuma?\s*[.!]?$`)
	// otherPlans are plans that many patients have.
	otherPlans = phrase(`\b(unimed|bradesco|amil|sul ?am[ée]rica|cassi|geap|notre ?dame|interm[ée]dica|hapvida|porto seguro|golden cross|ipasgo|iamspe|care ?plus|prevent senior|s[ãa]o francisco sa[úu]de|samp|medsenior|postal sa[úu]de|fusex|saude caixa|sa[úu]de caixa|assim sa[úu]de|omint|allianz|mediservice)\b`)

	// confirming and existing: about an appointment that there is already.
	confirming = phrase(`\bconfirmar (a |o )?(minha|meu|nossa) (consulta|exame|hor[áa]rio|agendamento)`)
	existing   = phrase(`\b(j[áa] )?tenho (uma |um )?(consulta|exame|hor[áa]rio) (marcad|agendad|hoje|amanh[ãa])`)
	// mistaken: what was booked is not what was meant.
	mistaken = phrase(`\berr(ad[oa]|ei)\b|\bn[ãa]o (posso|consigo|vou poder|vou conseguir|d[áa])( (ir|comparecer|nesse|nessa|neste|nesta|esse|essa|mais|mesmo|na|no|amanh|hoje)|\s*[,.!]|\s*$)|\btroca(r|)\b`)

	// confirms asks whether there is an appointment, or to say it again.
	confirms = phrase(`\?|\bconfirma`)
	// amends takes back something of what was booked.
	amends = phrase(`\bna verdade\b|\berrei\b|\berrad[oa]\b|\b(o |a )?(cert[oa]|corret[oa]) (é|eh|seria)\b|\bme enganei\b|\bconfundi\b|\bcorrig|\bera (pra|para|pro) (o |a )?(ser|mim|meu|minha|outr|dia|segunda|ter[çc]|quarta|quinta|sexta|s[áa]b)|\bn[ãa]o era\b|\bs[óo] perguntei\b`)
	// kinOf stands before the patient's name: "sou a mãe do Enzo Ribeiro".
	kinOf = phrase(`\bsou (a |o )?(` + kin + `|respons[áa]vel( legal)?) d[oae] `)
	// forSomebody stands before a name: "é pro Caio Prado".
	forSomebody = phrase(`^\s*(n[ãa]o[,.]?\s*)?((é|eh|vai ser|seria)\s+)?(pro|pra|para|d[oa])\s+((o|a|meu|minha|` + kin + `)\s+)*`)
	// bareNo is a no and nothing else.
	bareNo = phrase(`^\s*n[ãa]o\s*[.!]*\s*$`)
	// seeYou: a day until which the patient says goodbye.
	seeYou = phrase(`\bat[ée]\b`)
	// anotherTime: of an appointment that was made.
	anotherTime = phrase(`\boutr[oa]s? (hor[áa]rio|dia|data|vaga)`)
	// hypothetical asks what would be possible.
	hypothetical = phrase(`\b(se eu|posso|podemos|consigo|at[ée] quando|como (eu )?(fa[çc]o|cancelo))\b.*\?`)
	// kinAhead stands before a relative's name: "minha mãe Rosa Prado".
	kinAhead = phrase(`^\s*((é|eh) )?(o |a |d[oa] )?(meu|minha|nosso|nossa) (` + kin + `)\s*[,:]?\s+((é|eh|se chama|chama) )?`)

	// withYou: here is fine.
	withYou = phrase(`\b(com|contigo) ?(voc[êe]|vc|tu)\b|\bcontigo\b|\bpor aqui mesmo\b`)
	// noMore: an appointment is not wanted any more; "não quero mais nada" is.
	noMore = phrase(`\bn[ãa]o (quero|vou|preciso|vou querer) mais\s*($|[,.!]|ir|essa|esse|a consulta|o hor)|\bdesist`)
	// waitsForPerson and goesOn answer whether to go on here.
	waitsForPerson = phrase(`\bespero\b|\besperar\b|\baguard|\bpessoa\b|\batendente\b|\bhuman`)
	goesOn         = phrase(`continu|por aqui|\bmarca|\bvamos\b|\bbora\b|\bsegu(e|ir)\b`)

	// waiting: the patient will be back in a moment.
	waiting = phrase(`\bj[áa] volto\b|\bs?[óo]? ?um (momento|minut\w+|instante|segundo)\b|^\s*(s[óo] )?pera\b|\bpera ?[íia]\b|^\s*espera\b|\bespera (a[íi]|um)|^\s*calma\b|(^|[^o] )\bvou (pegar|buscar|procurar)\b`)
	// sendsLater: what was asked for comes another time.
	sendsLater = phrase(`\b(te |lhe |já )?(mando|envio|passo|trago)\b|\bvou (te )?(mandar|enviar|passar)\b`)
	// noCPF: there is none at hand.
	noCPF = phrase(`\bn[ãa]o (tem|tenho|sei|lembro|quero)\b|\bsem cpf\b|\bdecor\b`)
	// withoutCPF says so before it was asked.
	withoutCPF = phrase(`\b(n[ãa]o (tem|tenho|possuo|sei|lembro|quero (dar|passar|informar|mandar))|sem) ([^,.;?!]{0,12} )?cpf\b|\bcpf (eu )?n[ãa]o (tem|tenho|quero|sei|lembro)`)
	// aPerson: the writer speaks of themselves.
	aPerson = phrase(`\b(sou|quem (est[áa] )?(fala|escreve|falando|escrevendo) ([ée]|eh)) (s[óo] )?uma pessoa`)
	// dated marks digits that are a date, beside a question for a CPF.
	dated = phrase(`\d\s*[/-]\s*\d|\b(19|20)\d\d\b|nasc|\bdn\b|anivers|\bde (jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)`)
	// onlyPerson: a person is asked for, in no more words.
	onlyPerson = phrase(`^[\s,.!]*(n[ãa]o[\s,.!]+)?((quero|prefiro) )?(um|uma|com)? ?(pessoa|atendente|humano|gente)( (de verdade|real))?[\s,.!]*(por favor|pfv?|pf)?[\s,.!]*$`)
	// hello is a greeting of somebody who was away.
	hello = phrase(`^[\s,.!?]*((oi|ol[áa]|bom dia|boa tarde|boa noite|opa)[\s,.!?]+)*((tem )?algu[ée]m (a[íi]|por a[íi])|(me )?desculp\p{L}*,? ?(a|pela) demora|demorei|voltei|cheguei|(j[áa] )?(estou|t[ôo]) (aqui|de volta))[\s,.!?]*$`)
	// both of several; myself and somebody else, where it was asked who the appointment is for.
	both   = phrase(`\bos dois\b|\bas duas\b|\bambos\b`)
	myself = phrase(`\b(pra|para) mim\b|\bsou eu\b|\beu mesm[oa]\b|\bminha mesm[oa]\b`)
	others = phrase(`\b(pra|para|pro|do|da) (o |a )?(meu|minha|outr[oa])\b`)

	// own introduces the writer, ownCPF the writer's CPF.
	own    = phrase(`\b(sou (a|o)|aqui [ée]|me chamo|meu nome|meu cpf|meu ([ée]|eh)( |:))`)
	ownCPF = phrase(`\bmeu (cpf\b|([ée]|eh)[ :])`)

	// sameDoctor and samePlan: as in the booking before.
	sameDoctor = phrase(`\bmesm[oa] (m[ée]dic|doutor|dra?\b|profissiona|especialist)|\bcom (ela|ele) (mesm|de novo|tamb[ée]m|novamente)`)
	samePlan   = phrase(`\bmesmo (plano|conv[êe]nio)`)

	// oneMore: another appointment, where one was just made.
	oneMore = phrase(`\bagora\b|\boutr[oa]\b|tamb[ée]m|\bmais um|\bmesm[oa]\b|\bmarcar\b|\bagendar\b`)

	// exclusion: what follows is what is not wanted.
	exclusion = phrase(`\b(menos|exceto|tirando|fora|n[ãa]o|nem)\b`)
	// notThat: a number of the list that is not wanted; address: one that is no choice.
	notThat = phrase(`\b(menos|exceto|tirando|fora|nem) (o |a )?(n[úu]mero )?(\d|primeir|segund|terceir|[úu]ltim)|^\s*(o |a )?\d{1,2},? n[ãa]o\s*[.!]?$`)
	address = phrase(`\bmoro\b|\bapartamento\b|\bapto?\b|\bcasa \d|\brua\b|\bavenida\b|\b\d+ (anos|filhos|mg|meses|semanas)\b`)
	// partOfOffer: days, parts of the day, numbers of the list.
	partOfOffer = phrase(`\bhoje\b|amanh|segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado|manh[ãa]|\btarde|noite|\bcedo|\b[oa] \d`)
	// copiedLine is a line of an offer: "5 - 08:00".
	copiedLine = phrase(`^\s*\*?(\d{1,2})\*?\s*[-–]\s*(\d\d:\d\d)\s*$`)
	// corrects takes another instead: "não, o 3".
	corrects = phrase(`^\s*n[ãa]o\s*,|\berrei|\berrad|\bqueria\b|\bn[ãa]o\s*,`)
	// bareNumber is a choice and nothing else.
	bareNumber = phrase(`^\s*(sim[, ]+)?(pode ser |quero |prefiro |fico com |vou (de|querer|no|na) |marca |marque |escolho )*([oa] )?((op[çc][ãa]o|n[úu]mero|n[º°o]?\.?|item|hor[áa]rio) )?(\d{1,2}|[1-9]\x{fe0f}?\x{20e3}|primeir[oa]|segund[oa]|terceir[oa]|quart[oa]|quint[oa]|[úu]ltim[oa])( op[çc][ãa]o| hor[áa]rio)?(,? (por favor|pfv?|obrigad[oa]|mesmo|est[áa] [óo]timo|t[áa] bom))?[\s.!👍]*$`)
	// bareTime is a day and an hour and nothing else: "o das 9h", "quinta às 14h".
	bareTime = phrase(`^([\s,.!👍]*(sim|ok|ent[ãa]o|pode ser|quero|prefiro|fico com|marca|marque|vou (de|querer|no|na)|por favor|pfv?|obrigad[oa]|mesmo|` +
		`[oae]|[oa]s|[àá]s?|d?[oae]s?|n[oa]|em|pr?a|para|dia|hor[áa]rio|horas?|hs?|manh[ãa]|tarde|noite|meio[ -]dia|meia|depois de|` +
		`(segunda|ter[çc]a|quarta|quinta|sexta|s[áa]bado|domingo)([- ]feira)?|hoje|amanh[ãa]|\d{1,2}([:h]\d{0,2})?(/\d{1,2}(/\d{2,4})?)?)[\s,.!👍]+)+$`)

	// last and earliest places of a list.
	last     = phrase(`\b[oa] [úu]ltim[oa]\b`)
	earliest = phrase(`mais cedo poss|quanto antes|\bo mais cedo\b`)
	// laterInDay: a later hour, not a later day.
	laterInDay = phrase(`\bmais tarde\b|\bmais no fim d`)
	// soonerInDay: an earlier hour.
	soonerInDay = phrase(`\bmais cedo\b`)
	// anotherWeek: the weekday of a later week.
	anotherWeek = phrase(`que vem|pr[óo]xim|outra semana|seguinte`)
	// takesBack: the choice was wrong.
	takesBack = phrase(`\berrei\b|\berrad[oa]\b|\bn[ãa]o (quero|gostei|serve|posso|consigo)( mais)? (d?(ess|est)[ea]|ness[ea]) (hor[áa]rio|dia|hora|data)`)
	// complains: the chosen time will not do.
	complains = phrase(`\bmuito (cedo|tarde)\b|\b(cedo|tarde) demais\b|\btem (mais cedo|mais tarde|outr[oa])\b|^\s*mais (cedo|tarde)\b`)
	// leading is a number of the list before other words: "1, é pra minha filha".
	leading = phrase(`^\s*(?:[oa] )?(\d{1,2})\s*[,;.]\s+\p{L}`)
	// keepsSecret: what was asked for is not told, or not before it is said what for.
	keepsSecret = phrase(`\b(por ?qu[eê]|pra qu[eê]|para qu[eê])\b.*\b(nome|cpf|data|dados|isso)\b|\bn[ãa]o (vou|quero) (te )?(dizer|falar|dar|informar|passar)\b`)
	// doubtsTime asks whether the chosen time is the one that was meant.
	doubtsTime = phrase(`\bcerteza\b|\b([ée]|eh|era|foi|ficou) (mesmo|n[ae] )`)
	// asksList: the list once more.
	asksList = phrase(`\blista\b|de novo|repet`)

	asksPlans   = phrase(`conv[êe]nio|\bplanos?\b|aceita|\batende[mn]?\b|particular`)
	asksDoctors = phrase(`m[ée]dic|doutor|especialidade|profissiona`)
	asksWhen    = phrase(`\bhoras?\b|hor[áa]rio|\bquando\b|\bque dia\b|\bqual dia\b|\bdata\b`)
	asksPrepare = phrase(`\blevar\b|prepar|jejum|documento|\bcomer\b|\bbeber\b`)
)
