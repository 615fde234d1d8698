package trial

import (
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/compose-spec/compose-go/v2/types"

	"atende/deploy/check/sandbox"
)

// postgres makes a database as the entry point of the official image does, with the user, the name, the
// password file and the arguments of the service, and serves it.
func (r *rehearsal) postgres(service types.ServiceConfig) *process {
	r.t.Helper()
	data := r.source(types.ServiceVolumeConfig{Type: types.VolumeTypeVolume, Source: "postgres"})
	password := filepath.Join(data, "password")
	secret, err := os.ReadFile(r.project.Secrets["postgres_password"].File)
	if err == nil {
		err = os.WriteFile(password, secret, 0o644) // of a test
	}
	if err != nil {
		r.t.Fatal(err)
	}
	user, database := *service.Environment["POSTGRES_USER"], *service.Environment["POSTGRES_DB"]
	cluster := filepath.Join(data, "data")
	initialise := append([]string{"-D", cluster, "-U", user, "--pwfile", password, "--no-sync"},
		strings.Fields(*service.Environment["POSTGRES_INITDB_ARGS"])...)
	run(r.t, asUser(exec.Command(program(r.t, "initdb"), initialise...)))
	// The entry point makes the database while nobody else is let in.
	single := exec.Command(program(r.t, "postgres"), "--single", "-D", cluster, "postgres")
	single.Stdin = strings.NewReader("create database " + database + "\n")
	run(r.t, asUser(single))
	args := append([]string{"-D", cluster, "-c", "listen_addresses=*", "-c", "unix_socket_directories="}, service.Command[1:]...)
	p := launch(r.t, "postgres", asUser(exec.Command(program(r.t, "postgres"), args...)))
	until(r.t, "postgres", p, func() error { return greets("127.0.0.1:5432") })
	return p
}

// greets reports whether a PostgreSQL server answers: it is asked for TLS and answers with one letter.
func greets(address string) error {
	connection, err := net.Dial("tcp", address)
	if err != nil {
		return err
	}
	defer connection.Close()
	if _, err := connection.Write([]byte{0, 0, 0, 8, 4, 210, 22, 47}); err != nil {
		return err
	}
	_, err = io.ReadFull(connection, make([]byte, 1))
	return err
}

// program is one of PostgreSQL, which packages put beside PATH.
func program(t *testing.T, name string) string {
	t.Helper()
	return found(t, name, "/usr/lib/postgresql/*/bin/"+name, "/usr/pgsql-*/bin/"+name)
}

// asUser runs a program as the user of the containers: PostgreSQL refuses root.
func asUser(command *exec.Cmd) *exec.Cmd {
	command.Dir = "/"
	command.Env = []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=C.UTF-8"}
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if os.Geteuid() == 0 {
		command.SysProcAttr.Credential = &syscall.Credential{Uid: sandbox.User, Gid: sandbox.User}
	}
	return command
}

// run runs a program to its end.
func run(t *testing.T, command *exec.Cmd) {
	t.Helper()
	if text, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", command.Path, err, text)
	}
}
