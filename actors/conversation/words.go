package conversation

// What the code itself says.  Every sentence is read by patients of all ages on small phones:
// warm, short, one thing at a time, no English, no error text.
const (
	goodbyeText  = "Tudo bem! Quando quiser marcar, é só me chamar por aqui. Até logo! 👋"
	transferText = "Certo! Vou passar você para uma pessoa da nossa equipe. Ela já vê toda a conversa e responde por aqui. 🙂"
	pendingText  = "Estou confirmando o seu horário. Pode levar um minutinho, já te aviso."
	// uncertainText says neither that there is an appointment nor that there is none.
	uncertainText = "Não consegui verificar o seu horário na agenda. Vou chamar alguém da nossa equipe, que vê isso com você por aqui."
	failureText   = "Desculpe, tive um problema aqui. Já estou passando você para uma pessoa da nossa equipe, que continua por aqui."
)
