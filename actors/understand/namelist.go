package understand

// givenNames are common given names; they tell a person's name from other words.
var givenNames = words(`
	abner adalberto adao adela adelaide adelia ademar ademir adilson adriana adriano agata agatha
	agnaldo airton alan alana alba alberto alcides aldo alessandra alessandro alex alexandra alexandre
	alexia alfredo alice alicia aline alisson allan almir aloisio altair alvaro alzira amalia amanda
	amaro amelia ana anabela anderson andre andrea andreia andressa andreza angela angelica angelina
	angelo anita anna annabelle anselmo anthony antonella antonia antonio aparecida aparecido ariana
	ariane ariel aristides arlete arlindo armando arnaldo arthur artur athos augusta augusto aurea
	aurelio aurora ayla ayrton barbara beatriz benedita benedito benicio benjamim benjamin bento
	berenice bernadete bernardo betania bete bianca brenda breno bruna bruno bryan caetano caio camila
	camilly camilo carina carla carlos carmem carmen carol carolina caroline cassandra cassia cassiano
	cassio catarina caua caue cecilia celia celina celso cesar charles christian christiane cibele
	cicera cicero cida cinthia cintia clara clarice clarissa claudemir claudete claudia claudinei
	claudio cleber cleiane cleide cleiton cleonice cleusa clovis conceicao cosme creusa cristian
	cristiana cristiane cristiano cristina daiane dalila dalva damiana damiao daniel daniela daniele
	danielle danilo dante darci davi david dayane debora deise delfina demetrio denis denise derek diana
	diego dieguinho dilma dimas dinora diogo dirce dirceu djalma domingas domingos dora doralice
	doroteia douglas dulce durval dyego edgar edilson edimar edimilson edina edinho edite edith edivaldo
	edmar edmilson edmundo edna edson eduarda eduardo elaine elba elen elena eliana eliane elias eliete
	elis elisa elisabete elisabeth elisangela eliseu elizabete elizabeth elizete ellen eloa eloah eloisa
	elson elton elvira emanuel emanuela emanuelle emerson emilia emilio emilly emily enrico enzo erasmo
	eric erica erick erika ernesto esmeralda estela ester estevao esther euclides eugenia eugenio eunice
	eva evandro evaristo evelin evelyn everaldo everton ezequiel fabia fabiana fabiano fabio fabiola
	fabricia fabricio fatima felicia felipe felix fernanda fernando filipe flavia flavio flora
	francielle francisca francisco franklin frederico gabriel gabriela gabriele gabrielle gael gean
	geisa genesio genilda genival georgia geovana geovanna geraldo gerson gertrudes getulio giancarlo
	gilberto gilda gilmar gilson gilvan giovana giovane giovani giovanna gisela gisele giselle gislaine
	giulia glaucia gleice gloria graca graziela graziele gregorio guilherme guilhermina gustavo haroldo
	heitor helen helena helenice helio heloisa henrique henriqueta herbert hercules heverton hilda hugo
	humberto iago iara iasmin icaro ieda igor ilda ilma ines ingrid ione iracema irene iris isaac isabel
	isabela isabella isabelle isabelly isadora isaias isaura isis ismael israel italo iuri ivan ivana
	ivanilda ivete ivo ivone izabel izabela izabella izaura jacira jackson jacqueline jade jaime jair
	jairo jamile jamily janaina jandira jane janete janice jaqueline jean jeferson jefferson jenifer
	jennifer jeremias jessica jesuino jesus joana joanna joao joaquim joaquina joel joelma john johnny
	jonas jonatan jonatas jonathan jorge jose joseane josefa josefina joselia josiane josias josimar
	josue jovana joyce juan jucelino julia juliana juliane juliano julio jurandir jurema jussara justina
	kaique kamila kamilly karen karina karine karla karol karolina kaua kauan kaue kayo keila kelly
	kelvin kevin klaus laercio laerte lais laise lara larissa laura laurinda lauro lavinia lazaro
	leandra leandro leda leia leila lenice leo leonardo leonor leonora leopoldo leticia levi lia lidia
	ligia lilia lilian liliana liliane lina lindalva lineu livia liz lorena lorenzo lorrayne lourdes
	lourenco lourival luan luana luanna luara luca lucas lucca lucia luciana luciane luciano luciene
	lucila lucilene lucimar lucinda lucio lucrecia ludmila luis luisa luiz luiza luna luzia luzinete
	mafalda magali magda magno maiara maicon maira maisa maite malu manoel manoela manuel manuela
	manuella mara marcela marcele marcella marcelo marcia marcio marcondes marcos marcus margarete
	margareth margarida maria mariah mariana mariane mariangela marianna mariano marilda marilene
	marilia marilza marina marinalva marines mario marisa marise maristela marivaldo marlene marli
	marlon marta martha martim martina mateus matheus matias matilde maura mauricio mauro maximiliano
	maya mayara mayra meire melissa mercedes micaela michel michele michelle miguel milena milene milton
	minervina mirela mirella miriam mirian moacir moises monica monique morgana muriel murillo murilo
	nadia nadir naiara nair nara natacha natalia natalie natan natanael natasha nathalia nathan nayara
	nazare neide neiva nelio nelson nercio neusa neuza nicanor nicolas nicole nicolly nilce nilda nilo
	nilson nilton nilza nina nivaldo noah noeli noemi norberto norma nubia octavio odair odete ofelia
	olavo olga olimpio olivia orlando oscar osmar osvaldo oswaldo otacilio otavio otilia oziel pablo
	paloma pamela paola patricia patrick paula paulina pauline paulo pedro penelope petronio pietra
	pietro plinio poliana priscila quiteria rafael rafaela rafaella rai raiane railda raimunda raimundo
	raissa ramiro ramon raquel raul ravi rayan rayane rayssa rebeca regiane regina reginaldo regis
	reinaldo renan renata renato rian ricardo rita roberta roberto robson rodolfo rodrigo roger rogerio
	romario romeu romualdo romulo ronald ronaldo ronan roney roque rosa rosalia rosana rosane rosangela
	rosaria rosario roseane roseli rosely rosemary rosemeire rosiane rosilda rosilene rosimeire rosinei
	ruan rubens rute ruth ryan sabina sabrina salete salomao samanta samantha samara samia samira samuel
	sandra sandro santiago sara sarah saulo sebastiana sebastiao selma sergio severina severino sheila
	shirley sidnei sidney silas silene silmara silvana silvania silvano silverio silvia silvio simao
	simone sirlei socorro sofia solange sonia sophia soraia stefany stela stella stephanie suelen sueli
	suely suzana suzane tabata tadeu taina tainan tainara tais talita tamara tamires tania tarcisio
	tatiana tatiane telma teo teodoro teresa teresinha tereza terezinha thais thales thalita thayna theo
	theodoro thiago thierry thomas tiago tomas tulio ubirajara ulisses ursula valdeci valdecir valdemar
	valdete valdir valdirene valentim valentina valeria valerio valmir valter vanda vanderlei vanessa
	vania vera veronica vicente vicentina victor victoria vilma vinicio vinicius violeta virginia vitor
	vitoria vivian viviana viviane wagner waldemar waldir wallace walmir walter wanda wanderley wanessa
	washington wellington wendel wendy wesley weslley william wilma wilson yago yan yara yasmin yolanda
	ytalo yudi yuri zelia zenaide zilda zoe zuleica zulmira`)

// familyNames are common family names.
var familyNames = words(`
	abreu aguiar albuquerque alcantara alencar almeida alvarenga alves amancio amaral amorim amparo
	andrade anjos antunes aragao aranha araujo arruda assis assuncao azevedo bahia bandeira barbosa
	barcelos barreto barros bastos batista belmonte benevides bernardes bezerra bispo bittencourt bonfim
	borba borges botelho braga branco brandao brasil brito bueno cabral caetano caldas caldeira calixto
	camargo campos candelaria cardoso carmo carneiro carvalho casagrande castanheira castelo castilho
	castro cavalcante cavalcanti cerqueira ceu chagas chaves clemente coelho coimbra conceicao cordeiro
	correa correia cortes costa coutinho couto cruz cunha damasceno dantas delgado deus dias diniz
	domingues dores dorneles duarte dutra escobar espirito esteves evangelista fagundes falcao faria
	farias feitosa fernandes ferraz ferreira ferro figueira figueiredo filho fogaca fonseca fontes
	fontoura fraga franca franco freire freitas furtado galvao gama garcia gaspar gentil godoy goes
	gomes goncalves gouvea gouveia graca gracas guedes guerra guimaraes gusmao henriques holanda junior
	lacerda lago leal leao leitao leite lemos lima linhares lins lira lisboa livramento lobo lopes
	loureiro louzada luz macedo machado maciel madureira magalhaes maia malta mangueira marinho marques
	martins mascarenhas matias matos mattos medeiros meireles meirelles mello melo mendes mendonca
	menezes mesquita messias milagres miranda monteiro montenegro moraes morais moreira mota motta moura
	mourao muniz nascimento navarro neto neves nobrega nogueira novaes novais nunes oliveira pacheco
	padilha paiva paixao palmeira pantoja parente passos patricio paz peixoto penha pereira peres perez
	pessoa pimenta pimentel pinheiro pinho pinto pires pontes portela porto prado prates prazeres
	queiros queiroz quintana rabelo ramalho ramos rangel rego reis resende rezende ribas ribeiro rios
	rocha rodrigues roldao romao rosario rosas ruas sa sacramento saldanha sales salgado salles sampaio
	sanches santana santiago santos saraiva sarmento schmidt schneider seabra sena serafim serpa serra
	severo silva silveira simoes siqueira soares sobrinho sodre sousa souza tavares teixeira teles
	telles toledo torres trindade uchoa valadares vale valenca valente valverde varela vargas
	vasconcelos vasques vaz veiga veloso ventura viana vianna vidal viegas vieira vilela villela virgens
	weber xavier zanetti`)

// cities are not patients.
var cities = words(`paulo horizonte janeiro brasilia curitiba recife salvador fortaleza manaus goiania belem campinas
	santos osasco guarulhos niteroi sorocaba londrina maringa florianopolis natal teresina maceio aracaju
	cuiaba palmas vitoria uberlandia contagem betim joinville blumenau caxias pelotas olinda juazeiro sobral
	anapolis jundiai piracicaba bauru franca limeira itu santarem macapa alegre`)

// cityNames look like the name of a person.
var cityNames = map[string]struct{}{
	"joao pessoa": {}, "porto velho": {}, "boa vista": {}, "rio branco": {}, "feira de santana": {},
	"juiz de fora": {}, "ribeirao preto": {}, "governador valadares": {}, "vitoria da conquista": {},
	"teixeira de freitas": {}, "cabo frio": {}, "passo fundo": {}, "lauro de freitas": {},
}
