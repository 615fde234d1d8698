package event

import "testing"

func TestFilesAreWhatTheySay(t *testing.T) {
	for _, test := range []struct{ given, mime, url, want string }{
		{"TEXT", "", "", "TEXT"},
		{"", "", "", ""},
		{"PTT", "audio/ogg; codecs=opus", "http://x/a", "AUDIO"},
		{"VOICE", "", "", "AUDIO"},
		{"TEXT", "image/png", "http://x/a", "IMAGE"},
		{"", "Audio/OGG", "http://x/a", "AUDIO"},
		{"TEXT", "application/pdf", "http://x/a", "DOCUMENT"},
		{"TEXT", "", "http://x/a", "DOCUMENT"},
		{"STICKER", "image/webp", "http://x/a", "STICKER"},
	} {
		if got := kindOf(test.given, []File{{URL: test.url, MIMEType: test.mime}}); got != test.want {
			t.Errorf("%s with %s: %s, want %s", test.given, test.mime, got, test.want)
		}
	}
}
