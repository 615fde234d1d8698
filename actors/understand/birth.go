package understand

// bornReach is how many tokens a word of birth reaches forward.
const bornReach = 8

// bornAt tells whether the date at i is said to be one of birth.
func (r *reader) bornAt(i int) bool {
	if !r.born {
		return false
	}
	for k := i - 1; k >= max(0, i-bornReach); k-- {
		if r.is(k, pt.BirthWords) {
			return true
		}
		if n := len(r.items); n > 0 && r.items[n-1].end == k+1 && r.items[n-1].kind != itemNothing {
			return false
		}
	}
	return false
}

// aheadYears is how far in the future a two-digit year is still an appointment.
const aheadYears = 2

// fullDate tells a birth date from an appointment: what is past is a birth date.  A year of two digits is 20yy unless
// that lies ahead; a little ahead stays an appointment, unless a birth is spoken of.
func (r *reader) fullDate(start, end, y, m, d, digits int) item {
	it := item{kind: itemNothing, start: start, end: end}
	born := r.bornAt(start)
	if digits == 2 {
		y += 2000
		ahead, ok := newDay(y, m, d)
		late := ahead > r.today && (born || ahead > r.today.addMonths(12*aheadYears))
		if !ok && y > r.today.year() || late {
			y -= 100
		}
	}
	when, ok := newDay(y, m, d)
	switch {
	case !ok:
	case when < r.today && y >= 1900, born && when == r.today:
		it.kind, it.birth = itemBirth, when
	case when >= r.today && !born:
		it.kind, it.days = itemDay, fixed(dayDated, one(when))
	}
	return it
}

// withYear reads the year after the last of some dated days, when it tells a full date.
func (r *reader) withYear(start int, nums []number, m monthExpr) bool {
	n := nums[len(nums)-1]
	if m.year != 0 { // unless it is that of "do ano que vem"
		full := len(nums) == 1 && !r.is(m.end-1, pt.RelativeYear)
		return full && r.reads(r.fullDate(start, m.end, m.year, int(m.month), n.value, 4))
	}
	k := r.skip(m.end, 1, pt.BeforeYear)
	year, ok := r.year(k)
	switch {
	case !ok, r.isAny(m.end, "/", "-") && !r.at(m.end).Glued:
		return false
	case len(nums) > 1 && year.digits == 4:
		m.year, m.end = year.value, year.end
		return r.listDays(start, nums, &m)
	case len(nums) > 1, r.hourMark(year.end), r.quantity(year.end):
		return false
	// "5 de maio 10" is an hour, "5 de maio 82" and "5 de maio de 10" are years.
	case year.words() && k == m.end && !r.born, (k == m.end || r.keys(m.end, ",")) && year.digits != 4 && year.value < 24:
		return false
	}
	digits := 4
	if year.value < 100 {
		digits = 2
	}
	return r.reads(r.fullDate(start, year.end, year.value, int(m.month), n.value, digits))
}
