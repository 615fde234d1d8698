package understand

func phraseWords() []string                       { return nil }
func (r *reader) name(d documents) (string, bool) { return "", false }
func (r *reader) choice(f *Facts) int             { return 0 }
func (r *reader) intent(f *Facts) (Intent, bool)  { return Other, false }
