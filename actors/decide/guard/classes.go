package guard

// classTable holds the words that phrases share, one class a line.  Doubled letters, case and
// accents do not matter; see lexicon.add for * and ~.  The words of #itself are in no phrase: they are not
// typos of others.
const classTable = `
#not     nao naum nau nem n num
#nay     nao naum nau nem n num sem
#no      nao naum nau nem n nunca jamais sem nenhum nenhuma nega negou negando descartou descartado
#with    com c
#present to tou estou esta ta tah tao estao estamos tamos
#have    e eh sou foi era tenho tem temos teve tive tinha ha houve sinto sente sentindo senti sentiu tendo
#wish    quero queria quer vou vai penso pretendo chegou cheguei chega precisa preciso estava tava consigo
#light   eu ele ela me se mais ainda nunca ja
#glue    de do da dos das o a os as um uma uns umas em mais muito muita nada me se ainda ter tido sentido sentir mesmo tanta qualquer ou tipo forte
#ill     febre dor dores tontura falta ar peito sangramento cabeca sangue desmaio nausea vomito vomitos tosse convulsao enjoo torax braco barriga sintoma sintomas
#such    tao assim igual dessas desse destas parecida

#subject eu ele ela eles meu minha nosso nossa
#kin     pai mae filho filha filhos marido esposa esposo mulher irmao irma avo vo vovo vovozinha tio tia primo prima sogro sogra neto neta sobrinho sobrinha cunhado cunhada
#kin     bebe nenem namorado namorada amigo amiga vizinho vizinha colega senhor senhora crianca menino menina ele ela papai mamae painho mainha genro nora
#kin     enteado enteada afilhado afilhada companheiro companheira funcionario funcionaria pessoa homem moca moco rapaz velho velha idoso idosa bichinho bichinha padrasto madrasta paizinho maezinha filhinho filhinha gemeo gemea
#kin     veio veia veinho veinha patroa patrao nene zelador zeladora porteiro pedreiro aluno aluna cliente hospede passageiro motorista gente alguem avozinha avozinho bisavo bisneto bisneta ex tiozinho garoto garota guri guria rapazinho mocinha dona seu mainha bb bebezinho bebezinha neguinho diarista empregada cuidadora secretaria morador moradora paciente caba caboclo mozao mor cumadre cumpadre comadre compadre sogrinha voinha voinho noivo noiva coroa parca parça parsa pia pivete chefe motoboy entregador sindico professora professor aposentado nego nega velhinho velhinha tiozao jovem adolescente fulano moleque muie cumpade maninha maninho
#child   bebe nene nenezinho bebezinho bebezinha garotinho garotinha menininha menininho guri guria pequeno pequena filhote nenem filho filha filhinho filhinha neto neta sobrinho sobrinha crianca menino menina recem rn gemeo gemea afilhado afilhada enteado enteada ele ela bb baby
#baby    bebe nene nenem recem rn recemnascido bebezinho bebezinha bb baby
#partner marido namorado esposo companheiro ex pai padrasto mulher esposa namorada filho irmao homem cara
#things  celular internet ligacao whatsapp whats zap mensagem mensagens app aplicativo sistema computador site link pc ficha luz tela chip wifi sinal notebook pagina aparelho televisao chamada foto audio

#pain    dor dores dorzinha dorzona pontada pontadas aperto pressao queimacao queimor ardencia fisgada fisgadas peso agulhada agulhadas opressao angina agonia incomodo desconforto ardor apertamento dorzao abafamento abafado ~queimacao ~pontada ardido pesado apertada choque dormencia gastura aflicao afliccao ~gastura
#hurts   doendo doi doeu doia apertado apertando queimando ardendo explodindo travado travando pesado comprimido latejando rasgando
#chest   peito ~peito peto peit torax toracica toracico peitoral peiro peitu pieto
#severe  muita forte fortissima fortes insuportavel intensa intenso horrivel absurda terrivel demais violenta
#acute   repente nada subito subita agora subitamente
#breathe respirar respira respirando
#purple  roxo roxa roxos roxas roxinho roxinha azul azulado azulada azuis arroxeado arroxeada arroxeados cianotico cianotica pretejando roxeando roxeou arroxeando azulando azulou azulzinho pretinho pretejou cianose
#face    boca rosto face cara labio labios bochecha
#swells  inchou inchando incharam inxou inxando inflou estufou empolou cresceu crescendo inchar desfigurou enorme gigante deformad* deformou triplicou
#crooked tort* entort* paralis* paraliz* caid* caiu caindo puxad* puxou repux* desviad* mole virad* virou torcid* torceu murch* despenc* troncha troncho tronxa
#numb    dorment* paralis* paralizad* formigando adormecid* formigamento fraco fraca mole morto morta travado travada bobo
#slurred grossa pesada embaralhad* mole enrolad* enrolando embolad* embolando arrastad* arrastando pastosa
#limb    braco bracos bracinho perna pernas perninha lado corpo mao maos pe pes membro membros
#can     consigo consegue conseguindo consegui conseguiu consigu conseguir conseguimos ta esta to
#stops   para parou parando estanca estancou estancando passa cessa parava
#blood   sangue sanguinho sangu
#bleeds  sangrando sangra sangrar sangrou sangrei sangramento sangramentos sangre ~sangramento
#lots    muito muita demais bastante horrores tanto tanta pra litros oceano
#vomits  vomitando vomita vomitou vomitei vomitar vomito vomitado vomitos vomitam
#ingest  bebeu bebi tomou tomei ingeriu ingeri engoliu engoli comeu comi cheirou inalou inalei aspirou tomaram beberam engolir
#poison  sanitaria cloro veneno chumbinho soda caustica detergente desinfetante alvejante querosene gasolina inseticida raticida amaciante acetona thinner tinner solvente agrotoxico qboa mercurio acido limpeza naftalina removedor creolina tinta perfume desodorante repelente esmalte cola shampoo xampu condicionador sabao sabonete candida kiboa combustivel gel adubo carbureto formicida carrapaticida
#drug    remedio remedios comprimido comprimidos medicamento medicamentos medicacao remedinho dipirona paracetamol rivotril clonazepam diazepam calmante calmantes insulina gotas antidepressivo antidepressivos sertralina fluoxetina amitriptilina medicacoes dorflex
#narcotic droga drogas cocaina crack lsd bala ecstasy maconha heroina
#foreign moed* pilha* bateriazinha osso chave clips tachinha ferro pedaco tarraxa bijuteria pulseira micanga slime tampinhas pedra moeda moedas pilha pilhas bateria baterias brinquedo espinha ima imas agulha prego caroco bolinha gude vidro tampa tampinha peca pecinha parafuso botao brinco alfinete anel feijao milho amendoim pipoca caroco semente missanga miçanga legume uva
#hot     botijao fogos bombinha gas churrasqueira isqueiro combustivel thinner gasolina agua oleo fogo alcool panela fervendo fervente quente gordura acido cafe leite brasa ferro fogao chaleira azeite vapor explosao pelando escaldando
#skin    rosto braco bracos mao maos corpo perna pernas olho olhos peito barriga costas pe pes
#heights cima sobrado beliche moto bicicleta bike patinete cavalo trator caminhao onibus carroca poco penhasco viaduto ponte passarela telhado andaime escada laje arvore andar janela muro altura poste varanda sacada predio terraco barranco teto marquise
#wreck   acidente batida capotamento colisao
#venom   cobra cobras serpente jararaca cascavel coral escorpiao escorpioes ~escorpiao aranha lacraia surucucu lagarta taturana arraia enxame lacraias aranhas marimbondos
#bitten  ferrou ferroou pegou pego pegaram ferrada mordida picad* picou mordid* mordeu morderam picaram ferroada atacou
#dog     cachorro cadela gato pitbull cao macaco morcego rato porco
#preg    gravida gestante gestacao gravidez gravidinha gestantes gravides
#sugar   diabete glicemia glicose acucar dextro hgt diabetes destro glicemica
#diab    diabete diabetico diabetica diabetes ~diabetica
#confuse confus* desorientad* delirando perdida variando
#heart   infarto infarte enfarto enfarte ~infarto ~enfarte
#ate     treco troco piripaque piripaqui piripak siricutico faniquito trem ataque
#faints  ~desmaiou ~desmaiei desmaiando desmaiada desmaiado desmaiaram desmaia desmaiaou desmaiu desmaiados esmaiou dismaiou dismaiei dismaiada dismaio disacordad* desacordad*
#out     inconscient* desacordad* desfalecid* desfaleceu desfalecendo inconcient* inconsient*
#grief   morto morta morreu
#help    socorro ~socorro sos acode acudam acuda acudir
#rescue  192 resgate uti ambulancia ~ambulancia samu bombeiro bombeiros
#name    dra dr doutora doutor maria dona do da rua bairro pronto prontos senhora perpetuo hospital santa ns nossa nome sou sra av avenida chamo antiga tia prestar presto prestou prestaram primeiros
#body    calor frio fome sede cansaco
#tail    rir saudade saudades sono tedio preguica medo vergonha raiva trabalhar estudar dinheiro susto ciume ciumes inveja odio alegria felicidade amor trabalho servico vontade ansiosa ansiedade curiosidade dividas divida correr ri gargalhar orgulho boleto paixao emocao nervoso estresse rindo gastar chorar curiosa subir
#money   preco valor conta precos valores demora mensalidade boleto orcamento espera noticia chefe resultado parcela
#tool    serra serrote motosserra makita maquita facao machado foice esmerilhadeira lixadeira cortador rocadeira moedor furadeira guilhotina prensa
#laugh   k kakak* rsrs* rs haha* hahaha* hehe* huahua* jaja* lol hauhau* shaush*
#known   gente alguem por pelo pela pf pfv favor ajuda ajude ajudem deus rapido preciso nao que moco moca urgente senhor jesus estou to e eh esta ta agora aqui
#itself  confusao pagamento pagamentos casamento casamentos infante aceitou aceitei fritura matando infecao moreira nogueira cravo pinheiro particular parcelar segundo entendo entenda escreva resolver tomando marinho marinha camargo moreno paguei pagou jorge jornal jordana acertar vistoria contusao
#polite  oi ola bom boa dia tarde noite tudo bem por favor obrigada obrigado gente moca moco doutor doutora
#clock   dia as ate das pelas rua numero sala dias idade casa apto bloco
#one     um uma
`

// contextClassTable holds the words that tell when, whether and how seriously something is meant.
const contextClassTable = `
#month   janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
#long    ano anos mes meses semana semanas decada decadas
#past    passado passada passados passadas retrasado retrasada
#since   ha faz fazem fez
#brief   minuto minutos minutinho minutinhos hora horas segundos pouco poquinho pouquinho instante instantes min mins h hrs
#effort  corro subo faço faco ando caminho treino pedalo malho corre sobe caminha exercito esforco esforço carrego danco jogo levanto abaixo agacho escovo
#fsubj   desmaiar tiver der sentir passar acontecer for infartar cair engasgar sangrar romper estourar entrar comecar precisar houver ficar piorar convulsionar tivesse desse sentisse passasse acontecesse fosse tomar morrer inchar queimar bater
#topic   laudo laudos atestado relatorio exame exames sequela sequelas historico historia familiar familiares retorno reabilitacao prevencao prevenir prevenindo evitar cirurgia receita encaminhamento suspeitas trata tratam tratar tratamento cuida cuidam cuidar especialista especialistas atende atendem atendimento cobre fazem palestra vacina risco riscos chance chances fisioterapia recuperacao causar provoca provocar medo pavor diagnostico antecedente antecedentes casos sobre cicatriz teste requisicao espirometria soro antidoto eletro eletroencefalograma curso aula treinamento brigada palestrante socorros formulario questionario dirigir enfermagem socorrista jejum
#after   pos apos depois
#purpose consulta consultas marcar agendar agendamento quero queria gostaria cardiologista neurologista neuro cardio retorno acompanhamento check checkup exame exames fisioterapia convenio precisa rotina horario vaga psicologo psicologa psiquiatra terapia medico medica especialista avaliacao investigar
#news    novela filme serie jornal noticia reportagem livro tiktok documentario materia palestra podcast noticiario
#having  tendo sofrendo dando parece parecendo sera suspeita sinais sinal desconfio acho principio infartando comecou comecando entrou entrando ameaca
#weakly  com c e eh teve sofreu deu sofri tiveram
#between um uma de o a do da que muito forte eh e foi seja ser outro outra mais inicio crise ataque ter tendo em
#whenword em no na ano anos passado passada ha faz mes meses semana semanas atras uns umas alguns quase la ja ontem desde quando crianca era de do da o a dia uma vez dois duas tres quatro cinco seis sete oito nove dez
#other   condicionado condicionados comprimido fresco pneu livre
#many    muitas muita varias varios bastante trinta vinte dez quinze cinquenta cem dezenas enxame monte
`
