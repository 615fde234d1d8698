// Package guard watches for red flags: a patient who writes of an emergency gets the number of the
// ambulance and a person before anything else, whichever driver is in charge and whatever was
// talked about.
//
// A text passes these stages, each in its file: fold (words without case, accents and stretched
// letters), lexicon (what each word can be, in spite of a typo, as a diminutive or in dialect), phrase
// (words in a row), reading (the signs and contexts that a text names) and judge (whether they are of
// now).  The rules are tables: classes of words, signs made of them (of heart, brain, body, birth,
// injury, poison and mind), and the contexts that take the alarm away: what was long ago, is over,
// denied, asked about, chronic, a figure of speech or the subject of a document.  A context speaks for
// its part of the message only, and none of them outweighs a word of now.  Signs that mean little
// alone are an alarm in pairs that belong together, or three at a time.  In doubt there is an alarm: a
// wrong one costs a person's look, a missing one may cost a life.
//
// The time grows with the length of the text and no faster: every stage looks a bounded number of
// words around.
package guard

// RedFlag reports whether a patient's message describes an emergency of now, the wish to die
// included.
func RedFlag(text string) bool { return judge(text) >= name }
