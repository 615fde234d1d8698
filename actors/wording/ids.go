package wording

// ID names a text: the group it belongs to, and what it says there.
type ID string

// The texts, in the order of texts.yaml, which has their words.
const (
	GreetingMorning   ID = "greeting.morning"
	GreetingAfternoon ID = "greeting.afternoon"
	GreetingEvening   ID = "greeting.evening"
	Introduction      ID = "greeting.introduction"
	GreetingReturning ID = "greeting.returning"

	AskService      ID = "ask.service"
	AskDoctor       ID = "ask.doctor"
	AskProcedure    ID = "ask.procedure"
	AskPlan         ID = "ask.plan"
	AskPlanOnly     ID = "ask.plan.only"
	AskPlanOf       ID = "ask.plan.of"
	AskPlanOwn      ID = "ask.plan.own"
	AskSame         ID = "ask.same"
	AskSamePast     ID = "ask.same.past"
	AskReturningOwn ID = "ask.returning.own" // who booked for themselves before
	AskReturningOf  ID = "ask.returning.of"
	AskReturningAll ID = "ask.returning.several"
	ReturningOne    ID = "returning.one"
	ReturningNobody ID = "returning.nobody"
	AskPlanPast     ID = "ask.plan.past"
	AskPast         ID = "ask.past"
	AskPastPlan     ID = "ask.past.plan"
	AskName         ID = "ask.name"
	AskPatient      ID = "ask.patient"
	AskPatientOf    ID = "ask.patient.of"
	AskOwnName      ID = "ask.name.own"
	AskTheirName    ID = "ask.name.theirs"
	AskCPF          ID = "ask.cpf"
	AskBirthDate    ID = "ask.birth_date"
	AskPhone        ID = "ask.phone"
	AskConfirm      ID = "ask.confirm"
	AskChange       ID = "ask.change"
	AskChangeMore   ID = "ask.change.more" // while there is another appointment
	AskNext         ID = "ask.next"
	BookedWhose     ID = "booked.whose"
	NextFor         ID = "next.for"
	NextOther       ID = "next.other"
	NextService     ID = "next.service"
	NextSelf        ID = "next.self"
	NextBoth        ID = "next.service.for"
	NextWith        ID = "next.with"
	NextAt          ID = "next.at"   // adds to either the hour that was asked for
	NextWhen        ID = "next.when" // the day, or the part of it
	TalkNextAfter   ID = "talk.next.after"
	TalkNext        ID = "talk.next"
	TalkNextData    ID = "talk.next.data" // whose turn comes
	TalkNextOwn     ID = "talk.next.own"
	TalkNextPlan    ID = "talk.next.plan"
	AskOption       ID = "ask.option"
	OfferSingle     ID = "offer.single"
	OfferHead       ID = "offer.head"
	OfferGone       ID = "offer.head.slot_gone"
	OfferElse       ID = "offer.head.else"
	OfferElseOthers ID = "offer.head.else.others"
	OfferElseWhen   ID = "offer.head.else.when"
	// OfferElseMore is where what was asked for was offered before, and there is no more of it.
	OfferElseMore     ID = "offer.head.else.more"
	OfferDay          ID = "offer.day"
	OfferDayWith      ID = "offer.day.with"
	OfferTime         ID = "offer.time"
	OfferAll          ID = "offer.head.exhausted"
	OfferMore         ID = "offer.head.more"
	OfferTail         ID = "offer.tail"
	OfferFor          ID = "offer.for"
	OfferMoreTail     ID = "offer.tail.more"
	OfferAgain        ID = "offer.again"
	OfferNotThere     ID = "offer.not_there"
	OfferNotThereWhen ID = "offer.not_there.when"
	OfferSame         ID = "offer.same"
	OfferOthers       ID = "offer.others"
	OfferWhich        ID = "offer.which"
	NumberUnknown     ID = "offer.number_unknown"
	ChoiceMade        ID = "choice.made"
	ChoiceMadeFor     ID = "choice.made.for"
	ChoiceTold        ID = "choice.told"

	WishFromDay   ID = "wish.from_day"
	WishDays      ID = "wish.days"
	WishHour      ID = "wish.hour"
	WishAfter     ID = "wish.after"
	WishFromHour  ID = "wish.from_hour"
	WishUntilHour ID = "wish.until_hour"
	WishBefore    ID = "wish.before"
	WishHours     ID = "wish.hours"
	WishMorning   ID = "wish.morning"
	WishAfternoon ID = "wish.afternoon"
	WishEvening   ID = "wish.evening"
	WishLatest    ID = "wish.latest"

	NoneLeft       ID = "none.left"
	NoneLeftWait   ID = "none.left.wait" // where there is a waiting list
	NoneLeftGone   ID = "none.left.slot_gone"
	NoneElse       ID = "none.else"
	NoneOnlyDoctor ID = "none.only_doctor"
	NoneDoctor     ID = "none.doctor"
	NonePlan       ID = "none.plan"
	NonePrivate    ID = "none.private"
	NoneOnlyPlan   ID = "none.only_plan"
	WayService     ID = "way.service"
	WayPrivate     ID = "way.private"
	WayPlan        ID = "way.plan"
	WayOnlyPlan    ID = "way.only_plan"
	WayDoctor      ID = "way.doctor"
	WayPerson      ID = "way.person"
	WayLater       ID = "way.later"
	WayWait        ID = "way.wait"

	BadName      ID = "bad.name"
	BadCPF       ID = "bad.cpf"
	BadBirthDate ID = "bad.birth_date"
	BadPhone     ID = "bad.phone"

	BadBirthDateOwn ID = "bad.birth_date.own"
	// BadBirthDateAge says that a birth date does not fit the age that was told.  {said} and {gives} are ages ("1 ano", "41 anos"),
	// {birth} is the date, {of} whose is wanted ("da sua filha").
	BadBirthDateAge ID = "bad.birth_date.age"
	// BadBirthDateNone says that there is no such day, as "29/02/1981".
	BadBirthDateNone ID = "bad.birth_date.none"
	// BadBirthDateNoDay says the same beside other data.
	BadBirthDateNoDay ID = "bad.birth_date.no_day"

	NoCPF               ID = "cpf.none"
	DataRefused         ID = "data.refused"
	TalkUnwell          ID = "talk.unwell"
	TalkUnwellPart      ID = "talk.unwell.part"
	TalkBothered        ID = "talk.bothered"
	TalkHard            ID = "talk.hard"
	TalkAfraid          ID = "talk.afraid"
	TalkGoodNews        ID = "talk.good_news"
	TalkInjured         ID = "talk.injured"
	TalkMourning        ID = "talk.mourning"
	TalkEnglish         ID = "talk.english"
	TalkSpanish         ID = "talk.spanish"
	TalkNoted           ID = "talk.noted"
	TalkNotedWhat       ID = "talk.noted.what"
	NotedBirth          ID = "noted.birth"
	TalkKnown           ID = "talk.known"
	AnswerHave          ID = "answer.have"
	AnswerDays          ID = "answer.days"
	AnswerDaysFree      ID = "answer.days.free"
	AnswerDaysEither    ID = "answer.days.either"
	AnswerByAppointment ID = "answer.appointment"
	AnswerHere          ID = "answer.here"
	AnswerDo            ID = "answer.do"
	AnswerCancel        ID = "answer.cancel"
	TalkMisread         ID = "talk.misread"
	TalkPrivate         ID = "talk.private"
	TalkOneByOne        ID = "talk.one_by_one"
	TalkStranger        ID = "talk.stranger" // to who is not the one that a phone is known for
	TalkStory           ID = "talk.story"
	TalkPleased         ID = "talk.pleased"
	TalkListening       ID = "talk.listening"
	TalkAskAway         ID = "talk.ask_away"
	TalkUnheard         ID = "talk.unheard"
	TalkNoHurry         ID = "talk.no_hurry"
	TalkPersonLater     ID = "talk.person_later"
	TalkCancelTheirs    ID = "talk.cancel_theirs"
	TalkNoProblem       ID = "talk.no_problem"
	TalkWelcome         ID = "talk.welcome"
	TalkThanks          ID = "talk.thanks"
	TalkHere            ID = "talk.here"
	TalkAgreed          ID = "talk.agreed"
	TalkNotBooked       ID = "talk.not_booked"
	TalkNotBookedMore   ID = "talk.not_booked.more" // while there is another one
	TalkUntilThen       ID = "talk.until_then"

	AnswerUnknown   ID = "answer.unknown"
	AnswerRobot     ID = "answer.robot"
	AnswerNoPerson  ID = "answer.noperson"
	AnswerReturn    ID = "answer.return"
	AnswerDone      ID = "answer.done"
	AnswerWho       ID = "answer.who"
	AnswerWhyData   ID = "answer.why_data"
	AnswerWhyPlan   ID = "answer.why_plan"
	AnswerOwnCPF    ID = "answer.own_cpf"
	AnswerDoctorNot ID = "answer.doctor.not_here"
	// AnswerDoctorUsual asks for the name of who was there at a visit that was not booked here.
	AnswerDoctorUsual ID = "answer.doctor.usual"
	AnswerClinic      ID = "answer.clinic"
	AnswerPlan        ID = "answer.plan"
	AnswerPrivate     ID = "answer.private"
	AnswerPlans       ID = "answer.plans"
	AnswerNotPlan     ID = "answer.plan.not_here"
	// AnswerNotThatPlan names the plan that is not taken here.
	AnswerNotThatPlan ID = "answer.plan.named"
	AnswerDoctors     ID = "answer.doctors"
	AnswerDoctorLine  ID = "answer.doctors.line"
	AnswerWorksIn     ID = "answer.works_in"
	AnswerOpening     ID = "answer.opening"
	AnswerHolidays    ID = "answer.opening.holidays"

	MediaAudio    ID = "media.audio"
	MediaFile     ID = "media.file"
	MediaPhoto    ID = "media.photo"
	MediaRead     ID = "media.read"
	MediaReaction ID = "media.reaction"
	MediaCaption  ID = "media.caption"
	MediaOther    ID = "media.other"
	MediaLong     ID = "media.long"
	MediaPlan     ID = "media.plan"

	PendingFirst   ID = "pending.first"
	PendingStill   ID = "pending.still"
	BookedTold     ID = "booked.told"
	BookedToldPlan ID = "booked.told.plan"
	BookedShort    ID = "booked.short"
	BookedOnly     ID = "booked.only"
	BookedWhich    ID = "booked.which"
	BookedTheirs   ID = "booked.theirs" // that of somebody else
	BookedYours    ID = "booked.yours"  // the appointment of the writer

	TransferBookedMove   ID = "transfer.booked.move"
	TransferBookedData   ID = "transfer.booked.data" // a datum of who was booked is wrong
	TransferBookedTo     ID = "transfer.booked.to"
	TransferBookedCancel ID = "transfer.booked.cancel"
	TransferTheirs       ID = "transfer.theirs"
	TalkNextNow          ID = "talk.next.now"

	TransferAsked         ID = "transfer.asked"
	TransferFailure       ID = "transfer.failure"
	TransferRefused       ID = "transfer.refused"
	TransferRefusedPhone  ID = "transfer.refused.phone"
	TransferUncertain     ID = "transfer.uncertain"
	TransferNotUnderstood ID = "transfer.not_understood"
	TransferReschedule    ID = "transfer.reschedule"
	TransferCancel        ID = "transfer.cancel"
	TransferWithdrawal    ID = "transfer.withdrawal"
	TransferExisting      ID = "transfer.existing"
	TransferResults       ID = "transfer.results"
	TransferCalling       ID = "transfer.calling"
	TransferEmergency     ID = "transfer.emergency"
	TransferDespair       ID = "transfer.despair"
	EmergencyCalling      ID = "emergency.calling"
	EmergencyAway         ID = "emergency.away"
	TransferNoData        ID = "transfer.no_data"
	TransferEnglish       ID = "transfer.english"
	TransferSpanish       ID = "transfer.spanish"
	TransferManyCPFs      ID = "transfer.many_cpfs"
	TransferManyBookings  ID = "transfer.many_bookings"
	TransferManyMessages  ID = "transfer.many_messages"
	TransferRecord        ID = "transfer.record"
	TransferPaperwork     ID = "transfer.paperwork"
	TransferOwnData       ID = "transfer.own_data"
	TransferDataSee       ID = "transfer.own_data.see"
	TransferDataCorrect   ID = "transfer.own_data.correct"
	TransferDataErase     ID = "transfer.own_data.erase"
	TransferDataWho       ID = "transfer.own_data.who"
	TransferDataNobody    ID = "transfer.own_data.nobody"
	TransferComplaint     ID = "transfer.complaint"
	TransferReturn        ID = "transfer.return"
	TransferOther         ID = "transfer.other"

	CloseGoodbye ID = "close.goodbye"
	CloseKept    ID = "close.kept" // while there is an appointment

	GreetingAway ID = "greeting.away"

	PrivacyNotice ID = "privacy.notice"
	PrivacyFull   ID = "privacy.full"

	BackHello   ID = "back.hello"
	BackBooking ID = "back.booking"
	BackService ID = "back.service"
	BackSome    ID = "back.some"
	BackFor     ID = "back.for"
	BackPlan    ID = "back.plan"
	BackPrivate ID = "back.private"
	BackChoice  ID = "back.choice"

	AskNameOf      ID = "ask.name.of"
	AskCPFOf       ID = "ask.cpf.of"
	AskBirthDateOf ID = "ask.birth_date.of"

	ShortService     ID = "short.service"
	ShortDoctor      ID = "short.doctor"
	ShortProcedure   ID = "short.procedure"
	ShortPlan        ID = "short.plan"
	ShortSlot        ID = "short.slot"
	ShortSlotSingle  ID = "short.slot.single"
	ShortOther       ID = "short.other"
	ShortSame        ID = "short.same"
	ShortReturning   ID = "short.returning"
	ShortWhom        ID = "short.returning.several"
	ShortName        ID = "short.name"
	ShortCPF         ID = "short.cpf"
	ShortBirthDate   ID = "short.birth_date"
	ShortPhone       ID = "short.phone"
	ShortConfirm     ID = "short.confirm"
	ShortConfirmSure ID = "short.confirm.sure"
	NumbersConfirm   ID = "numbers.confirm"
	ConfirmTwice     ID = "confirm.twice"
	ConfirmClose     ID = "confirm.close"
	ShortOf          ID = "short.of"

	AgainService     ID = "again.service"
	AgainDoctor      ID = "again.doctor"
	AgainProcedure   ID = "again.procedure"
	AgainPlan        ID = "again.plan"
	AgainPlanUnknown ID = "again.plan.unknown"
	AgainSlot        ID = "again.slot"
	AgainSlotSingle  ID = "again.slot.single"
	AgainOther       ID = "again.other"
	AgainSame        ID = "again.same"
	AgainWhom        ID = "again.returning.several"
	AgainName        ID = "again.name"
	AgainCPF         ID = "again.cpf"
	AgainBirthDate   ID = "again.birth_date"
	AgainPhone       ID = "again.phone"
	AgainPerson      ID = "again.person"

	NumbersWrong     ID = "numbers.wrong"
	NumbersList      ID = "numbers.list"
	NumbersSlots     ID = "numbers.slots"
	NumbersName      ID = "numbers.name"
	NumbersCPF       ID = "numbers.cpf"
	NumbersBirthDate ID = "numbers.birth_date"
	NumbersPhone     ID = "numbers.phone"
	NumbersSorry     ID = "numbers.sorry"
	NumbersSlot      ID = "numbers.slot"
	NumbersMore      ID = "numbers.more"
	NumbersSame      ID = "numbers.same"
	NumbersAnother   ID = "numbers.another"
	NumbersNow       ID = "numbers.now"
	NumbersLater     ID = "numbers.later"

	TalkGoOn      ID = "talk.go_on"
	TalkWhenThere ID = "talk.when_there"

	ChoiceKept ID = "choice.kept"

	BadNameOwn  ID = "bad.name.own"
	BadCPFKept  ID = "bad.cpf.kept"
	BadCPFCount ID = "bad.cpf.count"
	// BadCPFPart, BadBirthDatePart (the year) and BadBirthDateDay (month and year) ask for the rest of what came in part.
	BadCPFPart       ID = "bad.cpf.part"
	BadBirthDatePart ID = "bad.birth_date.part"
	BadBirthDateDay  ID = "bad.birth_date.day"
	// Where the clinic's record has something else, name and birth date are asked again.
	Recheck   ID = "recheck"
	BadCPFOwn ID = "bad.cpf.own"
	// BadCPFLent says that the CPF is neither the patient's nor the writer's.  {of} is whose is wanted ("da sua filha").
	BadCPFLent ID = "bad.cpf.lent"

	CPFNoted ID = "cpf.noted"
	CPFWhich ID = "cpf.which"
	CPFLast  ID = "cpf.last"

	AnswerNotHere ID = "answer.not_here"
	// AnswerThatService is what it names where the patient's word for it is unknown.
	AnswerThatService ID = "answer.that_service"
	AnswerClinical    ID = "answer.clinical"
	AnswerWorry       ID = "answer.worry"
	AnswerWorse       ID = "answer.worse"
	AnswerHold        ID = "answer.hold"

	// AnswerAbout says that a person knows, of what a question is about.
	AnswerAbout   ID = "answer.about"
	AnswerOpinion ID = "answer.opinion"
	AnswerThat    ID = "answer.that"
	AnswerOnlyYes ID = "answer.only_yes"

	AboutParking     ID = "about.parking"
	AboutAccess      ID = "about.access"
	AboutDuration    ID = "about.duration"
	AboutPunctuality ID = "about.punctuality"
	AboutTolerance   ID = "about.tolerance"
	AboutInvoice     ID = "about.invoice"
	AboutRefund      ID = "about.refund"
	AboutDiscount    ID = "about.discount"
	AboutChildren    ID = "about.children"
	AboutWaitingList ID = "about.waiting_list"
	AboutCompanion   ID = "about.companion"
	AboutPeriod      ID = "about.period"
	AboutPain        ID = "about.pain"
	AboutResults     ID = "about.results"
	AboutReminder    ID = "about.reminder"
	AboutReturn      ID = "about.return"
	AboutOnline      ID = "about.online"
	AboutReferral    ID = "about.referral"
	AboutPapers      ID = "about.papers"
	AboutOther       ID = "about.other"

	TalkSorry ID = "talk.sorry"

	TransferTextless ID = "transfer.textless"

	AwayBack    ID = "away.back"
	AwayHoliday ID = "away.holiday"

	PersonOffer ID = "person.offer"
	PersonGoOn  ID = "person.go_on"
	PersonWait  ID = "person.wait"

	NudgeService    ID = "nudge.service"
	NudgeDoctor     ID = "nudge.doctor"
	NudgeProcedure  ID = "nudge.procedure"
	NudgePlan       ID = "nudge.plan"
	NudgePlanOnly   ID = "nudge.plan.only"
	NudgeSlot       ID = "nudge.slot"
	NudgeSlotSingle ID = "nudge.slot.single"
	NudgeName       ID = "nudge.name"
	NudgeCPF        ID = "nudge.cpf"
	NudgeBirthDate  ID = "nudge.birth_date"
	NudgePhone      ID = "nudge.phone"
	NudgeSame       ID = "nudge.same"
	NudgeReturning  ID = "nudge.returning"
	NudgeOther      ID = "nudge.other"

	CloseSilence ID = "close.silence"

	VisitAsk    ID = "visit.ask"
	VisitAskOf  ID = "visit.ask.of" // of somebody else than the writer
	VisitAgain  ID = "visit.again"
	VisitHead   ID = "visit.several" // with a line for each
	VisitLine   ID = "visit.line"
	VisitAlone  ID = "visit.line.alone"
	VisitTail   ID = "visit.several.ask"
	VisitThanks ID = "visit.thanks"
	VisitUntil  ID = "visit.until" // to who thanks for that
	VisitStop   ID = "visit.stop"

	WaitOffer  ID = "wait.offer"
	WaitJoined ID = "wait.joined"
	WaitFull   ID = "wait.full"
	WaitTail   ID = "wait.tail" // behind a list without what was wished for

	// What can be tapped (ATENDE_INTERACTIVE).
	MenuTimes   ID = "menu.times"
	MenuTime    ID = "menu.time"
	MenuAnswers ID = "menu.answers"
	MenuYes     ID = "menu.yes"
	MenuChange  ID = "menu.change"
	MenuOther   ID = "menu.other"
	MenuOlder   ID = "menu.older"
)

// placeholders are the words in braces that a text must have.  A text that is not listed has none.
var placeholders = map[ID][]string{
	Introduction:      {"greeting", "clinic"},
	AskSame:           {"name"},
	AskSamePast:       {"name", "last"},
	GreetingReturning: {"name", "clinic"},
	AskReturningOwn:   {"name", "last"},
	AskReturningOf:    {"name", "last"},
	ReturningOne:      {"name", "last"},
	ShortReturning:    {"name"},
	AskPlanPast:       {"plan"},
	AskPast:           {"procedure", "with"},
	AskPastPlan:       {"procedure", "with", "plan"},

	TransferRefusedPhone: {"phone"},
	TransferDataWho:      {"clinic", "name", "contact"},

	AskOption:         {"number", "name"},
	MenuTime:          {"day", "hour"},
	MenuYes:           {"day", "hour"},
	OfferSingle:       {"day", "hour", "with"},
	OfferHead:         {"with"},
	OfferGone:         {"with"},
	OfferElse:         {"with"},
	OfferElseOthers:   {"with"},
	OfferAll:          {"with"},
	OfferMore:         {"with"},
	OfferElseWhen:     {"when", "with"},
	OfferNotThereWhen: {"when"},
	OfferElseMore:     {"with"},
	OfferDay:          {"day"},
	OfferDayWith:      {"day", "with"},
	OfferTime:         {"number", "hour"},
	WishFromDay:       {"day"},
	WishDays:          {"from", "to"},
	WishHour:          {"hour"},
	WishAfter:         {"hour"},
	WishFromHour:      {"hour"},
	WishUntilHour:     {"hour"},
	WishBefore:        {"hour"},
	WishHours:         {"from", "to"},
	TalkNotedWhat:     {"what"},
	TalkPleased:       {"name"},
	TalkUnwellPart:    {"part"},
	NotedBirth:        {"birth"},
	AskPatientOf:      {"of"},
	ChoiceMade:        {"day", "hour"},
	ChoiceTold:        {"day", "hour"},
	NoneLeft:          {"with"},
	NoneLeftGone:      {"with"},
	NoneLeftWait:      {"with"},
	NoneElse:          {"with"},
	NoneOnlyDoctor:    {"doctor"},
	NoneOnlyPlan:      {"plans"},
	WayOnlyPlan:       {"plan"},
	WayDoctor:         {"with"},
	AnswerPlan:        {"plan"},
	AnswerPlans:       {"plans"},
	AnswerNotPlan:     {"plans"},
	AnswerNotThatPlan: {"plan", "plans"},
	AnswerNotHere:     {"what"},
	AnswerDoctorLine:  {"specialty", "doctors"},
	AnswerRobot:       {"clinic"},
	AnswerNoPerson:    {"clinic"},
	AnswerDoctorNot:   {"name"},
	AnswerClinic:      {"clinic"},
	AnswerWorksIn:     {"doctor", "specialty"},
	AnswerOpening:     {"hours"},
	AnswerAbout:       {"about"},
	BookedTold:        {"name", "procedure", "with", "day", "hour"},
	BookedToldPlan:    {"name", "procedure", "with", "day", "hour", "plan"},
	BookedTheirs:      {"of"},
	BookedShort:       {"name", "with", "day", "hour"},
	BookedOnly:        {"appointment"},
	BookedWhich:       {"appointment"},
	ChoiceMadeFor:     {"day", "hour", "for"},
	OfferFor:          {"for"},
	AskPlanOf:         {"of"},

	TransferBookedMove:   {"appointment"},
	TransferBookedData:   {"name"},
	TransferBookedTo:     {"appointment", "wish"},
	TransferBookedCancel: {"appointment"},
	TransferTheirs:       {"appointment", "of"},
	TalkCancelTheirs:     {"of"},
	TalkNextNow:          {"what"},

	MediaPlan:         {"plan"},
	PrivacyFull:       {"clinic"},
	BackService:       {"service"},
	BackBooking:       {"what"},
	BackFor:           {"for"},
	BackPlan:          {"plan"},
	BackChoice:        {"day", "hour"},
	AskConfirm:        {"name", "last", "birth", "procedure", "with", "day", "hour", "plan"},
	AskNext:           {"what"},
	BookedWhose:       {"name"},
	NextFor:           {"for"},
	NextService:       {"procedure"},
	NextBoth:          {"procedure", "for"},
	NextAt:            {"what", "hour"},
	NextWhen:          {"what", "when"},
	NextWith:          {"what", "with"},
	TalkNext:          {"what"},
	TalkNextAfter:     {"now", "what"},
	TalkNextData:      {"of"},
	TalkNextPlan:      {"for", "plan"},
	AskNameOf:         {"of"},
	AskCPFOf:          {"of"},
	AskBirthDateOf:    {"of"},
	ShortSlotSingle:   {"day", "hour"},
	ShortConfirmSure:  {"name", "procedure", "with", "day", "hour"},
	ConfirmTwice:      {"name", "procedure", "with", "day", "hour"},
	ConfirmClose:      {"name", "procedure", "with", "day", "hour"},
	NumbersName:       {"of"},
	NumbersCPF:        {"of"},
	NumbersBirthDate:  {"of"},
	NumbersSlot:       {"day", "hour"},
	NumbersSame:       {"name"},
	ShortSame:         {"name"},
	ShortName:         {"of"},
	ShortCPF:          {"of"},
	ShortBirthDate:    {"of"},
	AgainSlotSingle:   {"day", "hour"},
	AgainSame:         {"name"},
	AgainName:         {"of"},
	AgainCPF:          {"of"},
	AgainBirthDate:    {"of"},
	ChoiceKept:        {"day", "hour"},
	BadNameOwn:        {"name", "of"},
	BadCPFKept:        {"last"},
	BadCPFCount:       {"n"},
	BadCPFPart:        {"n"},
	Recheck:           {"of"},
	BadCPFOwn:         {"of"},
	BadCPFLent:        {"of"},
	BadBirthDateOwn:   {"of"},
	BadBirthDateNone:  {"birth"},
	BadBirthDateNoDay: {"birth"},
	BadBirthDateAge:   {"said", "gives", "birth", "of"},
	CPFNoted:          {"last"},
	CPFLast:           {"last"},
	TransferTextless:  {"booking"},
	AwayBack:          {"when"},
	AwayHoliday:       {"holiday", "when"},
	NudgeSlot:         {"with"},
	NudgeSlotSingle:   {"with"},
	NudgeSame:         {"with"},
	NudgeReturning:    {"with"},
	VisitAsk:          {"when", "with"},
	VisitAskOf:        {"name", "when", "with"},
	VisitAgain:        {"when", "with"},
	VisitLine:         {"name", "when", "with"},
	VisitAlone:        {"when", "with"},
	WaitOffer:         {"when", "with", "until"},
	WaitJoined:        {"with"},
	WaitFull:          {"with"},
}

// mayClaim are the texts that may speak of an appointment as made: those that are said only where A4 made
// one, or of one that the patient speaks of.
var mayClaim = []ID{BookedTold, BookedToldPlan, TalkNotBookedMore, CloseKept, TransferExisting,
	BookedShort, BookedOnly, BookedWhich, TransferTheirs}
