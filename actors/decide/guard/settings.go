package guard

// setting is what stands around a sign and changes what it means.
type setting uint16

const (
	now     setting = 1 << iota // it happens at this moment
	past                        // it is long over
	recent                      // it was yesterday
	habit                       // it comes and goes, or has been there for months
	worse                       // what was a habit is no longer one
	what                        // "se eu …", "pode causar …"
	money                       // a price is what hurts
	laughs                      // nobody laughs in an emergency
	news                        // it was on television
	errand                      // an appointment is wanted
	thing                       // it is the telephone that died
	fun                         // "de rir"
	strains                     // "de fome"
	over                        // it went away, and nobody hurries
)

// wide contexts speak for the whole message, the others for their part of it.
const wide = worse | laughs | errand | over

var settingTables = []struct {
	setting setting
	phrases string
}{
	{now, `
		como se
		agora|agorinha
		hoje
		nesse|neste exato? momento|instante
		#since|tem|uns .. #brief
		#num|#one|meia #brief atras
		acabou|acabei|acabamos de
		aqui
		de repente
		do nada
		piorando|piorou|aumentando
		#not .. passa|melhora|para|parou
		desde .. domingo|segunda|terca|quarta|quinta|sexta|sabado|ontem|hoje|cedo|manha|anteontem|madrugada|noite|tarde
		urgente|urgência|rapido`},
	{past, `
		#long .. #past|atras
		#past .. #long
		#since .. #long
		a #num|uns|umas|alguns|muitos anos|meses
		#year
		quando eu|ele|ela? era|fui novo|nova|moleque|moca|solteir*|rapaz
		quando .. crianca|pequen*|jovem|adolescente|bebe|menor|nasceu|nasci
		quando .. tinha #num|uns|meus
		aos #num anos
		infancia|antigamente|adolescencia|juventude
		na|aquela|naquela epoca
		ja teve|tiveram|sofreu
		em #month $
		cai|caiu|quebrei|queimei|operei|bati|sofri .. em #month
		em #month ... senti|tive|teve|fiquei|desmaiei|passei|sofri|infartei
		senti|tive|teve|fiquei|desmaiei|passei|sofri ... em #month
		#num|uma|duas|tres|algumas|varias|poucas vezes? na|em .. vida
		ja usei|tive|desmaiei|sofri|fui|quebrei|levei|tentei|passei|engasguei|operei|convulsionei|infartei
		teve|tive|desmaiou|convulsionou ... com|aos #num anos|meses
		recebi|recebeu|teve|tive alta`},
	{recent, `
		ontem|anteontem|antiontem
		outro dia
		#since|uns #num|uns|alguns|dois|tres? dias
		noite passada
		fui|tive|teve|senti|sentiu|desmaiei|desmaiou|passei|passou|levei|levou|caiu|aconteceu .. domingo|segunda|terca|quarta|quinta|sexta|sabado`},
	{habit, `
		as|a|algumas|varias vezes
		vez em quando
		vez por outra
		volta e meia
		sempre|toda que|vez
		#since|tem|uns|alguns|varios .. mes|meses|ano|anos
		#since .. tempo|tempos|tempao
		~cronica|~cronico|cronicas|~controlada|~controlado|antiga|antigo|antigas
		quando .. #effort
		ao subir|correr|caminhar|esforco|andar
		costumo|costuma|frequente|frequentemente|frequencia|esporadic*
		ando .. sentindo|tendo|com
		leve|leves|levinh*|fraquinh*
		inverno
		menstrua*|amament*
		desde crianca|pequen*|#year
		algum|um|bom|muito tempo`},
	{worse, `
		insuportavel|piorou|piorando
		^ socorro
		muito|mais forte|pior
		#not .. passa|melhora|parou
		agora`},
	{what, `
		se|caso ... #fsubj
		em caso
		que|oque e|eh um|uma|o|a
		o|oq que? fazer|faco|faz .. caso|se|quando|em
		quais|qual .. sintoma|sintomas|sinais
		como .. prevenir|evitar
		remedio|vacina|anestesia|exame|medicamento|antibiotico .. causa|da|dar|provoca|pode
		pode|podem .. dar|causar|provocar|ocorrer
		causa|causam|provoca|da #pain|falta|febre
		falou|disse|ouvi|li|dizem que #pain|falta|febre
		corro? risco
		qual .. diferenca
		como .. sei|saber|reconhecer|identificar se|quando|um|uma
		diferenca entre|de
		quando devo|deve|precisa|preciso
		quem tem|teve|ja|sofre
		perguntou|perguntaram|pergunta|perguntam|perguntava|responder .. se
		e|eh normal`},
	{money, `
		vi|ver|soube .. #money
		com|que|esse|essa|desse|dessa|nesse|nessa|pelo|pela|no o|a|esse|essa|tanta|tanto? #money`},
	{laughs, `#laugh`},
	{news, `#news`},
	{errand, `#purpose`},
	{thing, `#things`},
	{fun, `
		no|na|nos|do|da meu|minha|nosso|o|a? #things
		de|com tanto|tanta|tantos|tantas #things
		de|com|por|em tanto|tanta|tantos|tantas? #tail`},
	{over, `
		ja passou|melhorou|sarou|passaram e|mas|porem|graças|so|quero|queria|preciso|hoje|tudo
		ja passou|melhorou|sarou|melhorei|sarei $
		ja #present bem|melhor|otimo|otima|bom|boa|curado|curada|recuperado|recuperada
		#present bem|melhor|otimo|otima|recuperado|recuperada agora|ja
		agora #present bem|melhor|otimo|otima|tudo bem?
		ja foi|fui|fomos atendid*|medicad*|liberad*
		sem pressa
		#not era|foi nada
		deu|tudo normal
		nada grave|demais|serio
		era|foi|eh so? muscular|gases|ansiedade|ansioso|virose`},
	{strains, `de|com tanto|tanta? #body`},
}
