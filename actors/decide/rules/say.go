package rules

import "atende/actors/language"

// book has the phrases of this package, say their names.
var (
	book = language.Must(language.Options{Files: []string{"names", "rules"}})
	say  = bound()
)

// phrases are the groups and classes of rules.phrases, where each is explained.
type phrases struct {
	Titled, Supposes, Rejoices, TitledName, TitleLast, Choosing, Prefers, Changes, WithPerson, Family, Is, WorksShe, WorksHe, GoesBackTo, OtherDoctor, Plain, Paying, OtherToo, OnWeekdays, OnlyThatDay,
	Fetching, NoPlan, NoPlanNamed, Also, NoneThere, OtherPlans, Mistaken, Confirms, Amends, Confirming, Existing, Helps, KinOf,
	ForSomebody, BareNo, SeeYou, IsThere, AnotherTime, Hypothetical, KinAhead, WithYou, NoMore, WaitsForPerson, Dental,
	TagQuestion, AsksRobot, AsksWho, AsksWhyData, AsksWhyPlan, AsksOwnCPF, AsksTurn, AnotherNow, AnotherOne, AnyoneThere, HeldBack, OfMoney, Sarcasm, AndOne, AnyListed, WhoThen, AskedAside, ForMine, SameDay, SameHour, KeepsHour, AnyDay, AnyHour, WhoPart, AsksClinic, AsksFirstFree, AlreadyHere,
	NotSaid, AsksMarked, WantsNoTime, MyOther, BesideMine, PatientIs, PlanElsewhere, TheirsOnly, BeginsShare, AsksMine, AnotherPlace, MineThen, MovesMine, AnotherDay, NeverHadCPF, RestsFor, FetchesThen, DoesThen, PutsHour, TakesHour, AfterThat, AfterReturn, UpToThere, OnlyAfter, SameAgain, IfThereIs, DocumentName, NoTime, NeverSaidThat, OnlyWhen, WithThem, NoClauseEnd, OfDoctor, DataOf, Owner, ThirdPerson, IsBack, YearRight, WriterIs, NotOfKin, SendsHere, AsksSameDay, AsksToBook, PaysCash, PricedCash, AsksIfWorks, PutsTime, InARow, ForEach, AfterThem,
	PutsRight, NotService, DoneExam, WorksOn, Courtesy, AnyDoctor, AnyDoctorNamed, TitledWoman, WomanDoctor, ManDoctor,
	GoesOn, Waiting, SendsLater, NoCPF, WithoutCPF, APerson, Dated, OnlyPerson, PatientTitled, OwnTitle, CallsOffElse, NoPerson, NotOfMachines, PersonLater, PassesLater, PassesOwn, CallsPerson, CancelsTheirs, MovesTheirs, MovesTo, ComesLate, SentLater, LaterWords,
	Hello, GreetsMorning, GreetsAfternoon, GreetsEvening, Both, WhoseTime, NamesSelf, Or,
	Myself, Others, Own, DoctorOfWhat, AsksFree, RemindsOfNext, AsksNumbers, SaidBefore, HourOfList, NoneThereStill, OwnCPF, SameDoctor, AsksSameDoctor, ParksElsewhere, WantsSameDoctor, UsualDoctor, ToMove, OnlyThen, AsksCare, HurtsThen, IHaveNone, TheyHavePlan, SamePlan, OneMore, Exclusion, NotThat, SomeRefused, Address, PartOfOffer, Corrects, Sorry,
	BareNumber, BareTime, Last, Earliest, LaterInDay, SoonerInDay, AnotherWeek, TakesBack, Complains, Leading,
	KeepsSecret, ShowsThere, Regards, Unwell, InPain, Payer, AsksIfTaken, BringsExam, AsksTold, AsksAlone, Injured, LongAgo, Grumbles, Mourning, SpeaksLittle, OwnHelp, TakesAllBack, Filler, HalfSaid, Mumbles, Bothered, HardTimes, Afraid, GoodNews, NoNews, PartOfKin, NoLoss, OfTheHouse, Swears, SwearsAt, Unreached, WorksThen, NotAsked, SomeDay, LastOfAll, UntilWhen, OneOClock, OnlyTheirs, NotPlainVisit, VisitIs, AsksDifference, Nearly, Numb,
	SecondThoughts, DoubtsTime, AsksList, AsksPlans, DoesUnder, AsksDoctors, AsksWhoSees, WholeTeam, AsksWhen, AsksForOne, AsksPrepare, Pays, Privately,
	NotPrivate, Insured, OnlyPlan, CallsPlan, ClauseEnds, Except, Cannot, NothingAt, NoWork, UntilLate, NotBehind, PlanTalk, PlanIs,
	Living, Calling, NotPlan, PlanEnded, PlanLost, PlanKept, IdleNot, NotDoctor, Introduces, SpeaksAgainst, Joined, AndAnother, Private,
	DropsIt, Exclaims, Attends, Calls, ForRelative, Unwanted, Aged, Theirs, TheirsShort, AfterIs, NotMyself, NotMine, ButThen, Born, Telling, Objects,
	Agrees, Agreeing, CutShort, BesideYes, WrongData, AboutName, AboutCPF, AboutBirth, Since, Wishing, BareDay, Latest, FirstAsked, OtherCard, AroundEvent, EventOn, LessonAt, RunsThen, ComesAt, ComesHere, LastsFor, EvenDays, OddDays, EveryOtherWeek, BareNextWeek, BareThisWeek, TheyComeAt, BeforeDay, AsksVacancy, SheWorks, Rethinks,
	OneDay, OtherVisit, Awaits, NoReturn, NotToday, RideHours, AddressAsked, HoursAsked, PricesAsked, HowMuch, PriceOf, Sum, AsksSex, SeesTo, PaymentAsked, PreparationAsked, DocumentsAsked, TakesThemTo,
	DocumentsLack, AsksRequest, AsksDone, Asking, MayAsk, Clinical, Worries, PrivacyAsked, DataErase, DataWho, DataCorrect, DataSee, Elsewhere, Whether, BareWhether, OfMine, OnDays, EndsNe,
	Puzzled, FoodAndDrink, SeveralAlike, UsesData, OtherAudience, Results, ToBook, NameIs, NameLacks, BesideName, Spells, AsksToCancel, IfCancelled, CanThen, OnlyThis, TwoPeople, TheyFirst, GoesFirst, GoesLater, GoesNow, IfItOpens, IfUnwell, BringsThem, AsksOfOne, AsksOfMine, MineToo, AsksOfAll, AsksAllTimes, OnlyToKnow, SeesLater, TagMesmo, MadeForThem, NotTheirs, BeginsNo, WritersTurn, TimeOfThem, HourOfOne, BehindThem, DayOfThem, KinBooked,
	AsksNoted, AsksForExam, Does, AsksWhoWorks, AsksDaysOf, AsksDaysOfAll, ByAppointment, HowToBook, Online, AsksHuman, Adds, DropsThis, SlipsName, AtNameEnd, AsksDays,
	AlreadyBooked, Leaves, OwnAppointment, OnlyNumber, Hurried, Together, AsksCompanion, Companion, SpokenHour, Provided, Unsettles,
	DeniesBeside, TakesSome, AfterAddress, CallsChild, RightAfter, AsksHourAhead, HourAsked, RefusesThen, AsksBehind, Ails, TheOther, First, NamesBooked, OtherBooked, TheirBooked, InPassing, NextToo, OnlyMe, AsksLater,
	Reminds, SameBirth, BornTogether, BornAsThey, WritersBirth, NamesDatum, ItsMine, OfHolder, LendsCPF, TheirTurn, HasOrNot, Rhetorical, IfNot, TagNe, AboutBooking, StillHere, Length, PlainYes, Reminder, OnlyUrges, WritersPlan,
	DoctorDoes, Wonders, OfPreparation, Parting, AndThem, PlanNow, PlanMoved, Nothing, YearSlip, YearAlone, YearWrong, PassesQuestion, PraisesSeer, TellsSeer, SeerDid, WithSeer, GaveTheirs, GaveAll, GaveDate,
	ToldBusy, RightBehind, ShiftIs, DayAfter, Hectic, TheyDo, AroundHoliday, BesidesThem, AwayThen, ToldFree, NamedAfterDay, BusyThen, BusyUntil, BeforeThat, FreeThen, WorksBut, OtherwiseThen, ToldPastBehind, ToldFrom, ToldFromAhead, ToldPast, WillCome, CannotCome, KeepsIt, WantsPaper, SendPaper, TellDoctor, HasPaper, YesIf, Anew, ForThem, TheirDatum, FreeThatDay, CannotTake,
	OneOfTwo, OtherOfTwo, AsksWithin, OnlyVisit, HeldByOther, OtherMatter, UnderAge, EarlyOr, MorningOr, OrLate,
	NamesLender, LenderLabel, LenderOf, WritersDatum, PatientsDatum, OthersData, OthersDatum,
	WhatAbout, RatherWoman, RatherMan, Exchanges, TheirExisting, TheirStatus, TheirDay, TheirAppointment, WritersOwn, Addresses,
	Along, NotComing, CallsOff, CancelsAndPuts, MovesIt, Instead, NoMoreWishes, OnlyEnds, Farewell, AskedEnough, ThroughWork, MadeBefore, NotForgotten, IfDoctorAsks, Promises, AsksNotedPlan, OnlyAsked, AskedBefore, PayingIf, HasNoPlan, PlanOfOthers, PassesOn, LooksFirst, Ailing, WantsThen,
	TheyHaveNone, AsksThen, GoesThen, HoldsBack, Understood, Insists, RefusesBooking, AnythingLater, Worsens, HoldsTime, DayToo, AsksLate, PutRightBehind, BornThen, WasThen, Impossible, AsksToAsk, NoBooking, NumberAhead, CannotThen, AsksArrival, BeEarly, NamesTime, TimeOfOne, ComesAnyway, BirthPart,
	NotThem, ToldByDoctor, NoAccent, Aims, Postpones, SeesSpecialist, SomeExam, NameAdds, FamilyName, MiddleName, NameWithout, Swapped, PaysAlone, TellMe,
	GivesReason, GivesReasonShort, ReasonWishes, PicksOrWishes, SameThen, LaterDays, WasCancelled, ConfirmsReminder, Arrived, ReasonBegins, ReasonThen, ReasonDenied,
	LeavesBy, ForNamed, TheyAre, PresentsSelf, ParentIs, SettlesPlan, LentPhone, Ordered, AsksForPaper, MyselfIndeed, TheyOfWriter, TellsNamed, BookedElsewhere, OnlyWaits, TellsLater, NeverBeen, ToldCause, ArrivesEarly, EarlyBy, OtherThing, AsksProblem, Slips, CallsSelf, AsksTruth, TooEarly, TooLate, CheckUp, CallsMe, WhosePlan, OrOther, WantsTold, OtherWish, BothOfThese, OnTop, EverydayHour, WakesThen, AllOfMine, AsksHoursOf, TakesThem, HourEarliest, WithMachines, VisitToo, EverydayBehind, DataWrong, WishesToo, OnlyOwn, AsksRecords, CallsHome, TheirAge, TheTwo, AtTwo, EarlierList, MostOfDay, WhichHour, ThanThese, LateForVisit, WantsReturn, PlanOfUs, PlanOfBoth, PlanOfOne, StaysBooked, MineOfSeveral, TheirsOfSeveral, HasVisit, ToChangeVisit, ChangeSupposed, OtherPlace, Here, AnyNumber, AllThen, ToldSince, TimeApart, TimeMoved, TimeKept, MissesWork, CallsOffOther, NotThatDay, NotThatHour, PicksAnother, ByMail, ByMailToo, PaperWord, NoPlainYes, WhoseContact, WhoWrites, Manages, WhoBrings, BecauseAsked, ThePair, OnlyName, AskedMe, NoPatient, NamedAndI, WhomICareFor, NamedToo, NamedFirst, CameOut, BooksIt, AilsThey, DeniesKin, NoSuchKin, IsRather, MeToo, ForUs, OnlyNames, OnlySeveralNames, OneMoreOf, NobodyElse, TheseAreAll, WantsMore, TellsAccess, ConditionFirst, IfItHas, AsksWoman, AsksMan, AtThatHour, OnThatDay, NthBooked, NthAlone, TimeHad, TakesThis, DayBegins, MorningEnds, AfternoonBegins, DayEnds, RefusesAhead, RefusesBehind, IfNotThen, OtherTimes, NoOther, WorksAhead, WorksUpTo, AfterThose, BeforeThose, AsksOverBy, OfThatTime, PaysVisit, PlanPays, WithPlan, Recaps, TurnsTo, AsksWhichDoctor, IsWith, OnLeave, AsksForDoctor, AsksNod, VisitThen, ComesAlong, TellIfFree, BringsPatient, AlsoThey, WaitRisk, CanWait, NumberForNumber, ListedWith, ListedWithThem, Concludes, OtherWeek, AnotherWrites, RelationOf, TheirsNotMine, UnsureOfKin, TheyAreKin, NotThatKin, NothingForMe, AsksWhoseName, BesideMade, AnotherThen, SaysReturn, ComesBack, WeekIsUpTo, StartsWork, SaidAhead, RatherSooner, RatherLater, WishesRather, AtWork, AsSaidBefore, DatedDay, LateAhead, Threatens, FromToday, OnThePhone, NumberOfPhone, InVisit, WaitsThere, GivesUpWish, AnswerFirst, Impatient, OtherPatient, Stands, Swaps, KeepsPlaces, DeniesWhom, WhomRather, WriterGoes, TakesOrPays, OfTaker, FromHouse,
	AsksInPlace, StepsBack, OnlyWriter, ByThemselves, TheyNeed, FetchesInstead,
	NotInTime language.Group

	// ToldBack (with Second and Third) has how the writer is told back for whom the appointment is, Weekday and Weekdays the number of the day.
	ResultWord, BillWord, Twin, NoKin, Boss, CalledWife, Nickname, LookedAfter, AheadOfName, BeforeWife, WhosePlanWord, Honour, ToldBack, ToldBackSecond, ToldBackThird, Siblings, Three, RelativeOfHim, RelativeOfHer, ThirdPersons, Weekday, Weekdays, WeekdayShort, Trade, TradePlace, HourWord,
	JoinsName, NameParticle, NameSuffix, NameEnd, BesideData, JoinsRemarks, JoinsThings, JoinsThing, LeadsThing, BeforeKin, JoinsKin, BeforeTwo, BeforeHour, Ordinal, AfterOpinion, KinDoes,
	AnswersFirst, CallsFriend, OfFriend, BeforeFriend, NoPlanName, BeforeName, AfterName, BeforeDoctor, DoctorTitle, English, EnglishWeak, Spanish, NoSpanish, SpanishWeak, Portuguese,
	ThatThing, BesideUnreached, Our, Office, Thanked, IsOrGoes, Article, Paper, ForPerson, OtherOne, Blessing, Denial, PlaceNumber, DrawnOut, YesWord, Contact, NameLead, ArticleOf, SaysLittle, BeginsPerson, HasPlan, BeforePlan, HasAny, UntilDay, MineThing, BoundsHour,
	BetweenTimes, ListsTimes, LeadsClause, BoundsTime, NoName, BeforePart, WrongAhead, BesideDenied, AfterDenial, NamePlace, LetterName, WrittenNumber,
	OpensTalk, YearsOld, ThisOne, ChildKin, DatumLead, LikeLetter, BesideWhom, TakesObject, LeadsObject, AfterYes, HalfYes, DoesIt, AsSaid, Lets, SpelledNumber, MonthName, BeforeYear, Counted, AnyChild, HourLead,
	SaidSign, BeforeTime, TheirTimeWord, MyOwn, BeforeBody, Aches, KinArticle, KinSpelling, Youngest, LeadsService, ProfessionEnd, Sooner, Misspelt, ToldPart, LeadsToDoctor, BeforeReminder, BehindReminder, BeforeWondered, SecondName, WondersAt, WondersBehind, GoesBack, SaysWish, Nth, BeforeWoman, NextToPatient, KinPair, House, Allots, TurnOf, WritersVerb *language.Class
}

func bound() phrases {
	var p phrases
	book.MustBind(&p)
	return p
}
