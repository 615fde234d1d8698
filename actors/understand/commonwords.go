package understand

// commonWords are everyday words that are neither names nor, however near to one, key words.  The
// ones that a list of Portuguese words showed to be one typo from a key word are among them.
var commonWords = words(`
	abaixo abencoe aberta abertas aberto aborto abraco abracos abre abril abrir abriu acerta acertar
	acerto acertou aceso acesso acidente acima acordei acordo adentro advogado afinal agenda agendada
	agendado agendamento agendar agosto aguda agudo ajeitar ajuda ajudar ajudei ajudou alergia alergias
	alergica alergico alerta alivio almas alta altas alto aluna aluno amarelo amem amiga amigo amigos
	amil analisar andar ano ansiedade ansiosa ansioso antiga antigo aparelho apartamento apenas aperta
	aperto aposentado aproximadamente arco arroz asas asdf assim associado atendente atendimento
	atestado aula autista autonomo avaliacao avenida avo azul bairro baixa baixo bando banha barata
	barato barba barco barriga barro bebe beijo beijos beleza beneficiario bla blah boa boca boleto
	bolsa bom bonita bonito bota botar botox braco bradesco branca brasileira brasileiro cabeca cabelo
	cachorro cadastrar cadastro cadeirante cafe calar calor cama canal cancel cancela cancelada
	cancelado cancelar cancer canela cansada cansado canta cantar canto cara cardiologia cardiologista
	caro caros carro carros carta cartao cartas cartaz carteirinha casa casada casado casal case caso
	cassi cedo cega cego celular centro cerca certa certo cesta cesto chao chapa charme chato checkup
	chefe chega chegar chegou cheguei cheia cheio cidade cinta cirurgia clama clareamento claro cliente
	clinica clinico coceira coisa colega colegas coluna com comeca comecar comecou comida comido
	completa completo comprar comum comuns conceito conde confirma confirmada confirmado confirmar
	confirmo conforme conosco consulta consultar consultas consulto conta contar contem conteudo contigo
	conto contrato conveniado convenio convenios convidado convite copo cor coracao corpo corporal corre
	correr corrimento corro corta cortar cortou costas couro cpf credito crianca cuidar culpa culto
	curar custear dar data debito dedica defeito deficiente dentaria dentario dente dentes dentinho
	dentista dentistas dependente depressao dermatologia dermatologista desce desconto desde desmaiar
	desmaiei desmarcar dessa desse desta deste deu deve devida dezembro dia diabetes diabetico diarreia
	dinheiro direita direito direto disponibilidade disponivel disse divida dividas dizer dobro doces
	documento documentos doente domingo dor dores dose dou doutor doutora durante duvida duvidas eai
	eleito eletro eletrocardiograma email embora emergencia encaminhamento endereco endocrinologista
	engenheiro enjoo enquanto entra entrar entrei entrou enviar envio errada errado escola esposa esposo
	esquerda esquerdo estacao estacionamento estado estetica estomago estudante estudar exame exames
	exclusivo expediente extracao facial faco fala falar falha falhar falir falo falta faltar familia
	familiar farol farta fatal fator favas favor faz fazer fazia febre fecha fechado feia feijao feio
	feita feito feitos feliz fera ferias ferra ferro festa fevereiro fez ficar ficha figado filha filhas
	filho filme filmes final finos firma firme fisioterapia fixar fixo fluxo folha forca forte fraco
	fraqueza frente frio fumante funcional funcionaria funcionario fundo fundos fungo futebol ganha
	ganhar garganta gastar gasto gato gelado gengiva gente geral gestante gesto ginecologia
	ginecologista gosta gostaria gosto grana grande grata gratidao grato grave gravida gripado gripe
	guia haha hapvida hello hemograma hey hipertenso homem honra hora horario horarios horas horta
	hortas hospital humano idade idades ideal ideia idoso ilha implante inchaco inchado infeccao
	inflamacao inflamado informacao informacoes inicial intestino ipsum irma irmao isso item janeiro
	jeito jejum joelho joelhos jogo jogos julho junho junto justo kkk lado laudo lavagem lavar legal
	leite leito levar limpeza linda linha lista livro local localizacao lombar longe lorem maca macaco
	macas macho mae maio maior malha mama mamae mamas mancha manchas manda mandar mande mandibula mando
	manga manha manhas mania manias manso manta mapa marca marcada marcado marcar marcas marcha marco
	maria marido mario massa media medica medicacao medicar medico medicos medida medir medo medos meios
	melhor melhora melhorar melhorou menina menino menor mensagem menstruacao mercado mes mesa mesas
	meses mesma mesmo messes mexer mexeu milha minha minuto mito molar mole molho monta mora morar moras
	morena moreno moro morta mortos moto motorista muda mudo mudou mula mulher multa mundo mural musica
	musical nada namorada namorado nariz nascimento nervosa nervoso nessa nesse nesta neste neta neto
	neurologia ninho nobre noite noites noiva noivo nojenta nome norma norte notar note notredame nova
	nove novembro novo numero nutricionista obrigada obrigado odontologica odontologico oeste oferta
	oftalmologia oftalmologista oi oie oitavas ok ola oleo olho olhos ombro ombros ontens opa opcao
	opcoes opiniao orelha orelhas ortodontia ortopedia ortopedista ossos ostra otima otimo otorrino
	otorrinolaringologista ouro outono outra outras outro outros outubro ouvido ouvidos paciente pagante
	pagar pai panela pano pao papai parar parcela parcelado parcelas parque parta parte particular
	particulas parto partos passa passagem passarinho passo passos pasta pasto patrao pausa pauta peco
	pediatra pediatria pedido pedir peito peitos peixe pele pelo pelos pena penas pensar penso pequeno
	perco perda perder perdeu perdi perfeito pergunta perna perto pesco pescoco peso pessoa piada piano
	pinta pior pista pix plana plano planos pobre poder podre ponto por porem porta possivel pouso praia
	prece preciosa precioso preciso preco predio prefeito prefeitura prego prende preocupada preocupado
	preparo presenca presente presentes preso pressao preto prima primeira primo procedimento professor
	professora pronta pronto prontos proposta prostata prova proxima proximo psicologa psicologia
	psicologo pulmao punho quadril quadro quanta quantas quanto quantos quarta quarto quartos quase
	quebrado quebrei quebro quebrou queixo quente queria querida querido queridos quero quietinho quieto
	quilo quinta quintal quita qwerty raio receita recepcao registro remarcar remedio responder
	responsavel resposta ressonancia resta resto restou retorno reuniao rg rim rins rosto rotina rouca
	rouco roupa rsrs rua ruda sabado sabao sabe sabendo saber sabia sabor safado sair sala salve
	sangramento sangue santa santo sao sapato sarar sardinha saude secreta secretaria secretas seguida
	seguido segunda segundos sei sem semana semanal semente sensor senta sente sentido sentir sento
	seria seriado serie serio servico servir sessao sessoes sete setembro sexo sexta sexto show simples
	sinal siso sobra sobre social socorro sofra sofrer solteira solteiro soma sombra somos sorte
	sulamerica surda surdo susto talvez tambem tanta tanto tarda tardar tarde tardes tchau telefone
	temas temos tempo tempos tenda tende tendo tenha tensao tenso terca terna terno teros terra testa
	testando teste texto tia time tinha tinta tinto tio tipo tireoide titia titular toca tocar todavia
	tomografia tonta tonto tontura top toque torcer torceu torre torta torto tosse touro trabalhar
	trabalho traco tratamento tratar treme trocas troco tronco tropa truque ultima ultimo
	ultrassom ultrassonografia unha unica unico unidade unimed urgencia urgente urina urologia usar uso
	utero vaca vaga vagas vale valer valeu valor valores valsa vapor vasos veia veias veja vejo velar
	velha velho vende vender vendo venha venta vento ver verba verdade verde vermelho vesicula vez
	viagem viajar vida vinha vinho visao vista vistas viste viu viuva viuvo vizinha vizinho vizinhos
	volta voltar voltas voltei vomito vontade votar votos vovo whatsapp world extra sofro soro fichas folhas
	ilhas mental complexo complexa lidar liderar param reto presto estante liberal irmaos falhas altura alterna alternar
	atento acendia entende entender resolve inicia continua lados pontos pares cento tendem resistir radiante
	leste oeste deita veste peste maxima maximos rente casei anela altares antes alteza excluido nasce rodem quito tampo`)
