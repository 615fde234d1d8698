package understand

// givenNames are common given names; they tell a person's name from other words.
var givenNames = words(`
	abner adalberto adao adela adelaide adelia ademar ademir adilson adriana adriano agata agatha agnaldo airton alan
	alana alba alberto alcides aldo alessandra alessandro alex alexandra alexandre alexia alfredo alice alicia
	aline alisson allan almir aloisio altair alvaro alzira amalia amanda amaro amelia ana anabela anderson andre
	andrea andreia andressa andreza angela angelica angelina angelo anita anna annabelle anselmo anthony
	antonella antonia antonio aparecida aparecido ariana ariane ariel aristides arlete arlindo armando arnaldo
	arthur artur athos augusta augusto aurea aurelio aurora ayla ayrton barbara beatriz benedita benedito benicio
	benjamin benjamim bento berenice bernadete bernardo bete betania bianca brenda breno bruna bruno bryan
	caetano caio camila camilly camilo carina carla carlos carmem carmen carol carolina caroline cassandra cassia
	cassiano cassio catarina caua caue cecilia celia celina celso cesar charles christian christiane cibele
	cicera cicero cida cintia cinthia claudemir claudete claudia claudinei claudio clarice clarissa clara cleber
	cleide cleiton cleonice cleusa clovis conceicao cosme creusa cristian cristiana cristiane cristiano cristina
	daiane dalila dalva damiao damiana daniel daniela daniele danielle danilo dante darci davi david dayane debora
	deise delfina demetrio denis denise derek diana diego dieguinho dilma dimas dinora diogo dirce dirceu djalma
	domingas domingos dora doralice doroteia douglas dulce durval edgar edilson edimar edimilson edina edinho edite
	edith edivaldo edmar edmilson edmundo edna edson eduarda eduardo elaine elba elen elena eliana eliane elias
	eliete elis elisa elisabete elisabeth elisangela eliseu elizabete elizabeth elizete ellen eloa eloah eloisa
	elson elton elvira emanuel emanuela emanuelle emerson emilia emily emilly emilio enrico enzo erasmo eric erica
	erick erika ernesto esmeralda estela ester esther estevao euclides eugenia eugenio eunice eva evandro evaristo
	evelin evelyn everaldo everton ezequiel fabia fabiana fabiano fabio fabiola fabricia fabricio fatima felicia
	felipe felix fernanda fernando filipe flavia flavio flora francielle francisca francisco franklin frederico
	gabriel gabriela gabriele gabrielle gael gean geisa genesio genilda genival georgia geovana geovanna geraldo
	gerson gertrudes getulio giancarlo gilberto gilda gilmar gilson gilvan giovana giovane giovani giovanna
	gisela gisele giselle gislaine giulia glaucia gleice gloria graca graziela graziele gregorio guilherme
	guilhermina gustavo haroldo heitor helen helena helenice helio heloisa henrique henriqueta herbert hercules
	heverton hilda hugo humberto iago iara iasmin icaro ieda igor ilda ilma ines ingrid ione iracema irene iris
	isaac isabel isabela isabella isabelle isabelly isadora isaias isaura isis ismael israel italo iuri ivan ivana
	ivanilda ivete ivo ivone izabel izabela izabella izaura jackson jacqueline jacira jade jaime jair jairo
	jamile jamily janaina jandira jane janete janice jaqueline jean jeferson jefferson jennifer jenifer jeremias
	jessica jesuino joana joanna joao joaquim joaquina joel joelma john johnny jonas jonatan jonatas jonathan jorge
	josefa josefina josiane josias josue jose joselia joseane josimar jovana joyce juan jucelino julia juliana
	juliane juliano julio jurandir jurema jussara justina kaique kamila kamilly karen karina karine karla karol
	karolina kaua kaue keila kelly kelvin kevin klaus laercio laerte lais laise lara larissa laura laurinda lauro
	lavinia lazaro leandra leandro leda leia leila lenice leo leonardo leonor leonora leopoldo leticia levi lia
	lidia ligia lilia lilian liliana liliane lina lindalva lineu livia liz lorena lorenzo lourdes lourenco
	lourival luan luana luara luca lucas lucca lucia luciana luciane luciano luciene lucila lucilene lucimar
	lucinda lucio lucrecia ludmila luis luisa luiz luiza luna luzia luzinete mafalda magali magda magno maicon
	maiara maira maisa malu manoel manuel manuela manuella mara marcela marcele marcella marcelo marcia marcio
	marcondes marcos marcus margarete margarida margareth maria mariah mariana mariane mariangela mariano marilda
	marilene marilia marilza marina marinalva marines mario marisa marise maristela marivaldo marlene marli marlon
	marta martha martim martina mateus matheus matias matilde maura mauricio mauro maximiliano maya mayara mayra
	meire melissa mercedes michel michele michelle miguel milena milene milton minervina mirela mirella mirian
	miriam moacir moises monica morgana muriel murilo murillo nadia nadir nair nara natacha natalia natalie
	natanael natasha nathalia nathan nazare neide neiva nelio nelson nercio neusa neuza nicanor nicolas nicole
	nicolly nilce nilda nilo nilson nilton nilza nina nivaldo noah noemi noeli norberto norma nubia octavio odair
	odete ofelia olavo olga olimpio olivia orlando oscar osmar osvaldo oswaldo otavio otilia oziel pablo paloma
	pamela paola patricia patrick paula paulina pauline paulo pedro penelope petronio pietra pietro plinio poliana
	priscila quiteria rafael rafaela rafaella raimunda raimundo raissa ramiro ramon raquel raul ravi rayane rayssa
	rebeca regiane regina reginaldo regis reinaldo renan renata renato rian ricardo rita roberta roberto robson
	rodolfo rodrigo rogerio roger romario romeu romualdo romulo ronaldo ronan roney roque rosa rosalia rosana rosane
	rosangela rosaria rosario roseli roseane rosely rosemary rosemeire rosiane rosilda rosilene rosimeire rosinei
	ruan rubens rute ruth ryan sabrina salete salomao samanta samantha samara samira samuel sandra sandro santiago
	sara sarah saulo sebastiana sebastiao selma sergio severina severino sheila shirley sidnei sidney silas silene
	silmara silvana silvania silverio silvia silvio simao simone sirlei socorro sofia solange sonia sophia soraia
	stefany stela stella stephanie sueli suelen suely suzana suzane tabata tadeu taina tainara taina tais talita
	tamara tamires tania tarcisio tatiana tatiane telma teo teodoro teresa teresinha tereza terezinha thais thales
	thalita thayna theo theodoro thiago thomas tiago tomas tulio ubirajara ulisses ursula valdeci valdecir valdemar
	valdir valdirene valentim valentina valeria valerio valmir valter vanda vanderlei vanessa vania vera veronica
	vicente vicentina victor victoria vilma vinicius violeta virginia vitor vitoria vivian viviana viviane wagner
	waldemar waldir wallace walter walmir wanda wanderley wanessa washington wellington wendel wesley weslley william
	wilma wilson yago yara yasmin yolanda yudi yuri zelia zenaide zilda zuleica zulmira rai jesus raiane railda
	cleiane dyego ester kauan kayo lorrayne luanna maite manoela marianna micaela monique naiara nayara
	natan otacilio rayan renato ronald sabina samia silvano tainan thierry valdete vinicio wendy yan ytalo zoe`)

// familyNames are common family names.
var familyNames = words(`
	abreu aguiar albuquerque alcantara alencar almeida alves alvarenga amancio amaral amorim andrade anjos antunes
	aragao aranha araujo arruda assis assuncao azevedo bahia bandeira barbosa barcelos barreto barros bastos batista
	belmonte benevides bernardes bezerra bittencourt bispo bonfim borba borges botelho braga branco brandao brasil
	brito bueno cabral caetano caldas caldeira calixto camargo campos cardoso carmo carneiro carvalho casagrande
	castanheira castelo castilho castro cavalcante cavalcanti cerqueira chagas chaves clemente coelho coimbra
	conceicao cordeiro correa correia cortes costa coutinho couto cruz cunha damasceno dantas delgado dias diniz
	domingues dorneles dores duarte dutra escobar esteves evangelista fagundes falcao farias faria feitosa fernandes
	ferraz ferreira ferro figueira figueiredo fogaca fontes fonseca fontoura fraga franca franco freire freitas
	furtado galvao gama garcia gaspar gentil godoy goes gomes goncalves gouveia gouvea graca guedes guerra guimaraes
	gusmao henriques holanda junior lacerda lago leal leao leite leitao lemos lima linhares lins lira lisboa lobo
	lopes loureiro louzada luz macedo machado maciel madureira magalhaes maia malta mangueira marinho marques martins
	mascarenhas matias matos mattos medeiros meireles meirelles melo mello mendes mendonca menezes mesquita messias
	miranda monteiro montenegro moraes morais moreira mota motta moura mourao muniz nascimento navarro neto neves
	nobrega nogueira novaes novais nunes oliveira pacheco padilha paiva paixao palmeira pantoja parente passos
	patricio paz peixoto penha pereira peres perez pessoa pimenta pimentel pinheiro pinho pinto pires pontes porto
	portela prado prates queiros queiroz quintana rabelo ramalho ramos rangel rego reis resende rezende ribeiro ribas
	rios rocha rodrigues roldao romao rosario rosas ruas sa saldanha sales salles salgado sampaio sanches santana
	santiago santos saraiva sarmento schmidt schneider seabra sena serra serafim serpa severo silva silveira simoes
	siqueira soares sobrinho sodre souza sousa tavares teixeira teles telles toledo torres trindade uchoa valadares
	vale valente valenca valverde varela vargas vasconcelos vasques vaz veloso veiga ventura viana vianna vidal
	vieira vilela villela viegas xavier weber zanetti filho
	gracas prazeres milagres livramento sacramento espirito virgens candelaria`)

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
