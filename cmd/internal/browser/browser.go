// Package browser opens the headless browser of tests that look at a page.
package browser

import (
	"context"
	"os"
	"testing"

	"github.com/chromedp/chromedp"
)

// Open is a headless browser of a size in pixels with one empty page; it ends with the test.  Whatever a page writes to its
// console as an error fails the test.
func Open(t *testing.T, width, height int) context.Context {
	t.Helper()
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.DisableGPU,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-component-update", true),
		chromedp.Flag("disable-dev-shm-usage", true), // containers have little shared memory
		chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(width, height))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox) // as root the browser refuses to start with it
	}
	allocator, cancel := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(cancel)
	opened, cancel := chromedp.NewContext(allocator)
	t.Cleanup(cancel)
	if err := chromedp.Do(opened); err != nil { // the first call starts the browser, without a deadline
		t.Fatal(err)
	}
	go func() {
		for message, err := range chromedp.Console(opened) {
			if err != nil {
				return // the browser is gone
			}
			if message.Type == chromedp.ConsoleError {
				t.Errorf("console: %+v", message)
			}
		}
	}()
	return opened
}
