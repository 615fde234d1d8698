package live

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"
)

var picturesFlag = flag.String("pictures", "", "the program that TestPictures runs, for pictures of the dashboards")

// TestPictures has the program of -pictures draw the dashboards, of the day and of the time before it, when everything
// ran and nobody wrote; the chat page is there, too.
func TestPictures(t *testing.T) {
	if *picturesFlag == "" {
		return // only by hand: make pictures
	}
	w := running(t)
	if err := w.scraped(); err != nil {
		t.Fatal(err)
	}
	dawn := time.Now()
	if err := w.scraped(); err != nil { // what comes now must not be in the last scrape before
		t.Fatal(err)
	}
	w = day(t)
	local := w.begun.In(sao(t))
	midnight := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, local.Location())
	until := func(end time.Time) string {
		return fmt.Sprintf("job=%s&midnight=%d&from=%d&to=%d", clinic, midnight.UnixMilli(), w.begun.UnixMilli(), end.UnixMilli())
	}
	command := exec.CommandContext(t.Context(), "bash", "-c", *picturesFlag)
	command.Env = append(os.Environ(), "PROMETHEUS="+w.prometheus.url, "CHAT="+w.chats[clinic],
		"DAY="+until(evening), "EMPTY="+until(dawn))
	command.Stdout, command.Stderr = os.Stdout, os.Stderr
	if err := command.Run(); err != nil {
		t.Fatal(err)
	}
}
