package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

const (
	// inFile at the end of a variable's name says that its value is the path of a file with the value: that
	// is how systemd, compose and Kubernetes hand over secrets, which then stand in no environment.
	inFile = "_FILE"
	// maxSecret is the largest such file, in bytes.
	maxSecret = 64 << 10
)

// fromEnvironment is the value of a variable, or of the file that NAME_FILE names; "" for neither.
func fromEnvironment(variable string, env func(string) string) (string, error) {
	value, path := env(variable), env(variable+inFile)
	switch {
	case path == "":
		return value, nil
	case value != "":
		return "", fmt.Errorf("%s and %s%s are both set, one is enough", variable, variable, inFile)
	}
	value, err := readSecret(path)
	if err != nil {
		return "", fmt.Errorf("%s%s: %w", variable, inFile, err)
	}
	return value, nil
}

// readSecret is the content of a file without the line end that editors add.  Its error never repeats it.
func readSecret(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", reasonOnly(err)
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxSecret+1))
	switch value := strings.TrimRight(string(content), "\r\n"); {
	case err != nil:
		return "", reasonOnly(err)
	case len(content) > maxSecret:
		return "", fmt.Errorf("the file is larger than %d bytes", maxSecret)
	case value == "":
		return "", errors.New("the file is empty")
	default:
		return value, nil
	}
}

// reasonOnly leaves the path out: who gave the secret itself for its path must not find it in the log.
func reasonOnly(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}
