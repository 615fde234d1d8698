package understand

// partOfDay reads a part of the day.
func (r *reader) partOfDay(i int) (item, bool) {
	it := item{kind: itemPeriod, start: i, end: i + 1}
	k := r.skip(i+1, 1, pt.BeforeLunch)
	switch {
	case r.is(i, pt.BeforeWords) && r.keys(k, "almoco"):
		it.period, it.end = Morning, k+1
		return it, true
	case r.is(i, pt.AfterWords) && r.keys(k, "almoco"):
		it.period, it.end = Afternoon, k+1
		return it, true
	case r.is(i, pt.AfterWords) && r.is(k, pt.WorkWords):
		it.period, it.end = Evening, k+1
		return it, true
	}
	part := Period(pt.PeriodOf.Value(r.at(i).key))
	if part == "" {
		return nothingRead, false
	}
	if r.is(i-1, pt.GreetWords) || r.is(i-1, pt.Otherwise) || r.keys(i+1, "demais") {
		return saysNothing(i, i+1)
	}
	it.period = part
	return it, true
}

// hours is the part of the day as a range of times.
func (p Period) hours() clockSpan {
	switch p {
	case Morning:
		return clockSpan{0, noon}
	case Afternoon:
		return clockSpan{noon, sixPM}
	default:
		return clockSpan{sixPM, dayEnd}
	}
}

func (p Period) reading() reading {
	switch p {
	case Morning:
		return inMorning
	case Afternoon:
		return inAfternoon
	case Evening:
		return inEvening
	}
	return asSaid
}

// onlyPeriod returns the part of the day the text speaks of; two different ones cancel out.
func (r *reader) onlyPeriod() Period {
	only := Period("")
	for _, it := range r.items {
		switch {
		case it.kind != itemPeriod || it.dropped:
		case only != "" && only != it.period:
			return ""
		default:
			only = it.period
		}
	}
	return only
}
