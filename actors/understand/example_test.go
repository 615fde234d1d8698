package understand_test

import (
	"encoding/json"
	"fmt"
	"time"

	"atende/actors/understand"
)

// A text is read against the time at which it was written, here Monday, 23 November 2026, in the morning.
func ExampleRead() {
	now := time.Date(2026, 11, 23, 9, 0, 0, 0, time.FixedZone("-03", -3*60*60))
	for _, text := range []string{
		"oi, queria marcar na quinta depois das 14h",
		"meu nome é Maria da Silva, cpf 529.982.247-25, nasci em 10/10/1975",
		"amanhã não, só na outra semana de manhã",
	} {
		facts, err := json.Marshal(understand.Read(text, now))
		if err != nil {
			fmt.Println(err)
		}
		fmt.Println(string(facts))
	}
	// Output:
	// {"intent":"book","dates":[{"from":"2026-11-26","to":"2026-11-26"}],"times":[{"from":"14:00","to":"23:59"}]}
	// {"intent":"other","cpf":"52998224725","birth_date":"1975-10-10","name":"Maria da Silva"}
	// {"intent":"other","period":"morning","more":true}
}

func ExampleValidCPF() {
	fmt.Println(understand.ValidCPF("52998224725"))
	fmt.Println(understand.ValidCPF("52998224724"))
	fmt.Println(understand.ValidCPF("11111111111"))
	// Output:
	// true
	// false
	// false
}

// A Lexicon finds what a clinic has in the words of a patient, without regard to case, accents and titles, and with a
// letter wrong.
func ExampleLexicon() {
	lexicon := understand.NewLexicon([]understand.Term{
		{ID: 101, Names: []string{"Dra. Ana Souza"}, Person: true},
		{ID: 7, Names: []string{"Cardiologia", "cardiologista", "coração"}},
	})
	for _, hit := range lexicon.Find("queria a doutora ana, ou outro CARDIOLOJISTA") {
		fmt.Println(hit.ID)
	}
	// Output:
	// 7
	// 101
}
