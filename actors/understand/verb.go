package understand

import "strings"

// regular lists the verbs in -ar that matter here: stem, and the stem before e where spelling
// changes it.  Their forms are derived, so that none is forgotten.
var regular = [][2]string{
	{"marc", "marqu"}, {"remarc", "remarqu"}, {"desmarc", "desmarqu"}, {"agend", "agend"},
	{"reagend", "reagend"}, {"desagend", "desagend"}, {"cancel", "cancel"}, {"mud", "mud"},
	{"troc", "troqu"}, {"adi", "adi"}, {"antecip", "antecip"}, {"confirm", "confirm"},
	{"fal", "fal"}, {"pass", "pass"}, {"precis", "precis"}, {"gost", "gost"}, {"desej", "desej"},
	{"aceit", "aceit"}, {"parcel", "parcel"}, {"cobr", "cobr"},
	{"cust", "cust"}, {"pag", "pagu"}, {"convers", "convers"},
	{"cham", "cham"}, {"lig", "ligu"}, {"consult", "consult"}, {"reserv", "reserv"},
	{"pens", "pens"}, {"lev", "lev"}, {"fech", "fech"}, {"termin", "termin"},
	{"funcion", "funcion"}, {"demor", "demor"}, {"dur", "dur"}, {"encaix", "encaix"},
	{"alter", "alter"}, {"deix", "deix"}, {"trabalh", "trabalh"}, {"trat", "trat"},
	{"avali", "avali"},
	{"direcion", "direcion"}, {"encaminh", "encaminh"}, {"ador", "ador"},
	{"esper", "esper"}, {"list", "list"}, {"mostr", "mostr"}, {"inform", "inform"}, {"err", "err"},
	{"indic", "indiqu"}, {"cuid", "cuid"}, {"cheg", "chegu"}, {"retorn", "retorn"}, {"volt", "volt"},
	{"reembols", "reembols"}, {"financi", "financi"}, {"apag", "apagu"}, {"disponibiliz", "disponibiliz"},
	{"modific", "modifiqu"}, {"edit", "edit"}, {"remanej", "remanej"},
	{"adiant", "adiant"}, {"realoc", "realoqu"}, {"repass", "repass"}, {"posterg", "postergu"}, {"prorrog", "prorrogu"},
}

var (
	beforeA = strings.Fields("ar a o as am amos ando ado ada ados adas ou ava aria arem aram armos arei")
	beforeE = strings.Fields("e em ei es emos")
)

// irregular lists the forms of other verbs, the infinitive first.
var irregular = []string{
	"querer quero quer queria queremos querem quis quiser queriamos queira",
	"poder posso pode podem podemos podia poderia poderiam puder poderei podera pudesse podes",
	"conseguir consigo consegue conseguem conseguimos conseguiria conseguirei consegui conseguiu",
	"ir vou vai vamos vao irei iria ia",
	"dar da dao deu daria dou dei desse",
	"ter tenho tem temos tinha tiver teria teriam tera",
	"fazer faco faz fazem fazemos fiz fez fazia faria feito",
	"atender atende atendem atendemos atendo atenderia atendia",
	"ver vejo ve vi veem",
	"saber sei sabe sabem saberia soube sabia",
	"desistir desisto desisti desistiu desistindo desistimos",
	"comparecer compareco comparece comparecemos comparecerei comparecimento",
	"transferir transfere transfira transferem transferiu transfiro transferencia",
	"excluir exclui exclua excluo excluindo exclusao",
	"abrir abre abrem abrindo abrira",
	"agradecer agradeco agradece agradecemos agradecida agradecido agradecendo",
	"dizer diz digo diga disse dizem",
	"estar estou esta estao estamos estava estive tava",
	"ser e sao sou era foi seja sera seria somos",
	"vir venho vem vim vindo vier",
	"servir serve servem serviria",
	"doer doi doem doer doendo",
	"ficar fica ficam ficaria fico ficou", "sair sai saem sairia",
	"valer vale valem", "incluir inclui incluem incluso inclusa",
	"receber recebe recebem recebo recebi", "existir existe existem",
	"remover remove remova", "retirar retira retire",
}

// verbForms maps every form to its infinitive.  A form of two verbs belongs to the first.
func verbForms() map[string]string {
	lemma := map[string]string{}
	put := func(form, infinitive string) {
		if _, taken := lemma[form]; !taken {
			lemma[form] = infinitive
		}
	}
	for _, stems := range regular {
		infinitive := stems[0] + "ar"
		for _, end := range beforeA {
			put(stems[0]+end, infinitive)
		}
		for _, end := range beforeE {
			put(stems[1]+end, infinitive)
		}
	}
	for _, line := range irregular {
		forms := strings.Fields(line)
		for _, form := range forms {
			put(form, forms[0])
		}
	}
	return lemma
}
