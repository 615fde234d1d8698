package wording

// ID names a text: the group it belongs to, and what it says there.
type ID string

// The texts, in the order of texts.yaml, which has their words.
const (
	GreetingMorning   ID = "greeting.morning"
	GreetingAfternoon ID = "greeting.afternoon"
	GreetingEvening   ID = "greeting.evening"
	Introduction      ID = "greeting.introduction"

	AskService    ID = "ask.service"
	AskDoctor     ID = "ask.doctor"
	AskProcedure  ID = "ask.procedure"
	AskPlan       ID = "ask.plan"
	AskSame       ID = "ask.same"
	AskName       ID = "ask.name"
	AskOwnName    ID = "ask.name.own"
	AskTheirName  ID = "ask.name.theirs"
	AskCPF        ID = "ask.cpf"
	AskBirthDate  ID = "ask.birth_date"
	AskOption     ID = "ask.option"
	OfferSingle   ID = "offer.single"
	OfferHead     ID = "offer.head"
	OfferGone     ID = "offer.head.slot_gone"
	OfferElse     ID = "offer.head.else"
	OfferAll      ID = "offer.head.exhausted"
	OfferMore     ID = "offer.head.more"
	OfferTail     ID = "offer.tail"
	OfferMoreTail ID = "offer.tail.more"
	OfferAgain    ID = "offer.again"
	OfferNotThere ID = "offer.not_there"
	OfferOthers   ID = "offer.others"
	OfferWhich    ID = "offer.which"
	NumberUnknown ID = "offer.number_unknown"
	ChoiceMade    ID = "choice.made"
	ChoiceTold    ID = "choice.told"

	NoneLeft       ID = "none.left"
	NoneLeftGone   ID = "none.left.slot_gone"
	NoneElse       ID = "none.else"
	NoneOnlyDoctor ID = "none.only_doctor"
	WayDoctor      ID = "way.doctor"
	WayPerson      ID = "way.person"
	WayLater       ID = "way.later"

	BadName      ID = "bad.name"
	BadCPF       ID = "bad.cpf"
	BadBirthDate ID = "bad.birth_date"
	NoCPF        ID = "cpf.none"

	TalkNoted     ID = "talk.noted"
	TalkNoHurry   ID = "talk.no_hurry"
	TalkNoProblem ID = "talk.no_problem"
	TalkWelcome   ID = "talk.welcome"
	TalkAgreed    ID = "talk.agreed"
	TalkUntilThen ID = "talk.until_then"

	AnswerUnknown    ID = "answer.unknown"
	AnswerPlan       ID = "answer.plan"
	AnswerPrivate    ID = "answer.private"
	AnswerPlans      ID = "answer.plans"
	AnswerDoctors    ID = "answer.doctors"
	AnswerDoctorLine ID = "answer.doctors.line"
	AnswerWorksIn    ID = "answer.works_in"

	MissedFirst   ID = "missed.first"
	MissedPlan    ID = "missed.plan"
	MissedAgain   ID = "missed.again"
	MissedNumbers ID = "missed.again.numbers"
	MediaAudio    ID = "media.audio"
	MediaFile     ID = "media.file"
	MediaOther    ID = "media.other"

	PendingFirst ID = "pending.first"
	PendingStill ID = "pending.still"
	BookedTold   ID = "booked.told"

	TransferAsked         ID = "transfer.asked"
	TransferFailure       ID = "transfer.failure"
	TransferUncertain     ID = "transfer.uncertain"
	TransferNotUnderstood ID = "transfer.not_understood"
	TransferReschedule    ID = "transfer.reschedule"
	TransferCancel        ID = "transfer.cancel"
	TransferWithdrawal    ID = "transfer.withdrawal"
	TransferExisting      ID = "transfer.existing"
	TransferCalling       ID = "transfer.calling"
	TransferEmergency     ID = "transfer.emergency"

	CloseGoodbye ID = "close.goodbye"
)

// placeholders are the words in braces that a text must have.  A text that is not listed has none.
var placeholders = map[ID][]string{
	Introduction:     {"greeting", "clinic"},
	AskSame:          {"name"},
	AskOption:        {"number", "name"},
	OfferSingle:      {"day", "hour", "with"},
	OfferHead:        {"with"},
	OfferGone:        {"with"},
	OfferElse:        {"with"},
	OfferAll:         {"with"},
	OfferMore:        {"with"},
	ChoiceMade:       {"day", "hour"},
	ChoiceTold:       {"day", "hour"},
	NoneLeft:         {"with"},
	NoneLeftGone:     {"with"},
	NoneElse:         {"with"},
	NoneOnlyDoctor:   {"doctor"},
	WayDoctor:        {"with"},
	AnswerPlan:       {"plan"},
	AnswerPlans:      {"plans"},
	AnswerDoctorLine: {"specialty", "doctors"},
	AnswerWorksIn:    {"doctor", "specialty"},
	BookedTold:       {"procedure", "with", "day", "hour"},
}

// mayClaim are the texts that may speak of an appointment as made: those that are said only where A4 made
// one, or of one that the patient speaks of.
var mayClaim = []ID{BookedTold, TransferExisting}
