package scheduling

import "atende/integrations/outbound"

// The four operations of spec A.  All are POST, also those that only read.
const (
	timesPath       = "/api/v1/agendamento/horarios"
	registerPath    = "/api/v1/paciente/multiplos"
	appointmentPath = "/api/v1/agendamento/agendamento"
)

func patientPath(cpf string) string {
	return "/api/v1/cadastros/pacientes/cpf/" + outbound.Segment(cpf)
}

// consultation is the only kind of agenda that is known (spec A1, A4).
const consultation = "cs"
