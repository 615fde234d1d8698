package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"atende/integrations/catalog"
)

// Every clinic of deploy/examples is one that can be used as it is: its file and its phrases hold, its texts are said,
// and its patient books there.
func TestClinicsOfTheExamples(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join("..", "..", "deploy", "examples", "*", "clinic.yaml"))
	if err != nil || len(files) < 3 {
		t.Fatalf("%d clinics, %v", len(files), err)
	}
	taken := map[string]string{"": ""}
	for _, s := range catalog.Sample().Specialties {
		taken[s.Name] = "the sample"
	}
	for _, file := range files {
		folder := filepath.Dir(file)
		clinic, err := catalog.Load(file)
		if err != nil {
			t.Error(err)
			continue
		}
		for _, s := range clinic.Specialties {
			if taken[s.Name] != "" {
				t.Errorf("%s: %s shows %s, too", file, taken[s.Name], s.Name)
			}
			taken[s.Name] = filepath.Base(folder)
		}
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			booksByTheExample(t, folder, clinic)
		})
	}
}

// booksByTheExample lets the patient of a folder's talk.txt write.
func booksByTheExample(t *testing.T, folder string, clinic *catalog.Clinic) {
	t.Helper()
	run := func(in string, args ...string) string {
		t.Helper()
		var out, problems strings.Builder
		w := world{in: strings.NewReader(in), out: &out, err: &problems, env: func(string) string { return "" }}
		if code := dispatch(t.Context(), w, args); code != exitOK || problems.Len() > 0 {
			t.Errorf("%q: exit %d: %s", args, code, problems.String())
		}
		return out.String()
	}
	file, texts := filepath.Join(folder, "clinic.yaml"), filepath.Join(folder, "texts.yaml")
	run("", "phrases", "--check", file)
	listed := run("", "texts", "--texts", texts)
	if listed == run("", "texts") {
		t.Errorf("%s changes nothing", texts)
	}
	talk, err := os.ReadFile(filepath.Join(folder, "talk.txt"))
	if err != nil {
		t.Fatal(err)
	}
	said := run(string(talk), "chat", "--now", "2026-11-23T07:00:00-03:00", "--clinic", file, "--texts", texts)
	if strings.Contains(said, "Aqui é a assistente virtual da *"+clinic.Name) {
		t.Errorf("the patient is greeted in atende's words:\n%s", said)
	}
	_, booked, _ := strings.Cut(said, "Tudo certo, seu horário está marcado!")
	if !strings.Contains(booked, "/11/2026, às ") || !strings.Contains(booked, clinic.Name) {
		t.Errorf("nothing was booked:\n%s", said)
	}
	if ready := clinic.Preparations; len(ready) == 0 || !strings.Contains(said, ready[0].Text) {
		t.Errorf("the patient does not hear how to prepare:\n%s", said)
	}
}
