package postgres

import (
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// Conditions of PostgreSQL that decide something here (SQLSTATE).
const (
	codeUnique        = "23505"
	codeDeadlock      = "40P01"
	codeTableThere    = "42P07"
	codeSerialization = "40001"
	codeLockTimeout   = "55P03"
	codeCanceled      = "57014" // by statement_timeout; nobody else cancels us
	codeStalePlan     = "0A000" // a migration changed the table under a prepared statement
	codeReadOnly      = "25006" // the server was made a standby

	classData       = "22" // a value that the type refuses
	classConstraint = "23"
)

// failure is an error of the database without what its text may quote: values, which are patients'
// data, and the address with its password.
type failure struct {
	text  string
	cause error
}

func (f *failure) Error() string { return f.text }
func (f *failure) Unwrap() error { return f.cause }

// scrub makes an error fit for a log.
func scrub(err error) error {
	var told *pgconn.PgError
	var unconnected *pgconn.ConnectError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &told):
		text := fmt.Sprintf("postgres refused (SQLSTATE %s)", told.Code)
		if class := told.Code[:min(2, len(told.Code))]; class != classData && class != classConstraint {
			text = fmt.Sprintf("postgres: %s (SQLSTATE %s)", told.Message, told.Code)
		}
		return &failure{text, err}
	case errors.As(err, &unconnected):
		// The cause alone: the error itself names user and database.  Several hosts make several lines.
		text := strings.Join(strings.Fields(errors.Unwrap(unconnected).Error()), " ")
		return &failure{"connect to postgres: " + text, err}
	default:
		return &failure{"postgres: " + strings.Join(strings.Fields(err.Error()), " "), err}
	}
}

// is reports an error with this code.
func is(err error, code string) bool {
	var told *pgconn.PgError
	return errors.As(err, &told) && told.Code == code
}

// inClass reports an error of this class.
func inClass(err error, class string) bool {
	var told *pgconn.PgError
	return errors.As(err, &told) && strings.HasPrefix(told.Code, class)
}

// undone reports an error after which certainly nothing stands and another try may succeed.  A lost
// connection is not one: the statement may have reached the server.
func undone(err error) bool {
	for _, code := range []string{codeDeadlock, codeSerialization, codeLockTimeout, codeCanceled, codeStalePlan} {
		if is(err, code) {
			return true
		}
	}
	var unconnected *pgconn.ConnectError
	return pgconn.SafeToRetry(err) && !errors.As(err, &unconnected)
}

// lost reports that the connection broke under the statement, which may stand or not.
func lost(err error) bool {
	var unconnected *pgconn.ConnectError
	return spent(err) && !errors.As(err, &unconnected)
}

// spent reports an error after which the connection is of no use: it broke, or it leads to a server
// that takes no writes any more.
func spent(err error) bool {
	var told *pgconn.PgError
	if !errors.As(err, &told) {
		return true
	}
	return told.SeverityUnlocalized == "FATAL" || told.SeverityUnlocalized == "PANIC" || told.Code == codeReadOnly
}
