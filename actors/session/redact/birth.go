package redact

// births cuts days, months and ages of a text that speaks of a birth ("aniversário dia 10 de maio, faço 44"), and of
// any text the day and month before a year that is no appointment's.  What an appointment is about goes with them now and
// then; a birth date that stays is worse.
func (w *work) births() {
	if w.sieve.ours {
		return
	}
	told := false
	for i, a := range w.atoms {
		told = told || a.is(birthWord)
		if a.is(month) && i >= 2 && i+2 < len(w.atoms) && w.atoms[i+1].word == "de" && w.shown[i+2] == cut {
			w.shown[i] = cut // "10 de maio de 1980"
			if day := w.atoms[i-2]; day.number || day.is(numberWord) {
				w.shown[i-2] = cut
			}
		}
	}
	for i, a := range w.atoms {
		if told && w.shown[i] == "" && (a.number || a.is(month) || a.is(numberWord) && !a.is(article)) {
			w.shown[i] = cut
		}
	}
}
