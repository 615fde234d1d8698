package event

import "strings"

// kindOf is what a message is: its type, but that voice has several names, and that a file which comes as text, or as
// nothing, is what it says it is.
func kindOf(given string, files []File) string {
	switch {
	case given == "PTT" || given == "VOICE":
		return "AUDIO"
	case given != "TEXT" && given != "" || len(files) == 0 || !files[0].reachable():
		return given
	}
	family, _, _ := strings.Cut(strings.ToLower(strings.TrimSpace(files[0].MIMEType)), "/")
	switch family {
	case "audio", "image", "video":
		return strings.ToUpper(family)
	default:
		return "DOCUMENT"
	}
}
