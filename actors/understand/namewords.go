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
