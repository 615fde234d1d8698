// Package language is the one plumbing under everything that reads Portuguese: how characters are folded, how a
// text becomes tokens that know their place in it, and how phrases that stand in data files are found in them.  It is
// pure, and knows nothing of clinics and appointments; its users (packages understand, rules, emergency, grounding and
// pii) bring the meaning.
//
// # Phrase files
//
// data/pt/*.phrases hold every word and phrase; a book is made of the files that one reader needs.  A line is one of
//
//	// …                      a comment, up to the end of the line
//	#name: word word …        a class of words; indented lines below go on.  "word=value" gives a word a value, and
//	                          #other takes in another class
//	~marcar                   a regular verb in -ar, whose forms are derived
//	~querer: quero quer …     any other verb, with its forms
//	[name: trait trait]       a group of phrases begins; traits are for its reader, and may be missing
//	a phrase                  see below
//	    + text                an example: the phrase above occurs in this text
//	    - text                a counter-example: no phrase of the group occurs in this text
//
// A phrase is written as words with spaces between.  Each sign has one meaning in all files:
//
//	quero     this word, however it is accented; with an accent ("é") only when it is typed so
//	"e"       this word only when it is typed without an accent: "esta" and not "está"
//	*         any word of letters
//	#kin      any word of the class
//	~marcar   any form of the verb
//	desmai*   any word that begins so
//	infarto%  this word, also with one letter wrong, missing, too many or swapped
//	@when     what the reader made of some words, here a day or an hour; of all of them (Word.Span)
//	_         the words that a reader asks about (Book.Around): what stands before and behind them
//	a|~b|#c   one of these
//	x?        may be missing
//	..        up to four words of any kind; "..7" up to seven; at the end of a phrase as many as there are, else few
//	#lead..   up to four words of this kind; "#lead..7" up to seven
//	^ $       a sentence begins, ends here; what the reader calls polite words may stand outside
//	^^ $$     the text begins, ends here
//	,         a pause stands here: a comma, a dash, a bracket, or the end of a sentence
//
// A clinic's own phrases are read in the same way, but for case and accents, which do not count there.
//
// "$" may also be one of several alternatives ("$|na|no").  Signs inside of a sentence do not count otherwise, and no
// phrase crosses the end of one.
//
// What a word is to the phrases may have several readings (Word, Reading): as it is typed, as a thing, as a form of
// another word (Form, with Diminutive and Spoken), with a typo mended (Mend).  Code that asks for a class in all of them
// names it in Options.Sets.
//
// Of our own files only the lines are read when the program starts; classes are filled and phrases compiled when they are
// first asked for, or all at once by Prepare before there are patients.  Most verbs of the program read no text.
package language
