package receptionist

import (
	"strings"

	"atende/integrations/model/scripted"
)

// proceed are the calls that follow from the results of this turn; none if it is time to say something.
func (v *view) proceed() []scripted.Call {
	if len(v.steps) == 0 || v.situation.Closed != "" {
		return nil
	}
	last := v.steps[len(v.steps)-1]
	if !last.OK && last.Name == toolConfirm {
		if strings.Contains(last.Reason, "antiga") {
			return []scripted.Call{scripted.Calling(toolSearch, search{})}
		}
		return nil
	}
	if again, ok := v.mended(); ok {
		return []scripted.Call{scripted.Calling(toolSearch, again)}
	}
	if v.wanted() == "confirmar" && v.renewed() {
		return []scripted.Call{plain(toolConfirm)}
	}
	return v.needs()
}

// renewed reports that the confirmation was refused only because the offer was old, and that was put right.
func (v *view) renewed() bool {
	confirms := 0
	for _, s := range v.steps {
		if s.Name == toolConfirm {
			confirms++
		}
	}
	return confirms == 1 && v.steps[len(v.steps)-1].Name == toolSearch
}

// mended is a search that was refused in the last round, without what it was refused for.
func (v *view) mended() (search, bool) {
	last := v.steps[len(v.steps)-1]
	for _, s := range v.steps {
		if s.Name == toolSearch && !s.OK {
			last = s
		}
	}
	if last.OK || last.Name != toolSearch || v.did(toolSearch) {
		return search{}, false
	}
	s := last.search()
	switch refusedPart(last) {
	case "especialidade":
		s.Specialty = nil
	case "medico":
		s.Doctor = nil
	case "procedimento":
		s.Procedure = nil
	case "convenio":
		s.Plan = nil
	default:
		s = search{Specialty: s.Specialty, Doctor: s.Doctor, Procedure: s.Procedure, Plan: s.Plan}
		if !last.search().wishes() {
			return search{}, false
		}
	}
	return s, !s.empty()
}

// refusedPart is which argument of a search was refused, as its reason says.
func refusedPart(s step) string {
	reason := fold(s.Reason)
	first := len(reason)
	part := ""
	for _, word := range []string{"especialidade", "medico", "procedimento", "convenio"} {
		if at := strings.Index(reason, word); at >= 0 && at < first {
			first, part = at, word
		}
	}
	return part
}

// doctors are the names of doctors that a result of this turn told; nil for none.
func (v *view) doctors() []string {
	for i := len(v.steps) - 1; i >= 0; i-- {
		s := v.steps[i]
		switch {
		case s.Name == toolClinic && s.OK:
			if names := doctorsIn(s.Answer); len(names) > 0 {
				return names
			}
		case s.Name == toolSearch && !s.OK && refusedPart(s) == "medico" && len(s.Options) > 0:
			return s.Options
		case s.Name == toolSearch && s.OK && len(s.Options) > 0 && v.wanted() == "medico":
			return s.Options
		}
	}
	return nil
}

// doctorsIn reads "Médicos: Dra. Ana Souza (Cardiologia); Dr. Carlos Menezes (Cardiologia)".
func doctorsIn(answer string) []string {
	var names []string
	for line := range strings.Lines(answer) {
		list, ok := strings.CutPrefix(line, "Médicos: ")
		if !ok {
			continue
		}
		for _, one := range strings.Split(list, ";") {
			name, _, _ := strings.Cut(one, "(")
			if name = strings.TrimSpace(name); name != "" {
				names = append(names, name)
			}
		}
	}
	return names
}
