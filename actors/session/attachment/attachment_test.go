package attachment

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"atende/actors/decide"
	"atende/actors/journal"
	"atende/integrations/media"
)

// pictures is a source in which every address is a picture of a byte, after a while.
type pictures struct{ takes time.Duration }

func (p pictures) Fetch(context.Context, string, ...media.Kind) (media.File, error) {
	time.Sleep(p.takes)
	return media.File{Kind: media.Image, MIME: "image/png", Data: []byte{1}}, nil
}

var photo = journal.PatientMessage{Kind: "IMAGE", Files: []journal.PatientFile{{URLs: []string{"https://a/photo"}}}}

// A picture finds its message, wherever that stands, and is held until the turn is over.
func TestPictureOfItsMessage(t *testing.T) {
	r := New(Config{Source: pictures{}, Sees: true})
	messages := make([]decide.Message, 3)
	release := r.Attend(t.Context(), Turn{Permit: func() error { return nil }, Urgent: quiet}, []File{{Message: 2, Of: photo}}, messages)
	if messages[0].Image != nil || messages[2].Image == nil {
		t.Errorf("the messages are %+v", messages)
	}
	if r.Budget.TryAcquire(MaxBytes) {
		t.Error("the picture takes no room during its turn")
	}
	release()
	if !r.Budget.TryAcquire(MaxBytes) {
		t.Error("the picture takes room after its turn")
	}
}

func quiet(decide.Message) bool { return false }

// Nothing is fetched without the right to, nor beside words that cannot wait.
func TestNothingIsFetched(t *testing.T) {
	for name, turn := range map[string]Turn{
		"no right": {Permit: func() error { return errors.New("another node's now") }, Urgent: quiet},
		"urgent":   {Permit: func() error { return nil }, Urgent: func(decide.Message) bool { return true }},
	} {
		messages := make([]decide.Message, 1)
		New(Config{Source: pictures{}, Sees: true}).Attend(t.Context(), turn, []File{{Of: photo}}, messages)()
		if messages[0].Image != nil {
			t.Errorf("%s: the picture was fetched", name)
		}
	}
}

// A turn whose right goes while it waits for a file waits no longer, and what comes later is dropped.
func TestRightGoesWhileAFileComes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := New(Config{Source: pictures{takes: time.Minute}, Sees: true})
		began := time.Now()
		permit := func() error {
			if time.Since(began) > RightPeriod {
				return errors.New("another node's now")
			}
			return nil
		}
		messages := make([]decide.Message, 1)
		release := r.Attend(t.Context(), Turn{Permit: permit, Urgent: quiet}, []File{{Of: photo}}, messages)
		if took := time.Since(began); took != 2*RightPeriod {
			t.Errorf("the turn waited for %v", took)
		}
		release()
		time.Sleep(time.Minute)
		if messages[0].Image != nil || !r.Budget.TryAcquire(MaxBytes) {
			t.Error("a file that came too late is kept")
		}
	})
}
