package guard

// poisonSigns are what comes into the body or upon it: poisons, allergens, foreign bodies, fire, water,
// current, animals.
var poisonSigns = []sign{
	{name: "throat closes", phrases: `
		~garganta|glote|guela|goela .. fech*|feixando|feixou|trancando|trancou|travando|inchando|inchou|fechano
		~fechando .. garganta|glote
		~anafilatico|~anafilatica|anafilaxia
		~garganta|glote|guela|goela .. apertando|apertou|trancad*|fecha
		fechou|fecha|fechando|trancou|travou|inchou .. garganta|goela|glote|guela
		~garganta|glote|guela|goela ... inchando|inchou|fechando|fechou|trancando`},
	{name: "face swells", phrases: `
		#face|lingua|olhos|beico .. #swells
		#swells ... rosto|boca|labio|labios|lingua|cara|beico
		#not .. #can .. engolir|salivar
		edema .. glote
		#face .. bola|balao|monstro|deformad*|enorme|irreconhec*
		#face ... parecendo|parece uma? bola|balao|monstro`, unless: `#face .. #swells .. dente|siso`},
	{name: "allergic reaction", traits: topical, phrases: `
		~reacao|crise|alergia .. ~alergica|alergia .. grave|forte|agora|seria|feia
		tendo|com|teve uma|um? ~reacao ~alergica`},
	{name: "swelling", traits: weak, phrases: `inchad*|#swells`},
	{name: "hives", traits: weak, phrases: `empolad*|empolou|empolando|urticaria|placas`},
	{name: "allergen", traits: weak, phrases: `
		comi|comeu .. camarao|amendoim|castanha|ovo|leite|marisco|frutos|nozes
		tomei|tomou .. #drug|injecao|antibiotico|vacina|benzetacil
		picada|ferroada|picou|picad* .. abelha|vespa|marimbondo|formiga`},
	{name: "choking", traits: loose | chronic | topical, phrases: `
		~engasgou|~engasgado|~engasgada|~engasgando|~engasguei|engasgano|engasgo|ingasgou|ingasgado|engasgad*
		engoliu|engoli|enguliu .. #foreign
		#foreign ... engoliu|enguliu|engolido
		preso|presa|parado|parada|atravess*|entalad* .. garganta|goela
		entalou|entalado|entalada|entalo .. garganta|goela
		#kin .. entalou|entalado|entalada
		entalou|entalado|entalada|intalou|intalado com|em|na|no
		#not .. desengasg*
		#foreign ... nariz|pulmao|garganta|traqueia
		enfiou|botou|colocou|pos|meteu .. #foreign ... nariz|boca|garganta
		~engasga|engasgando|engasgar .. saliva|baba|agua|leite .. #purple|preto|preta|sem|#not
		~engasga ... #purple|ficando preto|preta
		entalou|entalado|entalada|engasgou ... garganta|goela|guela
		#not .. faz|sai|emite|solta som|ruido|barulho|choro
		engoliu|engoli|enguliu .. bexiga|balao|bala|chiclete|tampa|plastico|saco|papel|bola|caneta|dente|protese|dentadura`, unless: `
		catarro|pigarro|choro|secrecao|bolo .. preso|presa|parado|entalado|entalada .. garganta
		engasgad* com essa|esse|isso|aquela|aquilo|tanta|a|o? historia|assunto|situacao|noticia|raiva|conversa
		curso|treinamento|aula .. engasgo|engasgos`},
	{name: "poison", traits: lasting, phrases: `
		#ingest .. #poison
		acabou|acabei|pegou e|de beber|engolir|ingerir|tomar|comer .. #poison
		#ingest .. dose|doses dupla|dobrada|tripla|errada
		#ingest .. duas|tres|varias doses
		#ingest .. #drug .. demais|errado|errados|muitos|tudo|inteiro|avo|vo|cachorro|vez
		#ingest .. muito|muitos|mto|varios|bastante|monte|todos|todas|tudo #drug
		#ingest .. todos|todo|monte|todas|punhado|mao|mistura .. #drug
		#ingest ... cartela|cartelas|caixa|vidro|frasco|caixas .. inteir*|toda|todo|tod*
		#ingest .. cartela|cartelas|caixa|caixas .. #drug
		#ingest .. #pills #drug|gotas
		#ingest .. #num|duas|tres|quatro|cinco cartelas|caixas|frascos|vidros
		#ingest .. #drug .. errad*|trocad*|dobrad*|dobro
		virou|entornou|enfiou|colocou|botou ... #drug|#poison ... boca
		#child ... comeu|mastigou|mordeu planta|cogumelo|naftalina|termometro|pilha|sabao
		engoliu|enguliu .. #drug
		#child .. tomou|comeu|bebeu meu|minha|meus|minhas #drug
		~exagerei|exagerou .. dose|#drug|insulina
		dose|doses .. errada|erradas|dobrada .. #drug
		misturou|misturei ... #drug
		usou|cheirou|injetou|fumou|usei|cheirei .. #narcotic
		cheirou|cheirei|inalou|inalei|vazando|vazamento .. gas|fumaca
		~intoxicado|~intoxicada|~envenenado|~envenenada|envenenou|intoxicou|envenenaram
		superdosagem|superdose
		achei|encontrei|achamos|encontramos|tinha|com ... caixa|cartela|frasco|vidro|cartelas|caixas|frascos .. vazi* .. lado|perto|mao|dele|dela|cama
		#ingest ... #drug ... dobro|duplicad*|dobrad*
		#ingest .. #drug #num|duas|tres|quatro|varias vezes|vez
		#ingest .. #drug de|do|da meu|minha? #kin|cachorro
		#child ... comeu|mastigou|mordeu|lambeu|chupou .. planta|plantas|folha|folhas|cogumelo|flor|naftalina|pilha|sabao
		cheiro|cheirando|fumaca .. gas|fumaca|queimado ... tont*|mole|desmai*|vomit*|dor
		aquecedor|gerador|braseiro|fogareiro ... mole|desmai*|tont*|acord*|mal
		tomei|engoli|tomou|engoliu tudo .. tinha|gaveta|armario|caixa|casa|#drug
		tomei|engoli|tomou|engoliu ... gaveta|armario|farmacinha toda|tudo|inteira
		dormi|dormimos|dormiram|dormiu .. gas
		mastigou|chupou|lambeu .. #drug
		#ingest .. #many|#pills .. gotas|comprimidos|capsulas
		#ingest .. vinte|trinta|quarenta|cinquenta|cem|dez|quinze|doze .. gotas|comprimidos|capsulas|#drug
		pegou|achou|mexeu .. cartela|remedio|remedios|comprimido|comprimidos|frasco ... mastigou|engoliu|comeu|tomou|chupou|boca
		#child ... mastigou .. #drug
		carvao|churrasqueira|fogareiro|gerador ... dentro|fechad* ... tont*|vomit*|mal|mole|dor|desmai*
		cachaca|bebida|vodka|pinga|gin ... falsificad*|adulterad*|batizad*|metanol
		metanol
		misturei|misturou .. com #drug|#narcotic|alcool|bebida
		bebi|bebeu|bebida ... com #drug
		#child ... #ingest .. #drug .. da|do|de
		#child ... #ingest .. #drug .. pressao|coracao|diabetes|dormir|tarja|cachorro
		#ingest .. #drug .. mais $
		#ingest .. #drug ... mais ... rodando|girando|sono|mole|tont*|vomit*|mal
		#ingest agua|liquido do|da|de radiador|bateria|tanque|vaso|bueiro|piscina
		#ingest .. sem querer|engano|errado|pensando|achando
		abri|abriu|liguei|ligou o? gas
		#ingest .. produto|liquido|oleo|aditivo|fluido
		#ingest .. todo|toda|inteiro|inteira o|a? vidro|frasco|cartela|caixa|xarope|potinho|garrafa
		#ingest .. uma? overdose|superdose`, unless: `
		misturou|misturei ... posso|pode
		ja tomei|tomou ... #drug
		#ingest .. todos|todas ... passou|receitou|receitados|certinho|direitinho|horario|exame

		#child ... #ingest .. #drug .. de|da|do receita*|medic*|verme|alergia|gripe|febre|hora|manha|noite|doutor*|pediatra|antes|nariz|tosse
		#ingest .. sem querer .. carne|cafe|jejum|glutem|lactose|leite|acucar|pao
		#ingest .. achando|pensando .. jejum|exame
		gas da|do|de? rua|cozinha|encanado|natural .. instal*
		#drug errad* de? hora|horario|dia
		#ingest .. sem querer ... exame|jejum|coleta
		#ingest .. engano|errado|pensando|achando ... exame|jejum|coleta`},
	{name: "overdose", traits: disease | topical, phrases: `overdose|~envenenamento|~intoxicacao|over`},
	{name: "burn", traits: loose | topical, phrases: `
		queimei|queimou|queimaram|queimando|queimada|queimado .. #hot
		queimei|queimou .. #skin
		queimou|queimaram|escaldou .. #kin
		~explodiu|explosao|estourou .. panela|botijao|gas|fogos|rojao|cara|rosto|mao|fogao
		panela|botijao|gas|fogos|rojao|fogao|isqueiro|bateria .. ~explodiu|estourou
		me|se queimei|queimou
		~derramou|derramei|virou|caiu|derrubou|espirrou|derrubei .. #hot ... #kin|#skin|mim|quente|fervendo
		agua|oleo|cafe|leite|gordura|sopa|cha quente|fervendo|fervente .. caiu|derramou|espirrou|virou|pegou|jogou
		caiu|espirrou|entrou|jogou ... produto|acido|soda|cloro|quimico|cal|cimento ... olho|olhos|rosto
		~queimadura ... feia|grave|grau|grande|bolha|bolhas|extensa|seria
		~queimadura .. #skin
		gente|pessoa|pessoas|crianca|alguem .. queimad*
		fogo .. casa|carro|cozinha|apartamento|quarto|roupa|corpo|nele|nela
		incendio
		encostou|pos|colocou .. ferro|forno|fogao|escapamento .. quente|mao|queim*
		pegou|pegando fogo
		puxou|virou|derrubou|entornou|emborcou|puxei|virei|derrubei|entornei .. panela|chaleira|cafeteira|leiteira|bule|frigideira|garrafa|cafe|cha|oleo .. fervendo|fervente|quente|pelando|agua|oleo|cima|nele|nela
		banho de oleo|azeite|gordura|acido|cafe|alcool|gasolina
		agua|oleo|cafe|leite|gordura|sopa|cha|caldo|feijao fervendo|fervente|pelando ... #kin|#skin|mim|cima|nele|nela
		derrub*|derram*|virou|virei|entorn*|caiu|cai|puxou|puxei .. pelando|fervendo|fervente
		pele|couro .. soltando|soltou|saindo|saiu|descolando|bolha|bolhas ... queim*|quente|fogo
		pele|couro .. soltando|soltou|saindo|saiu .. queimadura
		~explodiu|~explosao
		#skin .. queimad*|queimou|bolha|bolhas|carne viva
		carne viva
		botijao|gas|mangueira .. vazou|vazando|vazamento
		vazou|vazando|vazamento|escapando .. gas|botijao
		caiu|cai|entrou|encostou|pisou na|no|em fogueira|fogo|brasa|lareira|churrasqueira|forno|tacho|caldeira`, unless: `
		brigada|seguro|alarme|extintor|treinamento|combate de|contra|ao? incendio
		~explodiu|~explosao de`},
	{name: "drowning", traits: loose, phrases: `
		~afogou|~afogando|~afogado|~afogada|afogano
		afogamento agora
		caiu .. piscina|poco|represa|lagoa|cisterna|tanque
		tirou|tiraram|tiramos .. piscina|mar|rio|lagoa|represa
		resgatad*|salvou|salvaram|tirad*|puxaram .. mar|rio|piscina|represa|lagoa|cachoeira|enchente
		bebeu|engoliu|bebi|engoli .. agua .. mar|rio|piscina|poco|tanque|lagoa ... toss*|sonol*|espum*|vomit*|rox*|cansad*|mole|sono
		tossindo|cuspindo|vomitando|saindo|soltando|botando .. espuma`, unless: `
		~afogado|~afogada .. em|de|com trabalho|servico|divida|dividas|prova|provas
		afogados da|de ingazeira`},
	{name: "electric shock", traits: loose | lasting, phrases: `
		~choque ~eletrico|eletrica
		levei|levou|tomou|tomei|levando .. ~choque
		dedo|mao|faca|garfo .. tomada
		~choque .. tomada|chuveiro|geladeira|fio|cerca|rede|poste|maquina
		encostou|pegou|tocou .. fio|rede|poste .. ~choque|eletric*|caiu|grud*|desencapado
		atingid* .. raio
		eletrocutad*|eletrocutou
		descarga|corrente ~eletrica
		dedo|dedinho|arame|grampo|chave|garfo|faca .. tomada
		levou|levei|tomou|tomei|pegou uma? descarga
		boca|mao|dedo|lingua .. fio|tomada|benjamim|extensao
		grudad*|grudou ... fio|cerca|tomada|rede|poste|maquina
		fio|cerca|tomada|rede|poste|maquina ... grudad*|grudou`, unless: `
		choque .. realidade
		choque .. vi|ver|soube|saber|conta|valor|preco|noticia|cultural|anafilatico`},
	{name: "bite", traits: topical | lasting, phrases: `
		#bitten ... #venom
		#venom ... #bitten
		#dog .. mordeu|atacou|morderam
		mordid* .. #dog
		fui|foi mordid*
		#many|#pills .. picada|picadas|ferroada|ferroadas|ferrada|ferradas`, unless: `
		#many|#pills .. picada|picadas .. mosquito|pernilongo|muricoca|pernilongos|mosquitos|borrachudo`},
	{name: "left in the car", traits: lasting, phrases: `
		esquec*|trancad*|trancou|tranquei|tranc*|deix*|pres* .. #child ... carro
		#child ... dentro do carro .. sol|trancad*|fechado|calor`},
}
