package persona

import (
	"regexp"
	"strings"
)

var (
	// claiming are words that only an appointment which exists makes true.
	claiming = regexp.MustCompile(`\b(?:(?:marcad|agendad|confirmad|reservad|garantid)[oa]s?|marquei|agendei|reservei|confirmei|marcamos|agendamos|reservamos)\b`)
	// denying takes such a word back within its sentence: what is not, not yet, or only once something
	// else happens; and an appointment of which the patient spoke first.
	denying = regexp.MustCompile(`\b(nao|nada|nenhum|nenhuma|sem|ainda|se|quando|assim que|antes|depois|caso|nem|que ja (esta|estava|foi|tem|estiver)|(so|somente|apenas) (fica|esta|sera|vai|e))\b.*` + claiming.String() +
		`|escolha confirmada|desmarcad`)
)

// Claims reports whether a text says that an appointment was made.  Questions, denials and conditions
// do not.
func Claims(text string) bool {
	for _, s := range sentences(fold(text)) {
		if claiming.MatchString(s) && !denying.MatchString(s) && !strings.HasSuffix(s, "?") {
			return true
		}
	}
	return false
}
