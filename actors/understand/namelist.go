package understand

// givenNames are common given names; they tell a person's name from other words.
var givenNames = words(`
	abner adalberto adao adeilson adela adelaide adelia adelson ademar ademir adenilson adilson adriana
	adriano agata agatha agnaldo agnes ahmed ailton airton akira alan alana alba alberto alcides aldemir
	aldo alessandra alessandro alex alexandra alexandre alexia alfredo alice alicia aline alisson allan
	allana almir aloisio altair altamir aluisio alvaro alzira amalia amanda amaro amauri amelia ana
	anabela anderson andre andrea andreia andressa andreza angela angelica angelina angelo anisio anita
	anna annabelle anselmo antenor anthony antonella antonia antonieta antonio aparecida aparecido apollo
	ariana ariane ariel aristides arlete arlindo armando arnaldo aroldo arthur artur asafe ascensao
	assuncao athos augusta augusto aurea aurelio aurora ayla ayrton barbara beatriz benedita benedito
	benicio benjamim benjamin bento berenice bernadete bernardo betania bete bianca bonifacio brenda breno
	bruna bruno bryan caetano caio caleb camila camilly camilo carina carla carlos carmem carmen carol
	carolina caroline cassandra cassia cassiano cassio catarina caua caue cecilia celia celina celso cesar
	charles christian christiane cibele cicera cicero cida cinthia cintia clara clarice clarissa claudemir
	claudete claudia claudinei claudineia claudio claudionor cleber cleiane cleide cleiton cleomar
	cleonice cleusa clodoaldo clovis conceicao consolacao consuelo cosme creusa creuza cristian cristiana
	cristiane cristiano cristina dagoberto daiane dalila dalva damiana damiao daniel daniela daniele
	danielle danilo dante darci davi david dayane debora deise delfina demetrio denis denise derek diana
	diego dieguinho dilma dimas dinora diogo dirce dirceu djair djalma domingas domingos dominic donizete
	dora doralice doroteia douglas dulce dulcineia durval dyego edgar edileuza edilson edimar edimilson
	edina edinaldo edineia edinho edite edith edivaldo edivan edmar edmilson edmundo edna edneia edson
	eduarda eduardo edvaldo elaine elba elen elena eliana eliane elias eliete eliezer elis elisa elisabete
	elisabeth elisangela eliseu elizabete elizabeth elizangela elizete ellen eloa eloah eloisa elson elton
	elvira emanoel emanuel emanuela emanuelle emanuelly emerson emilia emilio emilly emily enrico enzo
	erasmo eric erica erick erika ernani ernesto esmeralda estela ester estevao esther euclides eugenia
	eugenio eunice eurico eva evandro evaristo evelin evelyn everaldo everton ezequiel fabia fabiana
	fabiano fabio fabiola fabricia fabricio fatima felicia felipe felix fernanda fernando filipe firmino
	flavia flavio flora florisvaldo francielle francisca francisco franklin frederico gabriel gabriela
	gabriele gabrielle gael gean geisa genesio geni genilda genildo genival genivaldo georgia geovana
	geovanna geraldo gerson gertrudes getulio giancarlo gilberto gilda gildete gilmar gilson gilvan
	gilvanete giovana giovane giovani giovanna giovanni gisela gisele giselle gislaine giulia givaldo
	glaucia gleice gloria graca gracas graziela graziele gregorio guilherme guilhermina gustavo hadassa
	hamilton hans haroldo heitor helen helena helenice helio heloisa henrique henriqueta henry herbert
	hercules hermes heverton hilda hilton hiroshi horacio hugo humberto iago iara iasmin icaro ieda
	ignacio igor ilda ilma inacia inacio ines ingrid ione iracema irene iris isaac isabel isabela isabella
	isabelle isabelly isadora isaias isaura isis ismael israel italo iuri ivan ivana ivanete ivanilda
	ivanildo ivete ivo ivone ivonete izabel izabela izabella izaias izaura jacinto jacira jackson
	jacqueline jade jadson jailson jailton jaime jair jairo jamile jamily janaina jandir jandira jane
	janete janice janio jaqueline jarbas jean jeferson jefferson jenifer jennifer jeremias jesse jessica
	jesuino jesus joana joanna joao joaquim joaquina jocelino joel joelma john johnny joilson jonas
	jonatan jonatas jonathan jonathas jorge jose joseane josefa josefina joselia josenildo josiane josias
	josilene josimar josivaldo josue jovana jovino joyce juan juarez jucelia jucelino jucilene julia
	juliana juliane juliano julio junior juraci jurandir jurema juscelino jussara justina kaique kamila
	kamilly karen karina karine karl karla karol karolina kaua kauan kaue kayo keila kelly kelvin kenji
	kevin klaus laercio laerte lais laise lara larissa laudelino laura laurinda lauro lavinia lazaro
	leandra leandro leda leia leila lenice leo leonardo leonor leonora leopoldo leticia levi lia lidia
	ligia lilia lilian liliana liliane lina lindalva lindomar lineu livia liz lorena lorenzo lorrayne
	lourdes lourenco lourival luan luana luanna luara luca lucas lucca lucia luciana luciane luciano
	luciene lucila lucilene lucimar lucimara lucinda lucineia lucineide lucio lucrecia ludmila luigi luis
	luisa luise luiz luiza luna lurdes luzia luzinete mafalda magali magda magno maiara maicon maira maisa
	maite malu manoel manoela manuel manuela manuella mara marcela marcele marcella marcelo marcia marcio
	marco marcondes marcos marcus margarete margareth margarida maria mariah mariana mariane mariangela
	marianna mariano marilda marilene marilia marilza marina marinalda marinalva marineide marines
	marinete mario marisa marise maristela marivaldo marlene marli marlon marlucia marta martha martim
	martina mateus matheus matias matilde maura mauricio mauro maximiliano maya mayara mayra meire melissa
	mercedes messias micaela michel michele michelle miguel milena milene milton minervina mirela mirella
	miriam mirian misael moacir mohamed moises monica monique morgana muriel murillo murilo nadia nadir
	nadja naiara nair nara natacha natalia natalie natan natanael natasha nathalia nathan natividade
	nayara nazare neemias neide neiva nelio nelson nercio nestor neusa neuza nicanor nicolas nicole
	nicolly nilce nilda nildo nilo nilson nilton nilza nina nivaldo noah noeli noemi norberto norma nubia
	octavio odair odete odilon ofelia olavo olga olimpio olivia omar onofre orestes orlando oscar oseias
	osmar osvaldo oswaldo otacilio otavia otavio otilia otto ozeias oziel pablo paloma pamela paola
	patricia patricio patrick paula paulina pauline paulo pedro penelope penha pericles perpetua petronio
	piedade pietra pietro plinio poliana priscila pureza quiteria rafael rafaela rafaella rai raiane
	railda raimunda raimundo raissa ramiro ramon raquel raul ravi rayan rayane rayssa rebeca regiane
	regina reginaldo regis reinaldo renan renata renato rian ricardo rita rivaldo roberta roberto robson
	rodolfo rodrigo roger rogerio romario romeu romildo romualdo romulo ronald ronaldo ronan roney ronildo
	roque rosa rosalia rosalvo rosana rosane rosangela rosaria rosario roseane roseli rosely rosemar
	rosemary rosemeire rosiane rosilda rosilene rosimeire rosinei rosineide rosivaldo ruan rubens rui rute
	ruth ryan sabina sabrina salete salomao samanta samantha samara samia samir samira samuel sandra
	sandro santiago sara sarah saulo sebastiana sebastiao selma sergio severina severino sheila shirley
	sidnei sidney silas silene silmara silvana silvania silvano silverio silvestre silvia silvio simao
	simone sirlei socorro sofia solange sonia sophia soraia stefany stela stella stephanie suelen sueli
	suely suzana suzane tabata tadeu taina tainan tainara tais talita tamara tamires tania tarcisio
	tatiana tatiane telma teo teodoro teofilo teresa teresinha tereza terezinha thais thales thalita
	thayna theo theodoro thiago thierry thomas tiago tomas tulio ubirajara uelinton ulisses ursula vagner
	valdeci valdecir valdemar valdemir valdete valdineia valdir valdirene valdivino valdo valentim
	valentina valeria valerio valmir valter vanda vandeilson vanderlei vanessa vania vera veronica vicente
	vicentina victor victoria vilma vilmar vinicio vinicios vinicius violeta virginia vitor vitoria vivian
	viviana viviane vlademir wagner waldemar waldir wallace walmir walter wanda wanderley wanderson
	wanessa washington welington wellington wellinton welton wendel wendy wesley weslley wilian william
	willian wilma wilson yago yan yara yasmin yolanda ytalo yudi yuki yuri zacarias zeferino zelia zenaide
	zeni zenilda zilda zilma zoe zuleica zuleide zulmira`)

// familyNames are common family names.
var familyNames = words(`
	abdala abe abreu aguiar albuquerque alcantara alencar almeida alvarenga alves amado amancio amaral
	amorim amparo andrade anjos antunes aragao aranha araujo arruda assis assuncao azevedo bahia bandeira
	barata barbieri barbosa barcelos barreto barros bastos batista bauer becker bellini belmonte benevides
	bernardes bertolini bezerra bianchi bisneto bispo bittencourt bomfim bonfim borba borges botelho braga
	branco brandao brandt brasil braun bravo brito bruno bueno cabral caetano caires cajado calado caldas
	caldeira calixto camara camargo camilo campos candeia candelaria candido cardoso carmo carmona
	carneiro carvalho casagrande castanheira castelo castilho castro catarino cavalcante cavalcanti
	cerqueira ceu chagas chalita chaves cirino clemente coelho coimbra colares colombo conceicao conti
	cordeiro correa correia cortes costa coutinho couto cravo cruz cunha dalla damasceno dantas delgado
	deus dias diniz domingues dores dorneles dourado duarte dutra escobar espindola espirito esteves
	evangelista fagundes falcao farah faria farias feitosa felix feres fernandes ferrari ferraz ferreira
	ferro fialho figueira figueiredo figueredo filho fischer fiuza flores fogaca fonseca fontana fontenele
	fontes fontoura formiga fortunato fraga franca franco frazao freire freitas frota fujita furlan
	furtado gadelha galvao gama garcia garrido gaspar gebara gentil girao godoy goes gomes goncalves
	gondim gonzaga gouvea gouveia graca gracas granja greco grillo grossi guedes guerra guerreiro
	guimaraes gusmao haddad hartmann hasegawa hashimoto hayashi henriques hoffmann holanda honorato ikeda
	inacio inocencio inoue ito jacome jafet jatoba jesus juca junior junqueira justino justo kalil
	kaminski kato khoury kimura klein kobayashi koch kowalski krause kruger kuhn lacerda lage lago lamego
	landim lange laranjeira leal leao lehmann leitao leite lemos lessa lewandowski lima linhares lins lira
	lirio lisboa livramento lobo loiola lombardi lopes loureiro lourenco louro louzada lucas lucena luna
	luz macedo machado maciel madureira magalhaes maia malheiros malta maluf mangabeira mangueira manso
	mansur maranhao marcelino mariani mariano marinho marino marins marques marquez marra martins
	mascarenhas matias matos matsumoto mattos mazza medeiros meira meireles meirelles melgaco mello melo
	mendes mendonca menegatti meneses menezes mesquita messias meyer milagres milani miranda modesto
	molina monteiro montenegro moraes morais moreira moreno moretti moretto mori mota motta moura mourao
	muller muniz nakamura nascente nascimento nassar navarro neiva nery neto neumann neves nobre nobrega
	nogueira noronha novaes novais nowak nunes ogawa okada oliveira ornelas ornellas osorio otoni pacheco
	padilha paiva paixao palmeira pantoja paranhos parente passos pato patricio patriota paz pedreira
	pedrosa peixoto pellegrini pellegrino peluso pena penha penido perdigao pereira peres perez pessoa
	pestana petry pimenta pimentel pinheiro pinho pinto piovesan pires pizarro poncio pontes portela porto
	portugal povoa pozzobon prado prates prazeres prego primo quadros quaresma queiroga queiros queiroz
	querido quintana quintela quintino quirino rabello rabelo ramalho ramos rangel raposo rebello rego
	reinaldo reis resende rezende ribas ribeiro ricci richter rinaldi rios rizzo rocco rocha rodrigues
	roldao romano romao romeiro rondon roque rosa rosario rosas rossi ruas rufino sa sabino sacramento
	saito salazar saldanha sales salgado salim salles salmao salomao salustiano sampaio sanches sandoval
	santana santiago santoro santos saraiva sardinha sarkis sarmento sarney sasaki sato scherer schmidt
	schneider schulz seabra segadas seixas sena serafim serafini sereno serpa serra serrano severo shimizu
	silva silveira simoes simon siqueira soares sobral sobreira sobrinho sodre soeiro sousa souza spinelli
	stein suzuki takahashi tanaka tancredo tavares tavora teixeira teles telles tenorio tibirica tinoco
	toledo tomaz tonello torquato torres travassos trindade tuma tupinamba uchoa ungaretti urbano valadao
	valadares vale valenca valente valerio valverde vanzela varela varella vargas vasconcelos vasques vaz
	veiga veloso ventura veras viana vianna vicentini vidal viegas vieira vilela villar villela virgens
	vitorino viveiros volpato wagner watanabe weber werner wisniewski wolf xavier yamada yamamoto yoshida
	zago zambelli zampieri zanatta zanella zanetti ziegler zimmermann`)

// cities are not patients.
var cities = words(`paulo horizonte janeiro brasilia curitiba recife salvador fortaleza manaus goiania belem campinas
	santos osasco guarulhos niteroi sorocaba londrina maringa florianopolis natal teresina maceio aracaju
	cuiaba palmas vitoria uberlandia contagem betim joinville blumenau caxias pelotas olinda juazeiro sobral
	anapolis jundiai piracicaba bauru franca limeira itu santarem macapa alegre`)

// quarters begin the names of places and things that are written like a person's.
var quarters = words(`vila jardim parque bairro conjunto residencial condominio chacara cruzeiro centro alto baixo morro
	praia ilha porto nova novo campo lagoa serra monte hospital clinica rua avenida zona barra asa aguas mogi ponta
	montes foz mato distrito governador passo ribeirao riacho tres duque lago setor quadra nossa jesus
	periodo nota transito pizza oculos exame plano acre alagoas amapa amazonas bahia ceara goias
	maranhao minas para paraiba parana pernambuco piaui rondonia roraima sergipe tocantins brasil`)

// cityNames look like the name of a person.
var cityNames = map[string]struct{}{
	"joao pessoa": {}, "porto velho": {}, "boa vista": {}, "rio branco": {}, "feira de santana": {},
	"juiz de fora": {}, "ribeirao preto": {}, "governador valadares": {}, "vitoria da conquista": {},
	"teixeira de freitas": {}, "cabo frio": {}, "passo fundo": {}, "lauro de freitas": {},
}
