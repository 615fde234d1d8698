package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"runtime/coverage"
)

// The file that a program writes of its counters (internal/coverage in Go's own source, CounterFileHeader and what
// follows): a header, a segment of functions that were called, each with its counters, and a footer.
const (
	counterMagic   = "\x00cwm"
	counterVersion = 1
	rawCounters    = 1 // numbers of four bytes, little endian; 2 is ULEB128
)

type counterHeader struct {
	Magic     [4]byte
	Version   uint32
	_         [16]byte // hash of what the counters count
	Flavor    uint8
	BigEndian bool
	_         [6]byte
}

type segmentHeader struct {
	Functions         uint64
	Strings, Settings uint32 // bytes that come before the counters
}

var errCounters = errors.New("the counters of this release of Go are written in another way: read them anew in steps.go")

// stepsSoFar is how many blocks of statements the program has run.  The error says that it was built without -cover.
func stepsSoFar() (uint64, error) {
	var written bytes.Buffer
	if err := coverage.WriteCounters(&written); err != nil {
		return 0, err
	}
	var header counterHeader
	var segment segmentHeader
	rest := bytes.NewReader(written.Bytes())
	if binary.Read(rest, binary.LittleEndian, &header) != nil || binary.Read(rest, binary.LittleEndian, &segment) != nil ||
		string(header.Magic[:]) != counterMagic || header.Version != counterVersion || header.BigEndian {
		return 0, errCounters
	}
	counters := written.Bytes()[written.Len()-rest.Len()+int(segment.Strings)+int(segment.Settings):]
	number := func() uint64 {
		if header.Flavor == rawCounters {
			value := binary.LittleEndian.Uint32(counters)
			counters = counters[4:]
			return uint64(value)
		}
		value, size := binary.Uvarint(counters)
		counters = counters[size:]
		return value
	}
	total := uint64(0)
	for range segment.Functions {
		count := number()
		number() // of the package
		number() // of the function
		for range count {
			total += number()
		}
	}
	return total, nil
}
