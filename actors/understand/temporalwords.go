package understand

// temporalWords are the words of days and hours; the longer ones are known in spite of a typo.
var temporalWords = func() set {
	all := words(`hoje amanha ontem anteontem depois antes semana semanas mes meses ano anos dia dias feira
		proxima proximo proximos proximas passada passado quinzena daqui dentro partir desde entre ate
		horas hora minutos minuto quinze meia meio noite manha tarde cedo cedinho tardinha manhazinha noitinha
		tardezinha madrugada almoco expediente trabalho final comeco inicio meados durante verdade alias
		melhor menos exceto tirando salvo disponivel horario primeira primeiro terceira terceiro segundo
		qualquer tanto opcao numero alternativa vem resto restante seguinte maximo tardar diante nasci nascida nascido nasceu nascimento`)
	for _, names := range []map[string]int{weekdays, weekdayShort, units, tens, ordinals} {
		for name := range names {
			all.add(name)
		}
	}
	for name := range periodOf {
		all.add(name)
	}
	for name := range months {
		all.add(name)
	}
	for _, s := range []set{habits, past, counted, choosers, holidays, clockWords, afterWords, workWords,
		partsOfDay, clockUnits, birthWords, these, monthStarts, monthMiddle, monthEnds, weekUnits, monthUnits} {
		for name := range s.members {
			all.add(name)
		}
	}
	return all
}()
