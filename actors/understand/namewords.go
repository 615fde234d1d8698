package understand

// nameParticles stay small inside of a name.
var nameParticles = words("da de do das dos e di del")

// titles are no part of a name.
var titles = words("dr dra sr sra srta srs doutor doutora senhor senhora seu dona dom prof professor professora")

// functionWords hold sentences together; none is part of a name but the particles.
var functionWords = words(`a o as os um uma uns umas ao aos no na nos nas num numa pelo pela pelos pelas com sem por
	para pra pro pras pros per ate desde entre sobre sob em de da do das dos e ou mas nem que se como quando onde
	quem qual quais quanto quanta quantos quantas porque pois entao ja ainda so somente tambem muito muita
	muitos pouco mais menos bem mal aqui ai ali la hoje ontem amanha agora depois antes sempre nunca nao sim
	eu tu ele ela nos voce voces eles elas me te lhe meu minha meus minhas seu sua seus suas dele dela deles delas
	nosso nossa este esta esse essa isso isto aquele aquela aquilo mesmo mesma outro outra outros outras algum
	alguma alguns algumas nenhum nenhuma todo toda todos todas tudo nada cada qualquer alguem ninguem comigo
	foi era ser estar esta estou sou somos tem tenho ter temos vai vou ir ha vem fica quer quero pode posso
	eh ta to pq vc vcs tb q p c pfv obg vlw blz gente`)

// commonWords are words that are neither names nor, however near to one, key words.
var commonWords = words(`
	minha gosto gosta junto norte note parte parta certa certo carta conta contar ponto quanto quanta quantos quantas
	canta tanta conto cinta pinta tinta santa santo senta sente testa festa cesta resta
	tarda tardar farta trade maria mario marca marco marcas manhas manda mande mando venha tenha linha
	vinho vinha ninho nove novo nova dose doces deve desde parar pagar passa massa caso casa case coisa
	abrir abre abriu sete sente quarto quartos segundos minuto hora horas feia fera ferias fazer
	consulto consultar consultas medo medico medica mesa mesma mesmo nesse messes meses
	gente sentir sabe sabia saber fala falo falar faltar falta voltar volta vontade verdade vida vez
	bom boa dia tarde noite oi ola obrigado obrigada favor por
	consulta consultas exame exames medico medica medicos dentista dentistas doutor doutora clinica hospital
	plano planos convenio convenios particular saude amil unimed bradesco sulamerica hapvida notredame cassi
	limpeza pele clareamento canal extracao aparelho implante ortodontia ortopedista cardiologista
	dermatologista ginecologista pediatra oftalmologista psicologa psicologo nutricionista fisioterapia
	cardiologia dermatologia ginecologia pediatria ortopedia oftalmologia psicologia neurologia urologia
	endocrinologista otorrino otorrinolaringologista clinico geral raio ultrassom ultrassonografia ressonancia
	tomografia eletro eletrocardiograma sangue hemograma urina retorno checkup avaliacao procedimento cirurgia
	dor dores cabeca barriga costas dente dentes garganta febre tosse gripe remedio receita atestado laudo
	preco valor valores endereco telefone celular whatsapp cpf rg nome nascimento data idade sexo email
	horario horarios vaga vagas agenda agendamento atendimento atendente recepcao secretaria humano pessoa
	marcar remarcar cancelar agendar desmarcar confirmar confirma confirmo quero queria gostaria preciso
	manha cedo segunda terca quarta quinta sexta sabado domingo semana mes ano janeiro fevereiro marco
	abril maio junho julho agosto setembro outubro novembro dezembro
	beleza ok certo claro perfeito otimo otima legal show top isso talvez tanto faz
	nada errado errada bonito bonita feliz urgente urgencia emergencia possivel primeira vez
	mae pai filho filha irmao irma avo esposa marido tio tia primo prima neto neta namorada namorado
	amigo amiga bebe crianca menino menina homem mulher paciente titular responsavel dependente cliente
	rua avenida bairro cidade estado sao santa santo centro apartamento casa numero andar sala predio
	cartao dinheiro pix boleto parcelado vista debito credito desconto
	livro futebol jogo jogos time piada musica filme comida cachorro gato carro oleo leite pao cafe arroz
	feijao cabelo cortar unha barba praia viagem escola trabalho expediente servico reuniao prova aula
	bla blah haha kkk rsrs teste testando asdf qwerty lorem ipsum hello world
	novo nova velho velha grande pequeno melhor pior ultimo ultima proximo proxima antigo antiga
	ver vejo fazer faco fez feito dar dou deu dizer disse saber sei pedir peco mandar mando enviar envio
	chegar cheguei sair voltar voltei viajar trabalhar trabalho estudar morar moro comprar vender pagar
	ajudar ajuda informacao informacoes duvida duvidas pergunta resposta mensagem opcao opcoes numero item
	tratamento sessao sessoes exclusivo social familia familiar completo completa inicial simples rotina
	sangramento grave fraco forte alto alta baixo baixa pressao diabetes alergia gravida gestante idoso
	socorro acidente bolsa carteirinha documento documentos guia pedido encaminhamento jejum preparo
	obrigado obrigada valeu tchau abraco abracos beijo beijos deus abencoe amem gratidao grato grata
	oie opa eai fala salve hey hello
	disponivel disponibilidade aberto fechado local localizacao estacionamento
	direito esquerdo direita esquerda frente lado perto longe
	sem com cor preto branca azul verde amarelo vermelho
	aparelho odontologico odontologica dentaria dentario medica estetica botox facial corporal
	registro cadastro cadastrar convidado convite proposta contrato aposentado professor professora
	advogado engenheiro motorista estudante autonomo casado casada solteiro solteira viuvo viuva
	brasileiro brasileira alergico alergica hipertenso diabetico fumante cadeirante autista surdo surda
	mudo cego cega deficiente doente cansado cansada preocupado preocupada ansioso ansiosa nervoso nervosa
	pagante associado conveniado beneficiario funcionario funcionaria aluno aluna
	perna barata barato caro cara caros quente frio conteudo pronto pronta prontos
	maior menor marido marcha macho manso malha falha folha filhas ilha milha
	trocas troco mudo muda ruda passo passos pesco falar falir fatal final finos
	cancela cancer cancel canela panela
	aceso acesso acerto aperto aberta abertas vale valer velar
	desse dessa nesse nessa neste nesta deste desta
	conforme porem todavia embora assim apenas tipo quase talvez aproximadamente
	durante enquanto tambem
	marcado marcada agendado agendada confirmado confirmada cancelado cancelada
	amigos colega colegas vizinho vizinha patrao chefe
	sarar curar tratar cuidar parcela parcelas
	acertar acerta acertou contem cerca afinal sinal entra entrar entrei entrou centro comeca comecou comecar
	quadro quita seguida seguido canto calor perco prego mancha manchas ganha ganhar banha manta toca tocar toque
	desce conde conceito prefeito punho parque barco arco mercado macaco passagem estacao mundo bando medida media
	medir dedica corpo copo corro carros barro bairro ferro ferra jeito leito peixe culpa cheio cheia chega chegou
	chao chato chapa charme cama clama medos meios mesas almas altas asas moras alerta aperta aborto braco cartas
	cartaz casal gasto gastar gesto rosto resto restou norma firma forca festa linda lista pista peso preso divida
	dividas devida direto defeito eleito justo susto culto cantar levar lavar lavagem querida querido queridos
	calar falhar corre correr dobro nobre pobre poder podre quebro nojenta preciosa precioso particulas
	medicar medicacao parto partos pasto norte moto mortos monta torta corta cortou mora morar morta sorte
	melhora melhorar melhorou plana pano piano penso pensar pena penas tempo tempos tendo tenso treme preto prece
	presente presentes presenca prende prefeitura resposta proposta responder texto sexto cesto sento gripado
	vapor valsa viste vende vender vendo vento venta volta voltas veja viu sabendo sapato safado sardinha
	sobre sobra sofra sofrer sombra serio seria seriado serie horta hortas honra
	troco traco tropa truque tronco torre torcer torceu outono ouro
	firme fixo fluxo fundo fundos fungo funcional gelado
	contigo comida comido comum comuns conosco
	esposo filme filmes farol fator favas feio feito feita feitos
	mole molho molar morena moreno mito muda mula multa mural musical
	notar votar botar bota votos vizinhos
	oitavas oeste oferta ontens opiniao orelha orelhas ossos ostra
	passarinho pasta pauta pausa pele pelo pelos peito peitos perda perder perdeu perdi
	quebrou quebrei quebrado queixo quietinho quieto quilo quintal
	rosto rotina roupa rouca rouco sabado semanal semente sensor sentido servir
	tenda tende tensao tinha tinto tonto tonta tontura torto tosse
	unica unico unidade usar uso vaca vasos veia veias vesicula visao vistas
	abaixo acima acordo acordei adentro aguda agudo ajeitar ajudou ajudei alergia alivio
	joelho joelhos ombro ombros coluna quadril lombar pescoco nariz ouvido ouvidos olho olhos
	boca gengiva siso dentinho mandibula rim rins figado coracao pulmao estomago intestino utero
	mama mamas prostata tireoide menstruacao corrimento coceira alergias ansiedade depressao
	grana ideia custear verba analisar
	enjoo vomito diarreia tontura fraqueza inflamado inflamacao infeccao inchado inchaco
	porta pouso touro couro ouro outro outra outras outros
	secreta secretas ideal idades
	noiva noivo noites tardes manias mania manga
	temos temas teros terno terna terra
	soma somos sobra sabor sabao
	maca macas mapa mamae papai vovo vovo titia
	fecha ficha ficar fixar fazia
	mexer mexeu mudou
	desmaiar desmaiei`)
