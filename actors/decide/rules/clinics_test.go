package rules

import "atende/actors/conversation"

// otherClinics are clinics whose catalogue is special: "collisions" has names that are also days, months,
// places, surnames and everyday words; "single" one of everything; "insured" takes no patients without a
// plan, "unimed" none without that one; "many" has more plans than a phone shows at once; "hearts" is the one that the
// texts of testdata/afterwards are written for, "sample" is like the clinic of the demo.
var otherClinics = map[string]conversation.Clinic{
	"collisions": {
		Name: "Clínica Boa Vida", Location: brasilia,
		Specialties: []conversation.Service{
			{ID: 1, Name: "Clínica Geral", Aliases: []string{"clínico geral", "clínico"}},
			{ID: 2, Name: "Pediatria", Aliases: []string{"pediatra"}},
		},
		Doctors: []conversation.Doctor{
			{AgendaID: 11, Name: "Dra. Rosa Lima", SpecialtyID: 1}, {AgendaID: 12, Name: "Dra. Maria do Socorro Dias", SpecialtyID: 1},
			{AgendaID: 13, Name: "Dr. Domingos Sávio", SpecialtyID: 1}, {AgendaID: 14, Name: "Dr. Abril Março", SpecialtyID: 2},
			{AgendaID: 15, Name: "Dra. Esperança Paz", SpecialtyID: 2},
		},
		Procedures: []conversation.Procedure{{ID: 31, Name: "Consulta", SpecialtyID: 1}, {ID: 32, Name: "Consulta", SpecialtyID: 2}},
		Plans: []conversation.Service{
			{ID: 1, Name: "Particular"}, {ID: 2, Name: "Care Plus"}, {ID: 3, Name: "São Francisco"},
			{ID: 4, Name: "Bradesco Saúde", Aliases: []string{"bradesco"}}, {ID: 6, Name: "Mais Saúde"}, {ID: 7, Name: "Santa Casa"},
		},
	},
	"single": {
		Name: "Consultório Um", Location: brasilia,
		Specialties: []conversation.Service{{ID: 1, Name: "Psicologia"}},
		Doctors:     []conversation.Doctor{{AgendaID: 11, Name: "Dra. Rosa Lima", SpecialtyID: 1}},
		Procedures:  []conversation.Procedure{{ID: 31, Name: "Consulta", SpecialtyID: 1}},
		Plans:       []conversation.Service{{ID: 1, Name: "Particular"}},
	},
	"insured": {
		Name: "Clínica Boa Vida", Location: brasilia,
		Specialties: []conversation.Service{{ID: 1, Name: "Psicologia"}},
		Doctors:     []conversation.Doctor{{AgendaID: 11, Name: "Dra. Rosa Lima", SpecialtyID: 1}},
		Procedures:  []conversation.Procedure{{ID: 31, Name: "Consulta", SpecialtyID: 1}},
		Plans:       []conversation.Service{{ID: 2, Name: "Unimed"}, {ID: 3, Name: "Amil"}},
	},
	"unimed": {
		Name: "Clínica Boa Vida", Location: brasilia,
		Specialties: []conversation.Service{{ID: 7, Name: "Cardiologia", Aliases: []string{"cardiologista"}}},
		Doctors:     []conversation.Doctor{{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}},
		Procedures:  []conversation.Procedure{{ID: 501, Name: "Consulta", SpecialtyID: 7}},
		Plans:       []conversation.Service{{ID: 2, Name: "Unimed"}},
	},
	"many": {
		Name: "Clínica Boa Vida", Location: brasilia,
		Specialties: []conversation.Service{{ID: 1, Name: "Psicologia"}},
		Doctors:     []conversation.Doctor{{AgendaID: 11, Name: "Dra. Rosa Lima", SpecialtyID: 1}},
		Procedures:  []conversation.Procedure{{ID: 31, Name: "Consulta", SpecialtyID: 1}},
		Plans: []conversation.Service{
			{ID: 1, Name: "Particular"}, {ID: 2, Name: "Unimed"}, {ID: 3, Name: "Amil"}, {ID: 4, Name: "Cassi"}, {ID: 5, Name: "Geap"},
			{ID: 6, Name: "Omint"}, {ID: 7, Name: "Care Plus"}, {ID: 8, Name: "Porto Seguro"}, {ID: 9, Name: "Hapvida"}, {ID: 10, Name: "Golden Cross"},
		},
	},
	"hearts": {
		Name: "Clínica Boa Vida", Location: brasilia,
		Specialties: []conversation.Service{
			{ID: 7, Name: "Cardiologia", Aliases: []string{"cardiologista", "coração"}},
			{ID: 8, Name: "Dermatologia", Aliases: []string{"dermatologista", "pele"}},
		},
		Doctors: []conversation.Doctor{
			{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}, {AgendaID: 102, Name: "Dr. Carlos Mendes", SpecialtyID: 7},
			{AgendaID: 103, Name: "Dra. Helena Castro", SpecialtyID: 7}, {AgendaID: 104, Name: "Dra. Paula Reis", SpecialtyID: 8},
		},
		Procedures: []conversation.Procedure{
			{ID: 501, Name: "Consulta", SpecialtyID: 7}, {ID: 502, Name: "Eletrocardiograma", SpecialtyID: 7, Aliases: []string{"eletro"}},
			{ID: 504, Name: "Teste ergométrico", SpecialtyID: 7}, {ID: 503, Name: "Consulta dermatológica", SpecialtyID: 8},
		},
		Plans: []conversation.Service{
			{ID: 1, Name: "Particular", Aliases: []string{"sem convênio"}}, {ID: 2, Name: "Unimed"}, {ID: 3, Name: "Amil"},
			{ID: 4, Name: "Bradesco Saúde", Aliases: []string{"bradesco"}},
		},
	},
	"sample": {
		Name: "Clínica Boa Vida", Location: brasilia,
		Specialties: []conversation.Service{
			{ID: 7, Name: "Cardiologia", Aliases: []string{"cardiologista", "cardio", "coração"}},
			{ID: 9, Name: "Dermatologia", Aliases: []string{"dermatologista", "dermato", "pele"}},
			{ID: 12, Name: "Ginecologia", Aliases: []string{"ginecologista", "gineco", "saúde da mulher"}},
			{ID: 15, Name: "Ortopedia", Aliases: []string{"ortopedista", "coluna", "joelho"}},
		},
		Doctors: []conversation.Doctor{
			{AgendaID: 101, Name: "Dra. Ana Souza", SpecialtyID: 7}, {AgendaID: 102, Name: "Dr. Carlos Menezes", SpecialtyID: 7},
			{AgendaID: 201, Name: "Dra. Ana Lima", SpecialtyID: 9}, {AgendaID: 202, Name: "Dr. Rafael Teixeira", SpecialtyID: 9},
			{AgendaID: 301, Name: "Dra. Beatriz Nogueira", SpecialtyID: 12}, {AgendaID: 302, Name: "Dra. Helena Castro", SpecialtyID: 12},
			{AgendaID: 401, Name: "Dr. João Pedro Almeida", SpecialtyID: 15},
		},
		Procedures: []conversation.Procedure{
			{ID: 501, Name: "Consulta", SpecialtyID: 7}, {ID: 502, Name: "Eletrocardiograma", SpecialtyID: 7, Aliases: []string{"eletro", "ECG"}},
			{ID: 503, Name: "Teste ergométrico", SpecialtyID: 7, Aliases: []string{"teste de esforço", "teste da esteira"}},
			{ID: 511, Name: "Consulta", SpecialtyID: 9}, {ID: 512, Name: "Mapeamento de pintas", SpecialtyID: 9, Aliases: []string{"dermatoscopia"}},
			{ID: 521, Name: "Consulta", SpecialtyID: 12}, {ID: 522, Name: "Exame preventivo", SpecialtyID: 12, Aliases: []string{"preventivo", "papanicolau"}},
			{ID: 531, Name: "Consulta", SpecialtyID: 15},
		},
		Plans: []conversation.Service{
			{ID: 1, Name: "Particular", Aliases: []string{"sem convênio", "sem plano"}}, {ID: 2, Name: "Unimed"},
			{ID: 3, Name: "Bradesco Saúde", Aliases: []string{"bradesco"}}, {ID: 4, Name: "Amil"}, {ID: 5, Name: "SulAmérica"},
		},
	},
}
