package session

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
	"weak"

	"github.com/google/go-cmp/cmp"
	"github.com/prometheus/client_golang/prometheus/testutil"

	"atende/actors/cluster"
	"atende/actors/conversation"
	"atende/actors/decide"
	"atende/actors/decide/emergency"
	"atende/actors/journal"
	"atende/actors/session/attachment"
	"atende/actors/session/record"
	"atende/actors/session/sessiontest"
	"atende/integrations/media"
	"atende/integrations/model"
	"atende/integrations/outbound"
	"atende/metrics"
)

// shelf is a source of files by their addresses.
type shelf struct {
	files  map[string]media.File
	before func(ctx context.Context, url string) error // nil: nothing happens

	mu      sync.Mutex
	fetched []string
	busy    int
	most    int // at once
}

func (s *shelf) Fetch(ctx context.Context, url string, kinds ...media.Kind) (media.File, error) {
	s.enter(url)
	defer s.leave()
	if s.before != nil {
		if err := s.before(ctx, url); err != nil {
			return media.File{}, err
		}
	}
	file, known := s.files[url]
	if !known || !slices.Contains(kinds, file.Kind) {
		return media.File{}, &media.Error{Reason: media.Unwanted}
	}
	return file, nil
}

func (s *shelf) enter(url string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fetched = append(s.fetched, url)
	s.busy++
	s.most = max(s.most, s.busy)
}

func (s *shelf) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.busy--
}

// scribe writes down what a voice message holds.
type scribe func(ctx context.Context, a model.Audio) (string, error)

func (s scribe) Transcribe(ctx context.Context, a model.Audio) (string, error) { return s(ctx, a) }

func verbatim(_ context.Context, a model.Audio) (string, error) { return string(a.Data), nil }

const spoken, pictured, printed = "quero marcar amanhã", "\xff\xd8foto", "Carteirinha Unimed"

// mediaBench is a bench whose turns end with what the driver was given.
func mediaBench(b *bench) (*shelf, *[]decide.Message) {
	source := &shelf{files: map[string]media.File{
		"voice":   {Kind: media.Audio, MIME: "audio/ogg", Data: []byte(spoken)},
		"voice2":  {Kind: media.Audio, MIME: "audio/ogg", Data: []byte("de manhã")},
		"silence": {Kind: media.Audio, MIME: "audio/ogg", Data: []byte(" \n")},
		"photo":   {Kind: media.Image, MIME: "image/jpeg", Data: []byte(pictured)},
		"pdf":     {Kind: media.Document, MIME: "application/pdf", Data: []byte(printed)},
	}}
	b.config.Media = attachment.Config{
		Source: source, Transcriber: scribe(verbatim), Sees: true, Metrics: b.metrics.Media,
		PDF: func(_ context.Context, pdf []byte) (string, error) { return string(pdf), nil },
	}
	var seen []decide.Message
	b.config.Driver = sessiontest.Driver{OnTurn: func(turn decide.Turn) {
		for _, m := range turn.Messages {
			m.At = time.Time{}
			seen = append(seen, m)
		}
	}}
	return source, &seen
}

// attached is a message with a file that can be fetched there.
func attached(kind, mime string, urls ...string) journal.PatientMessage {
	return journal.PatientMessage{Kind: kind, Files: []journal.PatientFile{{MIMEType: mime, URLs: urls}}}
}

// S-B-12: when all filters pass, media are processed, by what they are and not by what is claimed.
func TestAttachments(t *testing.T) {
	photo := &decide.Image{MIME: "image/jpeg", Data: []byte(pictured)}
	captioned := attached("DOCUMENT", "audio/ogg", "voice")
	captioned.Text = "ouve aí"
	gateway := attached("AUDIO", "audio/ogg", "voice")
	gateway.Transcription = "já escrito"
	several := attached("IMAGE", "image/jpeg", "photo")
	several.Files = append(several.Files, attached("", "", "voice").Files...)
	tests := []struct {
		name    string
		change  func(*attachment.Config)
		message journal.PatientMessage
		want    decide.Message
		fetched string
		counted string
	}{
		{"a voice message is transcribed", nil, attached("AUDIO", "", "voice"),
			decide.Message{Type: "AUDIO", Text: spoken, Spoken: true}, "voice", "audio transcribed"},
		{"what the gateway understood is not fetched", nil, gateway,
			decide.Message{Type: "AUDIO", Text: "já escrito", Spoken: true}, "", "audio transcribed"},
		{"of several files the first is looked at", nil, several,
			decide.Message{Type: "IMAGE", Image: photo}, "photo", "image seen"},
		{"a voice message sent as a document is one", nil, attached("DOCUMENT", "audio/ogg", "voice"),
			decide.Message{Type: "AUDIO", Text: spoken, Spoken: true}, "voice", "audio transcribed"},
		{"so is one without a type", nil, attached("DOCUMENT", "", "voice"),
			decide.Message{Type: "AUDIO", Text: spoken, Spoken: true}, "voice", "audio transcribed"},
		{"words beside a voice message come first", nil, captioned,
			decide.Message{Type: "AUDIO", Text: "ouve aí\n" + spoken, Spoken: true}, "voice", "audio transcribed"},
		{"a voice message without words stays one", nil, attached("AUDIO", "", "silence"),
			decide.Message{Type: "AUDIO"}, "silence", "audio refused"},
		{"a picture is seen", nil, attached("IMAGE", "image/png", "photo"),
			decide.Message{Type: "IMAGE", Image: photo}, "photo", "image seen"},
		{"a picture sent as a document is seen", nil, attached("DOCUMENT", "image/jpeg", "photo"),
			decide.Message{Type: "DOCUMENT", Image: photo}, "photo", "image seen"},
		{"a PDF is read", nil, attached("DOCUMENT", "application/pdf", "pdf"),
			decide.Message{Type: "DOCUMENT", Document: printed}, "pdf", "document read"},
		{"a PDF is no voice message", nil, attached("AUDIO", "application/pdf", "pdf"),
			decide.Message{Type: "AUDIO"}, "pdf", "audio refused"},
		{"the second address is tried", nil, attached("AUDIO", "", "gone", "voice"),
			decide.Message{Type: "AUDIO", Text: spoken, Spoken: true}, "gone voice", "audio transcribed"},
		{"the first address is enough", nil, attached("AUDIO", "", "voice", "voice2"),
			decide.Message{Type: "AUDIO", Text: spoken, Spoken: true}, "voice", "audio transcribed"},
		{"no address", nil, attached("AUDIO", "audio/ogg"),
			decide.Message{Type: "AUDIO"}, "", "audio acknowledged"},
		{"nobody transcribes", func(m *attachment.Config) { m.Transcriber = nil }, attached("AUDIO", "", "voice"),
			decide.Message{Type: "AUDIO"}, "", "audio acknowledged"},
		{"nobody looks", func(m *attachment.Config) { m.Sees = false }, attached("IMAGE", "", "photo"),
			decide.Message{Type: "IMAGE"}, "", "image acknowledged"},
		{"nobody reads", func(m *attachment.Config) { m.PDF, m.Transcriber, m.Sees = nil, nil, false }, attached("DOCUMENT", "", "pdf"),
			decide.Message{Type: "DOCUMENT"}, "", "document acknowledged"},
		{"nobody fetches", func(m *attachment.Config) { m.Source = nil }, attached("AUDIO", "", "voice"),
			decide.Message{Type: "AUDIO"}, "", "audio acknowledged"},
		{"a film is not fetched", nil, attached("VIDEO", "video/mp4", "voice"),
			decide.Message{Type: "VIDEO"}, "", "other acknowledged"},
		{"nor one that is sent as a document", nil, attached("DOCUMENT", "video/mp4", "voice"),
			decide.Message{Type: "DOCUMENT"}, "", "document acknowledged"},
		{"a sticker is not fetched", nil, attached("STICKER", "image/webp", "photo"),
			decide.Message{Type: "STICKER"}, "", "other acknowledged"},
		{"nor what nobody knows", nil, attached("HOLOGRAM", "image/webp", "photo"),
			decide.Message{Type: "HOLOGRAM"}, "", "other acknowledged"},
		{"a place has no file", nil, journal.PatientMessage{Kind: "LOCATION"},
			decide.Message{Type: "LOCATION"}, "", "other acknowledged"},
		{"words are no attachment", nil, sessiontest.Text("oi"),
			decide.Message{Type: "TEXT", Text: "oi"}, "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				source, seen := mediaBench(b)
				if test.change != nil {
					test.change(&b.config.Media)
				}
				b.send("a", test.message)
				b.settle()
				if diff := cmp.Diff([]decide.Message{test.want}, *seen); diff != "" {
					t.Errorf("the driver saw (-want +got):\n%s", diff)
				}
				if got := strings.Join(source.fetched, " "); got != test.fetched {
					t.Errorf("fetched %q, want %q", got, test.fetched)
				}
				b.wantMedia(test.counted)
				b.wantResults("replied")
				b.wantLogWithout(spoken, pictured, printed, "voice", "photo", "gone", "escrito")
			})
		})
	}
}

// wantMedia checks the whole of atende_media_total: "audio transcribed, image seen".
func (b *bench) wantMedia(want string) {
	b.t.Helper()
	var got []string
	for _, kind := range metrics.MediaKinds {
		for _, result := range metrics.MediaResults {
			for range int(testutil.ToFloat64(b.metrics.Media.Total.WithLabelValues(kind, result))) {
				got = append(got, kind+" "+result)
			}
		}
	}
	if strings.Join(got, ", ") != want {
		b.t.Errorf("attachments counted %q, want %q", got, want)
	}
}

// Nobody keeps a picture beyond what it takes of the budget: it is gone while the words of its turn wait to be sent.
func TestPictureIsGoneBeforeItsAnswer(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		mediaBench(b)
		var picture weak.Pointer[decide.Image]
		b.config.Driver = sessiontest.Driver{OnTurn: func(turn decide.Turn) { picture = weak.Make(turn.Messages[0].Image) }}
		sends := 0
		b.gateway.Before = func(_ context.Context, operation, _ string) error {
			if operation == "send_in_session" {
				sends++
				runtime.GC()
				if picture.Value() != nil {
					t.Error("the picture is held")
				}
			}
			return nil
		}
		b.send("a", attached("IMAGE", "", "photo"))
		b.settle()
		if sends != 1 || picture == (weak.Pointer[decide.Image]{}) {
			t.Errorf("%d parts", sends)
		}
	})
}

// A burst is joined in the order in which it came, however long each of its parts takes.
func TestBurstOfMedia(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		source, seen := mediaBench(b)
		slow := map[string]time.Duration{"voice": 9 * time.Second, "photo": 3 * time.Second}
		source.before = func(_ context.Context, url string) error {
			time.Sleep(slow[url])
			return nil
		}
		b.write("oi")
		b.send("a", attached("AUDIO", "", "voice"))
		b.send("b", attached("IMAGE", "", "photo"))
		b.send("c", attached("AUDIO", "", "voice2"))
		b.write("obrigado")
		began := time.Now()
		b.settle()
		b.wantTexts("TEXT:oi|AUDIO:" + spoken + "|IMAGE:|AUDIO:de manhã|TEXT:obrigado")
		if (*seen)[2].Image == nil || time.Since(began) != 9*time.Second {
			t.Errorf("picture %v, after %v", (*seen)[2].Image, time.Since(began))
		}
	})
}

// What goes wrong with one file hurts no other, and the patient hears that it was not read.
func TestFilesThatCannotBeHad(t *testing.T) {
	failure := func(err error) func(context.Context, string) error {
		return func(_ context.Context, url string) error {
			if url == "voice2" {
				return nil
			}
			return err
		}
	}
	tests := []struct {
		name    string
		change  func(*attachment.Config, *shelf)
		took    time.Duration
		counted string
	}{
		{"the source refuses", func(_ *attachment.Config, s *shelf) { s.before = failure(&media.Error{Reason: media.Inside}) }, 0, "audio transcribed, audio refused"},
		{"the source cannot be reached", func(_ *attachment.Config, s *shelf) { s.before = failure(&media.Error{Reason: media.Unreachable}) }, 0, "audio transcribed, audio failed"},
		{"the source fails", func(_ *attachment.Config, s *shelf) { s.before = failure(errors.New("dial " + spoken)) }, 0, "audio transcribed, audio failed"},
		{"the source panics", func(_ *attachment.Config, s *shelf) {
			s.before = func(_ context.Context, url string) error {
				if url != "voice2" {
					panic(spoken)
				}
				return nil
			}
		}, 0, "audio transcribed, audio failed"},
		{"the source hangs", func(_ *attachment.Config, s *shelf) {
			s.before = func(ctx context.Context, url string) error {
				if url != "voice2" {
					<-ctx.Done()
				}
				return ctx.Err()
			}
		}, media.MaxTime, "audio transcribed, audio failed"},
		{"the source gives something else", func(_ *attachment.Config, s *shelf) {
			s.files["voice"] = media.File{Kind: media.Audio}
		}, 0, "audio transcribed, audio refused"},
		{"the transcriber fails", func(m *attachment.Config, _ *shelf) {
			m.Transcriber = scribe(func(_ context.Context, a model.Audio) (string, error) {
				if string(a.Data) == spoken {
					return "meio", sessiontest.Failure("transcription", outbound.Unknown, 500)
				}
				return string(a.Data), nil
			})
		}, 0, "audio transcribed, audio failed"},
		{"the transcriber panics", func(m *attachment.Config, _ *shelf) {
			m.Transcriber = scribe(func(_ context.Context, a model.Audio) (string, error) {
				if string(a.Data) == spoken {
					panic(a)
				}
				return string(a.Data), nil
			})
		}, 0, "audio transcribed, audio failed"},
		{"the transcriber hangs", func(m *attachment.Config, _ *shelf) {
			m.Transcriber = scribe(func(ctx context.Context, a model.Audio) (string, error) {
				if string(a.Data) == spoken {
					<-ctx.Done()
					return "", ctx.Err()
				}
				return string(a.Data), nil
			})
		}, attachment.TranscribeTimeout, "audio transcribed, audio failed"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				source, _ := mediaBench(b)
				test.change(&b.config.Media, source)
				b.send("a", attached("AUDIO", "", "voice"))
				b.send("b", attached("AUDIO", "", "voice2"))
				began := time.Now()
				b.settle()
				b.wantTexts("AUDIO:|AUDIO:de manhã")
				b.wantResults("replied")
				b.wantMedia(test.counted)
				b.wantLogWithout(spoken, "voice")
				if took := time.Since(began); took != test.took {
					t.Errorf("the turn took %v, want %v", took, test.took)
				}
				b.wantBudget()
			})
		})
	}
}

// wantBudget checks that no file of an earlier turn is held.
func (b *bench) wantBudget() {
	b.t.Helper()
	if !b.session.files.Budget.TryAcquire(attachment.MaxBytes) {
		b.t.Error("a file is still held after its turn")
		return
	}
	b.session.files.Budget.Release(attachment.MaxBytes)
}

// A turn waits for nobody who does not give up, and what they still hold is given back when they do.
func TestSourceThatNeverGivesUp(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		source, _ := mediaBench(b)
		let := make(chan struct{})
		source.before = func(_ context.Context, url string) error {
			if url == "photo" {
				<-let
			}
			return nil
		}
		b.send("a", attached("IMAGE", "", "photo"))
		b.send("b", attached("AUDIO", "", "voice"))
		began := time.Now()
		b.settle()
		b.wantTexts("IMAGE:|AUDIO:" + spoken)
		if took := time.Since(began); took != attachment.Timeout {
			t.Errorf("the turn took %v", took)
		}
		if b.session.files.Budget.TryAcquire(attachment.MaxBytes) {
			t.Error("a file that is still being fetched takes no room")
		}
		close(let)
		synctest.Wait()
		b.wantBudget()
	})
}

func TestFilesOfATurnAreBounded(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		source, seen := mediaBench(b)
		source.before = func(context.Context, string) error {
			time.Sleep(time.Second)
			return nil
		}
		for i := range attachment.MaxFiles + 2 {
			b.send(string(rune('a'+i)), attached("AUDIO", "", "voice"))
		}
		began := time.Now()
		b.settle()
		if took := time.Since(began); took != 3*time.Second || source.most != attachment.MaxAtOnce {
			t.Errorf("%d at once, %v", source.most, took)
		}
		heard := 0
		for _, m := range *seen {
			if m.Spoken {
				heard++
			}
		}
		if len(*seen) != attachment.MaxFiles+2 || heard != attachment.MaxFiles || (*seen)[attachment.MaxFiles].Spoken {
			t.Errorf("%d messages, %d heard", len(*seen), heard)
		}
	})
}

// A document that costs much time is that of its patient: no other of the turn is read beside it or after it, and other files
// of the turn, and other patients, are served.
func TestDocumentsOfATurn(t *testing.T) {
	for name, test := range map[string]struct {
		err  error
		read int
		took time.Duration
	}{
		"that are read":                     {nil, 4, 40 * time.Second},
		"that cannot be read":               {&media.Error{Reason: media.Unreadable}, 4, 40 * time.Second},
		"of which the first takes too long": {&media.Error{Reason: media.TooLate}, 1, 10 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				_, seen := mediaBench(b)
				var read, atOnce, most atomic.Int32
				b.config.Media.PDF = func(context.Context, []byte) (string, error) {
					read.Add(1)
					most.Store(max(most.Load(), atOnce.Add(1)))
					defer atOnce.Add(-1)
					time.Sleep(10 * time.Second)
					return printed, test.err
				}
				for i := range 4 {
					b.send(string(rune('a'+i)), attached("DOCUMENT", "", "pdf"))
				}
				b.send("e", attached("AUDIO", "", "voice"))
				began := time.Now()
				b.settle()
				if took := time.Since(began); took != test.took || int(read.Load()) != test.read || most.Load() != 1 {
					t.Errorf("%v, %d were read, %d at once; want %v, %d, 1", took, read.Load(), most.Load(), test.took, test.read)
				}
				if len(*seen) != 5 || !(*seen)[4].Spoken {
					t.Errorf("the voice message is not heard: %v", *seen)
				}
			})
		})
	}
}

// A node that stops ends downloads; the next one begins the turn anew and fetches again.
func TestDrainEndsDownloads(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		source, seen := mediaBench(b)
		source.before = func(ctx context.Context, _ string) error {
			b.host.cancel()
			<-ctx.Done()
			return ctx.Err()
		}
		b.start()
		b.send("a", attached("AUDIO", "", "voice"))
		began := time.Now()
		b.wake()
		if b.journal.Pending() != 1 || len(b.gateway.Texts()) != 0 || time.Since(began) != 0 {
			t.Errorf("%d rows wait, the patient read %q after %v", b.journal.Pending(), b.gateway.Texts(), time.Since(began))
		}
		if len(*seen) != 0 {
			t.Error("the driver was asked although the node stops")
		}
		source.before = nil
		b.start()
		b.settle()
		b.wantTexts("AUDIO:" + spoken)
		b.wantResults("replied")
		if got := strings.Join(source.fetched, " "); got != "voice voice" {
			t.Errorf("fetched %q", got)
		}
	})
}

// A session that becomes another node's in the middle of a download is theirs to answer.
func TestDownloadsOfASessionThatWentAway(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		source, _ := mediaBench(b)
		source.before = func(ctx context.Context, url string) error {
			if url == "voice" {
				b.host.now(NoRight, cluster.Tenure{})
			}
			<-ctx.Done()
			return ctx.Err()
		}
		b.start()
		b.send("a", attached("AUDIO", "", "voice", "voice2"))
		began := time.Now()
		b.wake()
		synctest.Wait()
		b.wantResults("fenced")
		if took := time.Since(began); took != attachment.RightPeriod || len(b.gateway.Texts()) != 0 || len(source.fetched) != 1 {
			t.Errorf("after %v the patient read %q; fetched %q", took, b.gateway.Texts(), source.fetched)
		}
		b.wantBudget()
	})
}

// A turn that failed is tried again with everything that was attached.
func TestTurnThatIsTriedAgainFetchesAgain(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		source, _ := mediaBench(b)
		source.files["voice"] = media.File{Kind: media.Audio, Data: []byte(sessiontest.Error)}
		b.send("a", attached("AUDIO", "", "voice"))
		b.settle()
		b.wantOutcomes("TRANSFERIDO 1")
		b.wantResults("failed", "failed", "handed_over")
		if got := strings.Join(source.fetched, " "); got != "voice voice" { // nobody thinks about it a third time
			t.Errorf("fetched %q", got)
		}
	})
}

// Whoever writes of an emergency beside a file does not wait for the file.
func TestRedFlagWaitsForNoDownload(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		source, _ := mediaBench(b)
		b.config.RedFlag = func(text string) bool { return text == "socorro" }
		b.send("a", attached("AUDIO", "", "voice"))
		b.write("socorro")
		b.settle()
		b.wantTexts("AUDIO:|TEXT:socorro")
		if len(source.fetched) != 0 {
			t.Errorf("fetched %q", source.fetched)
		}
		b.wantMedia("audio acknowledged")
	})
}

// What is said in a voice message can be an emergency like what is written.
func TestSpokenRedFlag(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		source, seen := mediaBench(b)
		source.files["voice"] = media.File{Kind: media.Audio, Data: []byte("socorro, meu pai desmaiou agora")}
		b.config.Driver = emergency.New(b.config.Driver, b.config.Clinic)
		b.send("a", attached("AUDIO", "", "voice"))
		b.settle()
		b.wantOutcomes("TRANSFERIDO 1")
		if texts := strings.Join(b.gateway.Texts(), " "); !strings.Contains(texts, "192") || len(*seen) != 0 {
			t.Errorf("the patient read %q, the driver saw %d messages", texts, len(*seen))
		}
	})
}

// Words are judged once, by package emergency, where there is nothing to wait for.
func TestWordsWithoutFilesAreNotJudged(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		mediaBench(b)
		b.config.RedFlag = func(string) bool {
			t.Error("judged")
			return false
		}
		b.say("socorro")
		b.wantTexts("TEXT:socorro")
	})
}

// Nothing is fetched for a chat session that is none of ours, or that a person has.
func TestFiltersComeBeforeDownloads(t *testing.T) {
	for name, prepare := range map[string]func(*bench){
		"filtered": func(b *bench) {
			c := sessiontest.Open()
			c.Team = "Outra"
			b.gateway.Set("s", c)
		},
		"a person has it": func(b *bench) { b.taken() },
	} {
		t.Run(name, func(t *testing.T) {
			virtual(t, func(t *testing.T, b *bench) {
				source, _ := mediaBench(b)
				prepare(b)
				b.send("a", attached("AUDIO", "", "voice"))
				b.settle()
				if len(source.fetched) != 0 {
					t.Errorf("fetched %q", source.fetched)
				}
			})
		})
	}
}

// Files leave nothing behind in the journal.
func TestFilesAreNotKept(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		mediaBench(b)
		b.send("a", attached("IMAGE", "", "photo"))
		b.send("b", attached("DOCUMENT", "", "pdf"))
		b.settle()
		stored, err := b.journal.Activate(t.Context(), "s", record.Schema)
		if err != nil {
			t.Fatal(err)
		}
		if text := string(stored.State); strings.Contains(text, "foto") || strings.Contains(text, printed) || text == "" {
			t.Errorf("the record holds a file: %s", text)
		}
		b.wantBudget()
	})
}

// A picture takes room until the driver is done with it.
func TestPictureIsHeldDuringItsTurn(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		mediaBench(b)
		held := false
		b.config.Driver = sessiontest.Driver{OnTurn: func(decide.Turn) {
			held = !b.session.files.Budget.TryAcquire(attachment.MaxBytes)
		}}
		b.send("a", attached("IMAGE", "", "photo"))
		b.settle()
		if !held {
			t.Error("the picture took no room while the driver looked at it")
		}
		b.wantBudget()
	})
}

// Where no room is left a file waits, and not for longer than any other.
func TestFilesWaitForRoom(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		source, _ := mediaBench(b)
		b.start()
		if !b.session.files.Budget.TryAcquire(attachment.MaxBytes) {
			t.Fatal("no room")
		}
		b.send("a", attached("AUDIO", "", "voice"))
		began := time.Now()
		b.settle()
		b.wantTexts("AUDIO:")
		if took := time.Since(began); took != attachment.Timeout || len(source.fetched) != 0 {
			t.Errorf("after %v; fetched %q", took, source.fetched)
		}
		b.session.files.Budget.Release(attachment.MaxBytes)
		b.wantBudget()
	})
}

// A voice message may say anything: what was written beside it is no whole answer.
func TestQuietWindowOfAVoiceMessage(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		mediaBench(b)
		b.config.QuietWindow = time.Second
		b.config.Complete = func(string, *conversation.State, time.Time) bool { return true }
		began := time.Now()
		b.write("1")
		b.send("a", attached("AUDIO", "", "voice"))
		b.settle()
		b.wantTexts("TEXT:1|AUDIO:" + spoken)
		if took := time.Since(began); took != time.Second {
			t.Errorf("answered after %v", took)
		}
	})
}

// What a person has read is not answered by the agent, and its files are not opened: a file belongs to its own message.
func TestFilesAfterAHandBack(t *testing.T) {
	virtual(t, func(t *testing.T, b *bench) {
		source, _ := mediaBench(b)
		b.taken()
		b.settle()
		b.send("a", attached("AUDIO", "", "voice"))
		b.order("back", journal.HandedBack, "")
		b.send("c", attached("AUDIO", "", "voice2"))
		b.settle()
		b.wantTexts("AUDIO:de manhã")
		b.wantResults("silent", "replied")
		if got := strings.Join(source.fetched, " "); got != "voice2" {
			t.Errorf("fetched %q", got)
		}
	})
}
